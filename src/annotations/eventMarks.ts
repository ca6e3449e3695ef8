import { t } from '@grafana/i18n';
import { impactRank } from '../incidents/order';
import { type AlertEvent, type Change } from '../service/alerts';
import { colorOf } from '../tables/colors';
import { type LinkPlace } from '../tables/links';
import { extent } from '../catalogue/titles';
import { alertLinks, scoreText } from './alertMarks';
import { escaped, lines } from './html';
import { type Mark } from './mark';
import { metricsHtml, tagsOf } from './names';

/** An event whose time is known: without one it has no place. */
export type TimedEvent = AlertEvent & { time: number };

/** Most severe first; then the latest. */
export function bySeverityThenLatest(a: TimedEvent, b: TimedEvent): number {
  return impactRank(a.impact) - impactRank(b.impact) || b.time - a.time;
}

/** A mark per event. */
export function eventMarks(events: readonly TimedEvent[], place: LinkPlace): Mark[] {
  return events.map((event) => {
    const { time, alertId, sequence, eventType, impact } = event;
    const span = { from: time, to: time };
    const changes = event.changes ?? [];
    return {
      id: `${alertId}/${sequence ?? ''}`,
      time,
      timeEnd: null,
      title: escaped(titleOf(event)),
      text: lines(
        escaped(extent(event.activeMetrics, event.activeNodes) ?? ''),
        escaped(scoreText(event.score)),
        escaped(changesText(changes)),
        metricsHtml(changes, place, span),
        alertId === '' ? '' : alertLinks(alertId, event.active, place, span)
      ),
      tags: tagsOf([impact, eventType], changes),
      color: colorOf(impact),
    };
  });
}

function titleOf({ eventType, impact }: AlertEvent): string {
  const what = t('annotations.event-title', 'Alert {{eventType}}', {
    eventType: eventType ?? '',
    interpolation: { escapeValue: false },
  }).trim();
  return impact ? `${what} · ${impact}` : what;
}

/** `2 added, 1 removed` */
function changesText(changes: readonly Change[]): string {
  const counts = new Map<string, number>();
  for (const { change } of changes) {
    if (change) {
      counts.set(change, (counts.get(change) ?? 0) + 1);
    }
  }
  return [...counts].map(([change, count]) => `${count} ${change}`).join(', ');
}
