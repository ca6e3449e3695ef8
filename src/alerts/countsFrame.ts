import { type DataFrame, DataFrameType, type Field, type FieldConfig, FieldType, type Labels } from '@grafana/data';
import { t } from '@grafana/i18n';
import { type CountsBucket } from '../service/alerts';
import { barConfig, IMPACT_COLORS } from '../tables/colors';

const IMPACT_FIELDS = ['low', 'medium', 'high', 'severe'] as const;

export interface CountsFrameOptions {
  /** Of one among several; empty for the only one. */
  name: string;
  labels: Labels;
  /** Milliseconds. */
  width: number;
  /** What the filters are on that the service's counts know nothing of; empty for none. Their names say so, where all can see it. */
  without: string;
}

/**
 * Counts of active alerts per bucket (contract: Frames, `alertCounts`): the impacts as stacked bars in their colours, all
 * active alerts as a line along their top.
 */
export function countsFrame(
  buckets: readonly CountsBucket[],
  { name, labels, width, without }: CountsFrameOptions
): DataFrame {
  const shownAs = (text: string) =>
    without === ''
      ? text
      : t('alerts.unfiltered', '{{name}} (not filtered by {{names}})', {
          name: text,
          names: without,
          interpolation: { escapeValue: false },
        });
  const field = (key: 'active' | (typeof IMPACT_FIELDS)[number], config: FieldConfig): Field => ({
    name: key,
    type: FieldType.number,
    labels,
    config: {
      ...config,
      displayNameFromDS: shownAs(name === '' ? key : `${key} · ${name}`),
      decimals: 0,
      unit: 'short',
      min: 0,
    },
    values: buckets.map((bucket) => bucket[key]),
  });
  return {
    name: name === '' ? undefined : name,
    length: buckets.length,
    fields: [
      { name: 'time', type: FieldType.time, config: { interval: width }, values: buckets.map(({ start }) => start) },
      field('active', ACTIVE),
      ...IMPACT_FIELDS.map((impact) => field(impact, barConfig(IMPACT_COLORS[impact]))),
    ],
    meta: { type: DataFrameType.TimeSeriesWide, typeVersion: [0, 1], preferredVisualisationType: 'graph' },
  };
}

const ACTIVE: FieldConfig = {
  color: { mode: 'fixed', fixedColor: '#8e8e8e' },
  custom: {
    drawStyle: 'line',
    lineInterpolation: 'stepAfter',
    lineWidth: 1,
    fillOpacity: 0,
    showPoints: 'never',
    stacking: { mode: 'none', group: 'B' },
  },
};
