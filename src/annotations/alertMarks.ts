import { dateTimeFormat } from '@grafana/data';
import { t } from '@grafana/i18n';
import { type AnnotationShape } from './models';
import { type Alert } from '../service/alerts';
import { colorOf } from '../tables/colors';
import { type LinkPlace } from '../tables/links';
import { extent } from '../catalogue/titles';
import { type Named } from '../answer/named';
import { anchor, escaped, lines } from './html';
import { type Mark } from './mark';
import { metricsHtml, tagsOf, urlOf } from './names';
import { type Span } from '../time/span';
import { drawsRegions } from './shape';

export interface AlertMarkOptions {
  shape: AnnotationShape;
  range: Span;
  place: LinkPlace;
  timeZone: string;
  /** The metrics of an alert as far as they are known; the alert's own come first. */
  namesOf: (alertId: string) => Named[];
}

/**
 * The alerts as regions, or as marks where each began. A region goes from `firstSeenAt` to `lastSeenAt`, an active
 * alert's to the range's end; a null time is the range's own.
 */
export function alertMarks(alerts: readonly Alert[], options: AlertMarkOptions): Mark[] {
  const spans = alerts.map((alert) => spanOf(alert, options.range));
  const regions = drawsRegions(options.shape, spans);
  return alerts.map((alert, i) => markOf(alert, spans[i], regions, options));
}

export function spanOf({ firstSeenAt, lastSeenAt, active }: Alert, range: Span): Span {
  return { from: firstSeenAt ?? range.from, to: active ? range.to : (lastSeenAt ?? range.to) };
}

function markOf(alert: Alert, span: Span, region: boolean, { place, timeZone, namesOf }: AlertMarkOptions): Mark {
  const { id, impact } = alert;
  const named = alert.metrics?.length ? alert.metrics : namesOf(id);
  return {
    id,
    time: span.from,
    timeEnd: region ? span.to : null,
    title: escaped(titleOf(alert)),
    text: lines(
      escaped(extent(alert.activeMetrics, alert.activeNodes) ?? ''),
      escaped(scoreText(alert.score)),
      escaped(duration(alert, timeZone)),
      metricsHtml(named, place, span),
      id === '' ? '' : alertLinks(id, alert.active, place, span)
    ),
    tags: tagsOf([impact], named),
    color: colorOf(impact),
  };
}

function titleOf({ impact }: Alert): string {
  return impact
    ? t('annotations.alert-title', 'Alert · {{impact}}', { impact, interpolation: { escapeValue: false } })
    : t('annotations.alert', 'Alert');
}

export function scoreText(score: number | null): string {
  return score === null
    ? ''
    : t('annotations.score', 'Score {{score}}', { score: Number(score.toPrecision(4)).toLocaleString() });
}

/** When it was seen: the whole span, which may reach beyond what is drawn. */
function duration({ firstSeenAt, lastSeenAt, active }: Alert, timeZone: string): string {
  const raw = { interpolation: { escapeValue: false } };
  const from = firstSeenAt === null ? null : dateTimeFormat(firstSeenAt, { timeZone });
  const to = lastSeenAt === null ? null : dateTimeFormat(lastSeenAt, { timeZone });
  if (active) {
    return from === null
      ? t('annotations.active', 'Still active')
      : t('annotations.active-since', 'Since {{from}}, still active', { from, ...raw });
  }
  if (to === null) {
    return from === null ? '' : t('annotations.since', 'Since {{from}}', { from, ...raw });
  }
  return from === null
    ? t('annotations.until', 'Until {{to}}', { to, ...raw })
    : t('annotations.from-until', '{{from}} until {{to}}', { from, to, ...raw });
}

/** Links to the alert's events and to all its metrics. */
export function alertLinks(alertId: string, active: boolean | null, place: LinkPlace, span: Span): string {
  const events = urlOf(place, { queryType: 'alertEvents', alertId, changes: true }, span);
  // Its metrics are told only of a time at which it was active; of one that ended the last such.
  const at = active ? '' : String(Math.max(span.from, span.to - 1));
  const metrics = urlOf(place, { queryType: 'alerts', alertId, metrics: true, at }, span);
  return [
    anchor(t('annotations.link-events', 'Events of this alert'), events),
    anchor(t('annotations.link-metrics', 'Its metrics'), metrics),
  ].join(' · ');
}
