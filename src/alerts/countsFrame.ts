import {
  type DataFrame,
  DataFrameType,
  type Field,
  type FieldConfig,
  FieldType,
  type Labels,
  type QueryResultMetaNotice,
} from '@grafana/data';
import { t } from '@grafana/i18n';
import { sumBy, uniq } from 'lodash';
import { IMPACTS } from '../alertbook/order';
import { info } from '../notices/notices';
import { RAW } from '../loading/texts';
import { type Alert, type CountsBucket } from '../service/alerts';
import { barConfig, colorOf } from '../tables/colors';

const MILDEST_FIRST = [...IMPACTS].reverse();

/**
 * Counts of active alerts per bucket: the impacts as stacked bars in their colors, all active alerts as a line on top.
 *
 * @param width of a bucket, in milliseconds
 * @param name of this node and metric among several; empty for the only one
 */
export function countsFrame(
  buckets: readonly CountsBucket[],
  width: number,
  name = '',
  labels: Labels = {}
): DataFrame {
  const field = (key: string, values: Array<number | null>, config: FieldConfig): Field => ({
    name: key,
    type: FieldType.number,
    labels,
    config: { ...config, displayNameFromDS: name ? `${key} · ${name}` : key, decimals: 0, unit: 'short', min: 0 },
    values,
  });
  const of = (key: 'active' | (typeof IMPACTS)[number]) => buckets.map((bucket) => bucket[key]);
  const unknown = buckets.map(unknownImpacts);
  return {
    name: name || undefined,
    length: buckets.length,
    fields: [
      { name: 'time', type: FieldType.time, config: { interval: width }, values: buckets.map(({ start }) => start) },
      field('active', of('active'), ACTIVE),
      ...MILDEST_FIRST.map((impact) => field(impact, of(impact), barConfig(colorOf(impact)))),
      ...(unknown.some(Boolean) ? [field(UNKNOWN, unknown, barConfig(colorOf(null)))] : []),
    ],
    meta: { type: DataFrameType.TimeSeriesWide, typeVersion: [0, 1], preferredVisualisationType: 'graph' },
  };
}

/** The column of alerts with an unknown impact. */
const UNKNOWN = 'unknown';

/** Active alerts with an unknown impact. Null if the number of active alerts is unknown. */
function unknownImpacts(bucket: CountsBucket): number | null {
  return bucket.active === null ? null : Math.max(0, bucket.active - sumBy(IMPACTS, (impact) => bucket[impact] ?? 0));
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

/**
 * The number of active alerts by impact, in one row. Zeros are data: they show that the service responded. Alerts with an
 * unknown impact have their own column and a notice, if there are any.
 *
 * @param isRun whether the query was run; otherwise, there is no row
 */
export function impactCounts(
  alerts: readonly Alert[],
  isRun: boolean
): { frame: DataFrame; notices: QueryResultMetaNotice[] } {
  const active = alerts.filter((alert) => alert.active !== false);
  const of = (impact: string) => active.filter((alert) => alert.impact === impact).length;
  const others = active.filter(({ impact }) => !IMPACTS.some((known) => known === impact));
  return {
    frame: {
      name: t('type.alert-counts', 'Alert counts'),
      length: isRun ? 1 : 0,
      fields: [
        countField('active', active.length, 'text'),
        ...MILDEST_FIRST.map((impact) => countField(impact, of(impact), colorOf(impact))),
        ...(others.length > 0 ? [countField(UNKNOWN, others.length, colorOf(null))] : []),
      ].map((field) => (isRun ? field : { ...field, values: [] })),
      meta: { type: DataFrameType.NumericWide, typeVersion: [0, 1] },
    },
    notices: others.length > 0 ? [otherImpacts(others)] : [],
  };
}

function countField(name: string, count: number, color: string): Field {
  const config = { color: { mode: 'fixed', fixedColor: color }, decimals: 0, min: 0 };
  return { name, type: FieldType.number, config, values: [count] };
}

function otherImpacts(alerts: readonly Alert[]): QueryResultMetaNotice {
  const impacts = uniq(alerts.map(({ impact }) => impact ?? t('option.none', 'none')));
  return info(
    t('alerts.counts-others', '{{count}} alerts have another impact ({{impacts}}).', {
      count: alerts.length,
      defaultValue_one: '1 alert has another impact ({{impacts}}).',
      impacts: impacts.slice(0, 5).join(', '),
      ...RAW,
    })
  );
}
