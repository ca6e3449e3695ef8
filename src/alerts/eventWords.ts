import { t } from '@grafana/i18n';
import { type AlertBook } from '../alertbook/alertBook';
import { extentOf } from '../alertbook/titles';
import { lookUp } from '../query/shapes';
import { changeText, wordOf } from '../tables/words';
import { type AlertEvent, type Change } from '../service/alerts';
import { pair, RAW } from '../loading/texts';

/** As many changes stand in one line. */
const MOST_IN_LINE = 3;

/**
 * What an event did, in a line: its changes, or how it left the alert.
 *
 * @param earlier what earlier changes tell of each change's metric (`earlierChanges`)
 */
export function eventText(
  event: AlertEvent,
  earlier: ReadonlyMap<Change, Change>,
  book: Pick<AlertBook, 'titleOf'>
): string {
  const { eventType, impact } = event;
  const title = book.titleOf({ ...event, id: event.alertId });
  const changes = event.changes ?? [];
  if (eventType === 'ended') {
    return pair(title, wordOf('ended'));
  }
  if (changes.length > 0) {
    const lines = changes.slice(0, MOST_IN_LINE).map((change) => changeText(change, earlier.get(change)));
    const left = changes.length - lines.length;
    const text = lines.join(' | ') + (left > 0 ? ` +${left}` : '');
    return eventType === 'created' ? t('alerts.line.created', 'New alert: {{text}}', { text, ...RAW }) : text;
  }
  const state = [
    eventType === null ? t('column.event', 'Event') : wordOf(eventType),
    impact && t('annotations.impact', '{{impact}} impact', { impact: wordOf(impact), ...RAW }),
    extentOf(event),
  ];
  return pair(title, state.filter((part) => part).join(', '));
}

/** Grafana's log levels for impacts; an impact that no list names has none. */
const LEVELS = { severe: 'critical', high: 'error', medium: 'warning', low: 'info' } as const;

function levelOf(impact: string | null): string {
  return lookUp<string>(LEVELS, impact) ?? 'unknown';
}

/**
 * The level of a log line: what gets better informs, whatever the alert's impact: a metric that left it, an alert that ended.
 *
 * @param metric the change that the line shows, or null where it shows the event
 */
export function levelOfLine(event: AlertEvent, metric: Pick<Change, 'change'> | null): string {
  const metrics = metric ? [metric] : (event.changes ?? []);
  const better =
    event.eventType === 'ended' || (metrics.length > 0 && metrics.every(({ change }) => change === 'removed'));
  return better ? 'info' : levelOf(event.impact);
}
