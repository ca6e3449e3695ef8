import { t } from '@grafana/i18n';
import React from 'react';
import { AggregationInput } from '../fields/AggregationInput';
import { change } from '../fields/change';
import { BandsInput } from '../fields/BandsInput';
import { EditorRow } from '../fields/EditorRow';
import { LegendInput } from '../fields/LegendInput';
import { SelectInput, term } from '../fields/SelectInput';
import { SeriesFields } from '../fields/SeriesFields';
import { SwitchInput } from '../fields/SwitchInput';
import { variableOptions } from '../fields/variables';
import { type EditorProps } from '../fields/props';
import { type Aggregation, type MetricQuery, type Overlay } from './models';
import { GranularityInput } from './GranularityInput';

/** The editor of metric queries: what is read in the first row, how it is shown in the second. */
export default function MetricEditor(props: EditorProps<MetricQuery>) {
  const { query, context, range, data } = props;
  const set = change(props);
  return (
    <>
      <EditorRow label={t('metric.editor.read', 'Series')}>
        <SeriesFields query={query} context={context} range={range} onChange={set} />
        <AggregationInput
          context={context}
          value={query.aggregation}
          onChange={(chosen) => set({ aggregation: chosen as Aggregation })}
        />
        <GranularityInput
          query={query}
          context={context}
          range={range}
          data={data}
          onChange={(granularity) => set({ granularity })}
        />
      </EditorRow>
      <EditorRow label={t('metric.editor.show', 'Display')}>
        <BandsInput value={query.bands} onChange={(bands) => set({ bands })} />
        <SwitchInput
          label={t('metric.editor.outliers', 'Outliers')}
          tooltip={t('metric.editor.outliers-for', 'Marks the values outside every corridor, drawn or not.')}
          value={query.outliers}
          onChange={(outliers) => set({ outliers })}
        />
        <SwitchInput
          label={t('metric.editor.deviation', 'Deviation')}
          tooltip={t(
            'metric.editor.deviation-for',
            'Adds how far a value lies outside the corridors, in widths of the main corridor: positive above, negative below, 0 inside.'
          )}
          value={query.deviation}
          onChange={(deviation) => set({ deviation })}
        />
        <SwitchInput
          label={t('metric.editor.forecast', 'Forecast')}
          tooltip={t(
            'metric.editor.forecast-for',
            'Appends the expected corridors; a range that ends after now shows them.'
          )}
          value={query.forecast}
          onChange={(forecast) => set({ forecast })}
        />
        <SwitchInput
          label={t('metric.editor.thin', 'Thin out')}
          tooltip={t(
            'metric.editor.thin-for',
            'Leaves out points where there are more than ten to a pixel; extremes and outliers stay.'
          )}
          value={query.thin}
          onChange={(thin) => set({ thin })}
        />
        <SelectInput<string>
          label={t('metric.editor.compare', 'Compare')}
          tooltip={t('metric.editor.compare-for', 'Draws the value of that long before beside it, dashed.')}
          width={14}
          value={query.compare}
          onChange={(compare) => set({ compare })}
          options={[
            { value: '', label: t('metric.editor.compare-none', 'none') },
            term('1d', t('metric.editor.1d', 'A day before')),
            term('7d', t('metric.editor.7d', 'A week before')),
            term('4w', t('metric.editor.4w', 'Four weeks before')),
            ...variableOptions(context),
          ]}
        />
        <SelectInput<string>
          label={t('metric.editor.overlay', 'Overlay')}
          tooltip={t('metric.editor.overlay-for', 'Draws what was raised for this node and metric into the panel.')}
          width={14}
          value={query.overlay}
          onChange={(overlay) => set({ overlay: overlay as Overlay })}
          options={[
            { value: 'none', label: t('metric.editor.overlay-none', 'none') },
            { value: 'alerts', label: t('metric.editor.overlay-alerts', 'alerts') },
            { value: 'anomalies', label: t('metric.editor.overlay-anomalies', 'anomalies') },
            ...variableOptions(context),
          ]}
        />
        <LegendInput value={query.legend} onCommit={(legend) => set({ legend })} />
      </EditorRow>
    </>
  );
}
