import { type DataQuery } from '@grafana/schema';
import React from 'react';
import { type FieldsOf } from '../query/query';
import { type SeriesId, type SERIES_FIELDS } from '../query/series';
import { type CatalogueEntry } from '../answer/catalogue';
import { type EditorProps } from './props';
import { MetricPicker, NodePicker } from './pickers';
import { useRemembered } from './useRemembered';

type Series = Pick<FieldsOf<typeof SERIES_FIELDS>, 'nodeId' | 'metricId' | 'nodeName' | 'metricName' | 'systemName'>;

interface Props extends Pick<EditorProps<DataQuery>, 'context' | 'range'> {
  query: Series;
  onChange: (fields: Partial<Series>) => void;
}

/** Node and metric of a series. What the pickers show for a single one goes into the query too, for its labels. */
export function SeriesFields({ query, context, range, onChange }: Props) {
  const { nodeId, metricId, nodeName, metricName } = query;
  const seen = useRemembered(context);
  const onPair = (pair: SeriesId) => {
    const named = seen.find((one) => one.nodeId === pair.nodeId && one.metricId === pair.metricId);
    onChange({
      ...pair,
      nodeName: named?.nodeName ?? '',
      metricName: named?.metricName ?? '',
      systemName: named?.systemName ?? '',
    });
  };
  return (
    <>
      <NodePicker
        context={context}
        range={range}
        value={nodeId}
        name={nodeName}
        onChange={(value, entry) =>
          onChange({ nodeId: value, nodeName: nameOf(entry), systemName: entry?.detail ?? '' })
        }
        onPair={onPair}
      />
      <MetricPicker
        context={context}
        range={range}
        nodeId={nodeId}
        value={metricId}
        name={metricName}
        onChange={(value, entry) => onChange({ metricId: value, metricName: nameOf(entry) })}
        onPair={onPair}
      />
    </>
  );
}

/** Empty where the entry shows nothing but its id. */
function nameOf(entry: CatalogueEntry | undefined): string {
  return entry && entry.text !== entry.value ? entry.text : '';
}
