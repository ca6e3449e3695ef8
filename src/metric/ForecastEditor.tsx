import { t } from '@grafana/i18n';
import React from 'react';
import { change } from '../fields/change';
import { BandsInput } from '../fields/BandsInput';
import { EditorRow } from '../fields/EditorRow';
import { LegendInput } from '../fields/LegendInput';
import { SeriesFields } from '../fields/SeriesFields';
import { type EditorProps } from '../fields/props';
import { type ForecastQuery } from './models';

/** The editor of forecast queries. */
export default function ForecastEditor(props: EditorProps<ForecastQuery>) {
  const { query, context, range } = props;
  const set = change(props);
  return (
    <EditorRow label={t('forecast.editor.row', 'Forecast')}>
      <SeriesFields query={query} context={context} range={range} onChange={set} />
      <BandsInput value={query.bands} onChange={(bands) => set({ bands })} />
      <LegendInput value={query.legend} onCommit={(legend) => set({ legend })} />
    </EditorRow>
  );
}
