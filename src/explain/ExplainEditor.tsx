import { t } from '@grafana/i18n';
import React from 'react';
import { AggregationInput } from '../fields/AggregationInput';
import { change } from '../fields/change';
import { EditorRow } from '../fields/EditorRow';
import { type EditorProps } from '../fields/props';
import { SeriesFields } from '../fields/SeriesFields';
import { SwitchInput } from '../fields/SwitchInput';
import { type ExplainQuery } from './models';

/** Which metrics to summarize. */
export default function ExplainEditor(props: EditorProps<ExplainQuery>) {
  const { query, context, range } = props;
  const set = change(props);
  return (
    <EditorRow label={t('explain.editor', 'Metrics')}>
      <SeriesFields query={query} context={context} range={range} onChange={set} />
      <AggregationInput context={context} value={query.aggregation} onChange={(aggregation) => set({ aggregation })} />
      <SwitchInput
        label={t('explain.usual', 'Compare with last 30 days')}
        tooltip={t('explain.usual-for', 'Shows whether the metric has been this far outside in the past 30 days')}
        value={query.usual}
        onChange={(usual) => set({ usual })}
      />
    </EditorRow>
  );
}
