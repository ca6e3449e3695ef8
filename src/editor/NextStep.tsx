import { type DataFrame, DataTopic, LoadingState, type PanelData, type QueryResultMetaNotice } from '@grafana/data';
import { Text } from '@grafana/ui';
import React from 'react';
import { isComplete, queryTypeOf } from '../families/families';
import { type AnomalyQuery } from '../ground/query';
import { type ListedType } from './listed';

interface Props {
  type: ListedType;
  query: AnomalyQuery;
  data?: PanelData;
}

/**
 * What to do next if a query can't run yet, or showed nothing. Explore only shows "No data" then. If the answer has a
 * reason, that is shown. Otherwise, nothing was found.
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

/** The frames of the query's answer, if it is complete and empty. A failed answer is not empty. */
function emptyAnswer({ refId, queryType }: AnomalyQuery, data: PanelData | undefined): DataFrame[] | null {
  if (data?.state !== LoadingState.Done || data.errors?.some((error) => !error.refId || error.refId === refId)) {
    return null;
  }
  // The answer to an earlier version of the query doesn't count.
  const target = data.request?.targets.find((target) => target.refId === refId);
  const frames = data.series.filter(
    (frame) => frame.refId === refId && frame.meta?.dataTopic !== DataTopic.Annotations
  );
  const isOf = target === undefined || queryTypeOf(target) === queryTypeOf({ queryType });
  return isOf && frames.length > 0 && frames.every(({ length }) => length === 0) ? frames : null;
}
