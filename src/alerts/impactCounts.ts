import { type DataFrame, type Field, FieldType, type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { uniq } from 'lodash';
import { notice } from '../answer/notices';
import { IMPACTS } from '../alertbook/order';
import { type Alert } from '../service/alerts';
import { IMPACT_COLORS } from '../tables/colors';

const MILDEST_FIRST = [...IMPACTS].reverse();

/**
 * How many alerts are active, by impact, in one row (contract: `alerts`, `format: counts`). Zeros are data: whoever draws
 * them knows that the service answered. One of an impact that the interface does not list counts as active, and is told.
 */
export function impactCounts(alerts: readonly Alert[]): { frame: DataFrame; notices: QueryResultMetaNotice[] } {
  const active = alerts.filter((alert) => alert.active !== false);
  const of = (impact: string) => active.filter((alert) => alert.impact === impact).length;
  const others = active.filter(({ impact }) => !IMPACTS.some((known) => known === impact));
  return {
    frame: {
      name: t('alerts.counts', 'Active alerts'),
      length: 1,
      fields: [
        countField('active', active.length, 'text'),
        ...MILDEST_FIRST.map((impact) => countField(impact, of(impact), IMPACT_COLORS[impact])),
      ],
    },
    notices: others.length > 0 ? [otherImpacts(others)] : [],
  };
}

function countField(name: string, count: number, color: string): Field {
  const config = { color: { mode: 'fixed', fixedColor: color }, decimals: 0, min: 0 };
  return { name, type: FieldType.number, config, values: [count] };
}

function otherImpacts(alerts: readonly Alert[]): QueryResultMetaNotice {
  const impacts = uniq(alerts.map(({ impact }) => impact ?? t('alerts.counts-none', 'none')));
  return notice(
    t('alerts.counts-others', 'Counted as active alone, since they have another impact: {{number}} ({{impacts}}).', {
      number: alerts.length,
      impacts: impacts.slice(0, 5).join(', '),
      interpolation: { escapeValue: false },
    })
  );
}
