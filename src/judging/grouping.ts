import { uniq } from 'lodash';
import { type AlertHistory } from '../alertbook/history';
import { spanOf } from '../alertbook/span';
import { seriesKey } from '../query/series';
import { type Alert } from '../service/alerts';
import { type Incident, type IncidentAlert, incidentsOf } from './incidents';

export interface Grouped {
  incidents: Incident[];
  /** The alerts whose first page of events was not read. */
  unread: ReadonlySet<string>;
}

/**
 * Alerts in groups, once the histories of `deciding` are read. Only these count, so that other data of the page does not
 * affect groups.
 */
export function groupedBy(
  shown: readonly Alert[],
  deciding: readonly Alert[],
  historyOf: (id: string) => AlertHistory | null,
  now: number
): Grouped {
  const read = new Set(deciding.map(({ id }) => id).filter((id) => historyOf(id) !== null));
  const compared = (alert: Alert): IncidentAlert => {
    const { from, to } = spanOf(alert, now);
    const metrics = read.has(alert.id) ? (historyOf(alert.id)?.metrics ?? null) : null;
    return {
      id: alert.id,
      from,
      to,
      metrics: metrics?.map((one) => seriesKey(one)) ?? null,
      systems: uniq(metrics?.flatMap(({ systemId }) => systemId ?? [])),
    };
  };
  const unread = shown.map(({ id }) => id).filter((id) => !read.has(id));
  return { incidents: incidentsOf(shown.map(compared), deciding.map(compared)), unread: new Set(unread) };
}

/** Every alert separately, while groups are unknown. @param deciding the alerts whose histories count */
export function ungrouped(alerts: readonly Alert[], deciding: readonly Alert[], now: number): Grouped {
  const alone = alerts.map((alert) => ({ ...spanOf(alert, now), id: alert.id, metrics: null, systems: [] }));
  const read = new Set(deciding.map(({ id }) => id));
  return { incidents: incidentsOf(alone), unread: new Set(alerts.map(({ id }) => id).filter((id) => !read.has(id))) };
}
