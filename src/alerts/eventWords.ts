import { t } from '@grafana/i18n';
import { changeText } from '../tables/changeText';
import { type Titles } from '../catalogue/lookUps';
import { extent } from '../catalogue/titles';
import { type AlertEvent, type Change } from '../service/alerts';
import { wordOf } from '../tables/words';

/** As many changes stand in one line. */
const MOST_IN_LINE = 3;
const RAW = { interpolation: { escapeValue: false } };

/**
 * What an event did, in a line: its changes, or how it left the alert.
 *
 * @param earlier what earlier changes tell of each change's metric (`earlierChanges`)
 */
export function eventText(event: AlertEvent, earlier: ReadonlyMap<Change, Change>, titles: Titles): string {
  const { eventType, impact, activeMetrics, activeNodes } = event;
  const title = titles.titleOf({ ...event, id: event.alertId });
  const changes = event.changes ?? [];
  if (eventType === 'ended') {
    return t('alerts.line.ended', '{{title}}: the alert ended', { title, ...RAW });
  }
  if (changes.length > 0) {
    const lines = changes.slice(0, MOST_IN_LINE).map((change) => changeText(change, earlier.get(change)));
    const left = changes.length - lines.length;
    const text = lines.join(' | ') + (left > 0 ? ` +${left}` : '');
    return eventType === 'created' ? t('alerts.line.created', 'New alert: {{text}}', { text, ...RAW }) : text;
  }
  const state = [
    eventType === null ? t('alerts.line.event', 'event') : wordOf(eventType),
    impact && t('alerts.line.impact', '{{impact}} impact', { impact: wordOf(impact), ...RAW }),
    extent(activeMetrics, activeNodes),
  ];
  return `${title}: ${state.filter((part) => part).join(', ')}`;
}
