import { type DataQuery } from '@grafana/schema';
import { t } from '@grafana/i18n';
import React, { useState } from 'react';
import { type FieldsOf } from '../query/query';
import { parseSeries, type SeriesId, type SERIES_FIELDS } from '../query/series';
import { isFilled, mentionsVariable, type Texts } from '../query/texts';
import { type CatalogueEntry } from '../answer/catalogue';
import { type EditorProps } from './props';
import { MetricPicker, NodePicker, SeriesPicker } from './pickers';
import { SelectInput } from './SelectInput';
import { useRemembered } from './useRemembered';

type Series = Pick<
  FieldsOf<typeof SERIES_FIELDS>,
  'nodeId' | 'metricId' | 'series' | 'nodeName' | 'metricName' | 'systemName'
>;

interface Props extends Pick<EditorProps<DataQuery>, 'context' | 'range'> {
  query: Series;
  onChange: (fields: Partial<Series>) => void;
}

/**
 * Which series: by node and metric, whose combinations count, or one by one where they are chosen so. What the pickers show
 * for a single one goes into the query too, for its labels.
 */
export function SeriesFields({ query, context, range, onChange }: Props) {
  const { nodeId, metricId, nodeName, metricName, series } = query;
  const [wantsSeries, setWantsSeries] = useState(false);
  const bySeries = isFilled(series) || wantsSeries;
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
  const chooseBy = (way: string) => {
    setWantsSeries(way === 'series');
    if (way === 'series' && isSingle(nodeId) && isSingle(metricId)) {
      onChange({ series: `${nodeId}:${metricId}` });
    } else if (way !== 'series' && isFilled(series)) {
      const one = [series].flat().length === 1 ? parseSeries([series].flat()[0]) : null;
      onChange({ series: '', ...one });
    }
  };
  const way = (
    <SelectInput
      label={t('editor.by.label', 'Choose by')}
      tooltip={t(
        'editor.by.tooltip',
        'Of several nodes and metrics all combinations are drawn that exist; series are chosen one by one.'
      )}
      width={16}
      value={bySeries ? 'series' : 'both'}
      onChange={chooseBy}
      options={[
        { value: 'both', label: t('editor.by.both', 'node and metric') },
        { value: 'series', label: t('editor.by.series', 'series') },
      ]}
    />
  );
  if (bySeries) {
    return (
      <>
        {way}
        <SeriesPicker
          context={context}
          range={range}
          value={series}
          onChange={(value) => onChange({ series: value, nodeName: '', metricName: '', systemName: '' })}
        />
      </>
    );
  }
  return (
    <>
      {way}
      <NodePicker
        context={context}
        range={range}
        metricId={metricId}
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

/** One id, and no variable, which may be several. */
function isSingle(value: Texts): boolean {
  return typeof value === 'string' && isFilled(value) && !mentionsVariable(value);
}

/** Empty where the entry shows nothing but its id. */
function nameOf(entry: CatalogueEntry | undefined): string {
  return entry && entry.text !== entry.value ? entry.text : '';
}
