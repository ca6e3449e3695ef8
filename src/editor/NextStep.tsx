import { type DataFrame, DataTopic, LoadingState, type PanelData, type QueryResultMetaNotice } from '@grafana/data';
import { Text } from '@grafana/ui';
import React from 'react';
import { isComplete, queryTypeOf } from '../families';
import { type AnomalyQuery } from '../query/query';
import { type ListedType } from './listed';

interface Props {
  type: ListedType;
  query: AnomalyQuery;
  data?: PanelData;
}

/**
 * What to do next, where a query cannot run yet or showed nothing; Explore says no more than "No data" then. What came with
 * the answer says why it is empty; only without it nothing was there to be found.
 */
export function NextStep({ type, query, data }: Props) {
  const sentences = sentencesOf(type, query, data);
  return (
    <div role="status">
      {sentences.map((sentence) => (
        <Text key={sentence} element="p" variant="bodySmall" color="secondary">
          {sentence}
        </Text>
      ))}
    </div>
  );
}

function sentencesOf({ descriptor, missing, nothing }: ListedType, query: AnomalyQuery, data: PanelData | undefined) {
  const typed = { ...query, queryType: descriptor.model.queryType };
  if (!isComplete(typed)) {
    return missing ? [missing()] : [];
  }
  const frames = emptyAnswer(query, data);
  if (!frames) {
    return [];
  }
  const notices: QueryResultMetaNotice[] = frames.flatMap(({ meta }) => meta?.custom?.notices ?? []);
  return notices.length > 0 ? notices.map(({ text }) => text) : [nothing()];
}

/** The frames of the query's answer, if it is complete and empty; one that failed is not empty. */
function emptyAnswer({ refId, queryType }: AnomalyQuery, data: PanelData | undefined): DataFrame[] | null {
  if (data?.state !== LoadingState.Done || data.errors?.some((error) => !error.refId || error.refId === refId)) {
    return null;
  }
  // The answer to what the query was before says nothing of it.
  const asked = data.request?.targets.find((target) => target.refId === refId);
  const frames = data.series.filter(
    (frame) => frame.refId === refId && frame.meta?.dataTopic !== DataTopic.Annotations
  );
  const isOf = asked === undefined || queryTypeOf(asked) === queryTypeOf({ queryType });
  return isOf && frames.length > 0 && frames.every(({ length }) => length === 0) ? frames : null;
}
