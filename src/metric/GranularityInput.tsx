import { type PanelData, type TimeRange } from '@grafana/data';
import { t } from '@grafana/i18n';
import React from 'react';
import { SelectInput, term } from '../fields/SelectInput';
import { variableOptions } from '../fields/variables';
import { type GranularityChoice } from '../query/query';
import { type MetricQuery } from './models';
import { type Context } from '../answer/runner';
import { autoGranularity, GRANULARITIES, STEP, stepOf } from '../query/granularity';

interface Props {
  query: MetricQuery;
  context: Context;
  range?: TimeRange;
  data?: PanelData;
  onChange: (granularity: GranularityChoice) => void;
}

/** The choice of granularity; `auto` says what it comes to for the range. v2 has none, so that a choice is only shown to be undone. */
export function GranularityInput({ query, context, range, data, onChange }: Props) {
  const { granularity } = query;
  const isV2 = context.settings.metricVersion === 'v2';
  if (isV2 && granularity === 'auto') {
    return null;
  }
  const used = usedGranularity(query, data) ?? (range && chosenFor(range, data));
  return (
    <SelectInput<string>
      label={t('metric.editor.granularity', 'Granularity')}
      tooltip={
        isV2
          ? t('metric.editor.granularity-v2', 'Metric data is read from v2, which has no granularity: choose auto.')
          : t('metric.editor.granularity-for', 'The time between two points. A long range is read in several requests.')
      }
      width={18}
      value={granularity}
      // A variable stands for one of the choices; the runner sees to it.
      onChange={(chosen) => onChange(chosen as GranularityChoice)}
      options={[
        {
          value: 'auto',
          label: used ? t('metric.editor.auto-is', 'auto ({{used}})', { used }) : t('metric.editor.auto', 'auto'),
          description: t('metric.editor.auto-for', 'As fine as the range and the panel allow'),
        },
        term('1m', t('metric.editor.1m', 'Every minute')),
        term('15m', t('metric.editor.15m', 'Every quarter of an hour')),
        term('1h', t('metric.editor.1h', 'Every hour')),
        ...variableOptions(context),
      ]}
    />
  );
}

function chosenFor(range: TimeRange, data: PanelData | undefined): string {
  const { maxDataPoints, intervalMs } = data?.request ?? {};
  return autoGranularity({ range: range.to.valueOf() - range.from.valueOf(), maxDataPoints, intervalMs });
}

/** What the last answer to `auto` had; it may be coarser than the choice, as the metric's source is. */
function usedGranularity({ refId, granularity }: MetricQuery, data: PanelData | undefined): string | undefined {
  const frame = data?.series.find((series) => series.refId === refId && series.meta?.custom?.granularity);
  const used: unknown = frame?.meta?.custom?.granularity;
  if (granularity !== 'auto' || typeof used !== 'string') {
    return undefined;
  }
  // The service may write 60m for what the list calls 1h.
  return GRANULARITIES.find((choice) => STEP[choice] === stepOf(used)) ?? used;
}
