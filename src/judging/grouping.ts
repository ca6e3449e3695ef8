import { type AlertHistory } from '../facts/history';
import { spanOf } from '../facts/span';
import { seriesKey } from '../ground/series';
import { type Alert } from '../service/alerts';
import { type Incident, type IncidentAlert, incidentsOf } from './incidents';

/** Alerts in groups. @param ofRange all alerts of the range @param historyOf null for an alert that is not grouped */
export function groupedBy(
  shown: readonly Alert[],
  ofRange: readonly Alert[],
  historyOf: (id: string) => AlertHistory | null,
  now: number
): Incident[] {
  const compared = (alert: Alert): IncidentAlert => {
    const { from, to } = spanOf(alert, now);
    const metrics = historyOf(alert.id)?.metrics;
    return {
      id: alert.id,
      from,
      to,
      metrics: metrics?.map((one) => seriesKey(one)) ?? null,
    };
  };
  return incidentsOf(shown.map(compared), ofRange.map(compared));
}
