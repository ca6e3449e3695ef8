import { t } from '@grafana/i18n';
import { type Titles } from '../catalogue/lookUps';
import { extent, metricTitle } from '../catalogue/titles';
import { type AlertEvent, type Change } from '../service/alerts';

/** As many changes are told in one line. */
const MOST_TOLD = 3;
const RAW = { interpolation: { escapeValue: false } };

/** What a change changed from: each change's metric before it, as far as earlier changes tell. */
export type Before = ReadonlyMap<Change, string>;

/**
 * The severity of each change's metric before that change, as earlier events of the same alert tell it.
 *
 * @param events those of each alert in the order of its list
 */
export function severitiesBefore(events: readonly AlertEvent[]): Before {
  const before = new Map<Change, string>();
  const current = new Map<string, string>();
  for (const { alertId, changes } of events) {
    for (const change of changes ?? []) {
      const key = JSON.stringify([alertId, change.nodeId, change.metricId]);
      const known = current.get(key);
      if (known !== undefined) {
        before.set(change, known);
      }
      if (change.change === 'removed') {
        current.delete(key);
      } else if (change.severity) {
        current.set(key, change.severity);
      }
    }
  }
  return before;
}

/** `Connections in use · orders-db: red, was orange; closest deviation 2.1` */
export function changeText(change: Change, before: Before): string {
  const was = before.get(change);
  const values = { metric: metricTitle(change), severity: change.severity ?? '', was, ...RAW };
  return [stateText(change, was, values), ...figures(change)].join('; ');
}

function stateText(
  { change, severity }: Change,
  was: string | undefined,
  values: { metric: string; severity: string; was: string | undefined }
): string {
  if (change === 'removed') {
    return was
      ? t('alerts.line.removed-was', '{{metric}}: no longer part of the alert, was {{was}}', values)
      : t('alerts.line.removed', '{{metric}}: no longer part of the alert', values);
  }
  if (!severity) {
    return t('alerts.line.changed', '{{metric}}: {{change}}', {
      ...values,
      change: change ?? t('alerts.line.changed-somehow', 'changed'),
    });
  }
  if (was && was !== severity) {
    return t('alerts.line.was', '{{metric}}: {{severity}}, was {{was}}', values);
  }
  if (was) {
    return t('alerts.line.still', '{{metric}}: still {{severity}}', values);
  }
  return change === 'added'
    ? t('alerts.line.added', '{{metric}}: {{severity}}, new in the alert', values)
    : t('alerts.line.now', '{{metric}}: {{severity}}', values);
}

function figures({ change, type, closestBaselineDeviation: deviation }: Change): string[] {
  if (change === 'removed') {
    return [];
  }
  return [
    ...(type === 'missing_data' ? [t('alerts.line.missing', 'data is missing')] : []),
    ...(deviation === null
      ? []
      : [t('alerts.line.deviation', 'closest deviation {{number}}', { number: Number(deviation.toPrecision(3)) })]),
  ];
}

/** What an event did, in a line: its changes, or how it left the alert. */
export function eventText(event: AlertEvent, before: Before, titles: Titles): string {
  const { eventType, impact, activeMetrics, activeNodes } = event;
  const title = titles.titleOf({ ...event, id: event.alertId });
  const changes = event.changes ?? [];
  if (eventType === 'ended') {
    return t('alerts.line.ended', '{{title}}: the alert ended', { title, ...RAW });
  }
  if (changes.length > 0) {
    const told = changes.slice(0, MOST_TOLD).map((change) => changeText(change, before));
    const left = changes.length - told.length;
    const text = told.join(' | ') + (left > 0 ? ` +${left}` : '');
    return eventType === 'created' ? t('alerts.line.created', 'New alert: {{text}}', { text, ...RAW }) : text;
  }
  const state = [
    eventType ?? t('alerts.line.event', 'event'),
    impact && t('alerts.line.impact', '{{impact}} impact', { impact, ...RAW }),
    extent(activeMetrics, activeNodes),
  ];
  return `${title}: ${state.filter((part) => part).join(', ')}`;
}
