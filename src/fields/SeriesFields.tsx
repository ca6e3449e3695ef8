import { type DataQuery } from '@grafana/schema';
import React from 'react';
import { type FieldsOf } from '../query/query';
import { type SERIES_FIELDS } from '../query/series';
import { type CatalogueEntry } from '../answer/catalogue';
import { type EditorProps } from './props';
import { MetricPicker, NodePicker } from './pickers';

type Series = Pick<FieldsOf<typeof SERIES_FIELDS>, 'nodeId' | 'metricId' | 'nodeName' | 'metricName' | 'systemName'>;

interface Props extends Pick<EditorProps<DataQuery>, 'context' | 'range'> {
  query: Series;
  onChange: (fields: Partial<Series>) => void;
}

/** Node and metric of a series. What the pickers show goes into the query too, for its labels. */
export function SeriesFields({ query, context, range, onChange }: Props) {
  const { nodeId, metricId, nodeName, metricName } = query;
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
      />
      <MetricPicker
        context={context}
        range={range}
        nodeId={nodeId}
        value={metricId}
        name={metricName}
        onChange={(value, entry) => onChange({ metricId: value, metricName: nameOf(entry) })}
      />
    </>
  );
}

/** Empty where the entry shows nothing but its id. */
function nameOf(entry: CatalogueEntry | undefined): string {
  return entry && entry.text !== entry.value ? entry.text : '';
}
