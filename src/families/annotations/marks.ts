import { t } from '@grafana/i18n';
import { uniq, upperFirst } from 'lodash';
import { pair, RAW } from '../../ground/texts';
import { type AnnotationShape } from './models';
import { type ActiveAlert } from '../../judging/active';
import { type Courses } from '../../facts/courses';
import { earlierChanges, worstFirst } from '../../facts/history';
import { durationOf, spanOf } from '../../facts/span';
import { extentOf, metricTitle, titleOfMetrics } from '../../facts/titles';
import { type Alert, type AlertEvent, type AlertMetric, type Named } from '../../service/alerts';
import { inSentence, significant } from '../../table/texts';
import { changeText, severityText, wordOf } from '../../table/words';
import { colorOf } from '../../table/colors';
import { eventSpans, alertLinkTitle, type LinkPlace, type LinkRow, ownAddresses } from '../../table/links';
import { clockText, durationText } from '../../ground/timeTexts';
import { type Mark } from '../../table/marks';
import { type Span } from '../../ground/spans';
import { byAnomalySeverity } from '../../facts/order';
import { type Anomaly, type AnomalyMetric } from '../../service/anomalies';
import { dateTime } from '../../service/operations';
import { locationUtil, textUtil } from '@grafana/data';
import { alertView, corridorsView, type RowSpan, targetsOf, urlOf } from '../../table/targets';

/** More overlapping regions would hide the panel. */
const MOST_OVERLAPPING = 3;

interface AlertMarkOptions {
  shape: AnnotationShape;
  range: Span;
  /** `place.now` is the time up to which an active alert is drawn. */
  place: LinkPlace;
  timeZone: string;
  courses: Pick<Courses, 'titleOf' | 'metricsOf' | 'firstMetricOf'>;
}

/**
 * The alerts as regions, or as marks at their starts, or at the range's start if that is later. A region is from
 * `firstSeenAt` to `lastSeenAt`, or to now for an active alert, but at most to the range's end. A missing time is the
 * range's own.
 */
export function alertMarks(alerts: readonly ActiveAlert[], options: AlertMarkOptions): Mark[] {
  const { range, place, shape } = options;
  const spans = alerts.map((alert) => drawnSpan(alert, range, place.now));
  const regions = drawsRegions(shape, spans);
  return alerts.map((alert, i) => alertMark(alert, spans[i], regions, options));
}

/**
 * The drawn part of an alert. A missing time is the range's own. An active alert is drawn up to now, at most to the
 * range's end. An alert that ended before it began is a moment.
 */
function drawnSpan(alert: Alert, range: Span, now: number): Span {
  const { from, to } = spanOf(alert, Math.min(now, range.to));
  const start = from ?? range.from;
  return { from: start, to: from !== null && to !== null ? Math.max(from, to) : (to ?? range.to) };
}

function alertMark(alert: ActiveAlert, span: Span, region: boolean, options: AlertMarkOptions): Mark {
  const { range, place, timeZone, courses } = options;
  const { id, impact, active, activeAt, firstSeenAt } = alert;
  const own = { ...span, open: active === true && activeAt === undefined };
  const title = courses.titleOf(alert);
  const metrics = worstFirst(courses.metricsOf(alert) ?? []);
  return {
    id,
    time: region ? span.from : Math.max(span.from, range.from),
    timeEnd: region ? span.to : null,
    title: escaped(title),
    text: lines(
      escaped(stateText(alert)),
      escaped(timeText(alert, place.now, timeZone)),
      metricsHtml(metrics, alertMetricLine, place, span),
      alertLinks(id, place, own),
      ownLinks(
        { alert: { id, title, impact }, metric: courses.firstMetricOf(alert), span: firstSeenAt === null ? null : own },
        place
      )
    ),
    tags: tagsOf([impact], metrics),
    color: colorOf(impact),
  };
}

function alertMetricLine(metric: AlertMetric): string {
  const title = metricTitle(metric);
  return metric.severity === null ? title : pair(title, severityText(metric.severity));
}

/** `severe impact, 6 metrics on 3 nodes, score 91.8` */
export function stateText({
  impact,
  activeMetrics,
  activeNodes,
  score,
}: Pick<Alert, 'impact' | 'activeMetrics' | 'activeNodes' | 'score'>): string {
  return [
    impact && t('annotations.impact', '{{impact}} impact', { impact: wordOf(impact), ...RAW }),
    extentOf({ activeMetrics, activeNodes }),
    score !== null && t('annotations.score', 'score {{score}}', { score: inSentence(significant(score, 4)), ...RAW }),
  ]
    .filter((part) => part)
    .join(', ');
}

/** When it was seen: the whole span, which may extend beyond the drawn part. */
function timeText({ firstSeenAt, lastSeenAt, active, activeAt }: ActiveAlert, now: number, timeZone: string): string {
  const from = firstSeenAt === null ? null : clockText(firstSeenAt, timeZone);
  const to = lastSeenAt === null ? null : clockText(lastSeenAt, timeZone);
  const at = activeAt === undefined ? null : clockText(activeAt, timeZone);
  const duration = durationOf({ active, firstSeenAt, lastSeenAt }, activeAt ?? now);
  const length = duration === null ? null : durationText(duration);
  const what = active ? activeText(from, at) : endText(from, to);
  return [what, what && length && `(${length})`].filter((part) => part).join(' ');
}

function activeText(from: string | null, at: string | null): string {
  const since = from && t('annotations.since', 'Since {{from}}', { from, ...RAW });
  const active = at ? t('annotations.active-at', 'active at {{at}}', { at, ...RAW }) : t('tables.active', 'active');
  return since ? `${since}, ${active}` : upperFirst(active);
}

function endText(from: string | null, to: string | null): string | null {
  if (to === null) {
    return from && t('annotations.since', 'Since {{from}}', { from, ...RAW });
  }
  return from === null ? t('annotations.until', 'Until {{to}}', { to, ...RAW }) : `${from} – ${to}`;
}

/** The largest number of spans that share a moment, which is always the start of one of them. Both ends are included. */
export function mostAtOnce(spans: readonly Span[]): number {
  const open = spans.map(({ from }) => spans.filter((other) => other.from <= from && from <= other.to).length);
  return Math.max(0, ...open);
}

/** Whether alerts are drawn as regions: as requested, otherwise if few overlap. */
export function drawsRegions(shape: AnnotationShape, spans: readonly Span[]): boolean {
  return shape === 'regions' || (shape !== 'marks' && mostAtOnce(spans) <= MOST_OVERLAPPING);
}

/** An event with a known time. Without one, it can't be drawn. */
export type TimedEvent = AlertEvent & { time: number };

interface EventMarkOptions {
  place: LinkPlace;
  courses: Pick<Courses, 'titleOf'>;
  /** All events that were read, each alert's in order, to compare a change with the previous state. */
  all: readonly AlertEvent[];
  /** The end of a past range: nothing continues after it. Infinity for other ranges. Epoch milliseconds. */
  moment: number;
  /** The rows of their alerts, as far as they are known. */
  alerts: readonly Alert[];
}

/** One mark per event, with a text about what changed. */
export function eventMarks(
  events: readonly TimedEvent[],
  { place, courses, all, moment, alerts }: EventMarkOptions
): Mark[] {
  const earlier = earlierChanges(all);
  const spans = eventSpans(all, { alerts, now: place.now, moment });
  return events.map((event) => {
    const { time, alertId, sequence, eventType, impact, changes } = event;
    const named = changes ?? [];
    const title = courses.titleOf({ ...event, id: alertId });
    const span = spans[alertId] ?? { from: time, to: time };
    return {
      id: `${alertId}/${sequence ?? ''}`,
      time,
      timeEnd: null,
      title: escaped(title),
      text: lines(
        escaped(eventText(event)),
        metricsHtml(named, (change) => changeText(change, earlier.get(change)), place, { from: time, to: time }),
        alertLinks(alertId, place, span),
        ownLinks({ alert: { id: alertId, title, impact }, metric: named.at(0), span }, place)
      ),
      tags: tagsOf([impact, eventType], named),
      color: colorOf(impact),
    };
  });
}

/** `Alert: updated, severe impact, 6 metrics on 3 nodes, score 91.8` */
function eventText(event: AlertEvent): string {
  const parts = [event.eventType && wordOf(event.eventType), stateText(event)].filter((part) => part);
  const name = t('label.alert', 'Alert');
  return parts.length > 0 ? pair(name, parts.join(', ')) : name;
}

/** An anomaly with a known time. Without one, it can't be drawn. */
export type TimedAnomaly = Anomaly & { time: number };

/** One mark per anomaly, at its `event_occured`. */
export function anomalyMarks(anomalies: readonly TimedAnomaly[], place: LinkPlace): Mark[] {
  return anomalies.map((anomaly) => {
    const { id, time, occured } = anomaly;
    const started = anomaly.metrics.flatMap((metric) => metric.started ?? []);
    const mark = anomalyMark(anomaly, { from: Math.min(time, ...started), to: time }, place);
    return { ...mark, id: `${id}/${occured ?? dateTime(time)}`, time, timeEnd: null };
  });
}

/** The time of an anomaly's chosen metrics: from `started` to `updated`. Null if neither can be read. */
export function metricSpan({ time, metrics }: Anomaly, isChosen: (metric: AnomalyMetric) => boolean): Span | null {
  const chosen = metrics.filter(isChosen);
  const started = chosen.flatMap((metric) => metric.started ?? []);
  const updated = chosen.flatMap((metric) => metric.updated ?? []);
  const isOpen = started.length === 0 || updated.length === 0;
  const times = [...started, ...updated, ...(isOpen && time !== null ? [time] : [])];
  return times.length > 0 ? { from: Math.min(...times), to: Math.max(...times) } : null;
}

/** One region per anomaly, from the newest of its rows. */
export function anomalyRegion(anomaly: Anomaly, span: Span, place: LinkPlace, timeZone: string): Mark {
  const mark = anomalyMark(anomaly, span, place);
  const text = lines(escaped(`${clockText(span.from, timeZone)} – ${clockText(span.to, timeZone)}`), mark.text);
  return { ...mark, text, time: span.from, timeEnd: span.to };
}

function anomalyMark(anomaly: Anomaly, span: Span, place: LinkPlace): Omit<Mark, 'time' | 'timeEnd'> {
  const { id, severity, eventType } = anomaly;
  const metrics = [...anomaly.metrics].sort(byAnomalySeverity);
  const title = anomalyTitle(anomaly, metrics);
  return {
    id,
    title: escaped(title),
    text: lines(
      escaped(anomalyText(anomaly)),
      metricsHtml(metrics, anomalyMetricLine, place, span),
      ownLinks({ alert: { id, title }, metric: metrics.at(0), span }, place)
    ),
    tags: tagsOf([severity, eventType], metrics),
    color: colorOf(severity),
  };
}

/** Its worst metric, and the number of others. */
function anomalyTitle(anomaly: Anomaly, metrics: AnomalyMetric[]): string {
  return titleOfMetrics(metrics) ?? extent(anomaly) ?? t('annotations.anomaly', 'Anomaly');
}

function extent({ metricsAffected, nodesAffected }: Anomaly): string | null {
  return extentOf({ activeMetrics: metricsAffected, activeNodes: nodesAffected });
}

function anomalyMetricLine(metric: AnomalyMetric): string {
  const title = metricTitle(metric);
  return metric.severity ? pair(title, wordOf(metric.severity)) : title;
}

/** `Anomaly: updated, severe, 6 metrics on 3 nodes` */
function anomalyText(anomaly: Anomaly): string {
  const { eventType, severity } = anomaly;
  const parts = [eventType && wordOf(eventType), severity && wordOf(severity), extent(anomaly)].filter((part) => part);
  const name = t('annotations.anomaly', 'Anomaly');
  return parts.length > 0 ? pair(name, parts.join(', ')) : name;
}

/**
 * Grafana draws an annotation's title and text as sanitized HTML. All markup is created here, and texts from the service
 * go through `escaped`.
 */

/** The most metrics, and tags, in a tooltip. */
const MOST_NAMED = 6;
const MOST_TAGS = 60;

/** A text with escaped markup. */
export function escaped(text: string): string {
  return textUtil.escapeHtml(text);
}

/** @param html lines of HTML; empty ones are omitted */
export function lines(...html: string[]): string {
  return html.filter((line) => line !== '').join('<br>');
}

/** Plain texts, each once: the given ones, then names of nodes, systems, and metrics (IDs without names). */
export function tagsOf(first: Array<string | null>, named: readonly Named[]): string[] {
  const all = [
    ...first,
    ...named.map(({ nodeName, nodeId }) => nodeName || nodeId),
    ...named.map(({ systemName, systemId }) => systemName || systemId),
    ...named.map(({ metricName, metricId }) => metricName || metricId),
  ];
  return uniq(all.flatMap((tag) => tag || [])).slice(0, MOST_TAGS);
}

/**
 * The metrics as HTML, one line each with a link to its corridors over the span. Metrics that don't fit into a tooltip are
 * counted.
 */
export function metricsHtml<M extends Named>(
  metrics: readonly M[],
  lineOf: (metric: M) => string,
  place: LinkPlace,
  span: Span
): string {
  const [target] = targetsOf('metric', place);
  const shown = metrics.slice(0, MOST_NAMED).map((metric) => {
    const isSeries = metric.nodeId && metric.metricId;
    return target && isSeries
      ? anchor(lineOf(metric), urlOf(target, corridorsView(metric), place, span))
      : escaped(lineOf(metric));
  });
  const count = metrics.length - shown.length;
  return lines(...shown, count > 0 ? `+${count}` : '');
}

/** Links of an alert's annotation, with the alert's time and a margin. */
export function alertLinks(alertId: string, place: LinkPlace, span: RowSpan): string {
  const targets = alertId === '' ? [] : targetsOf('alert', place);
  return targets
    .map((target) => anchor(alertLinkTitle(target), urlOf(target, alertView(alertId), place, span)))
    .join(' · ');
}

/** The administrator's links from an annotation. */
export function ownLinks(row: LinkRow, place: LinkPlace): string {
  return ownAddresses(row, place)
    .map(({ title, url }) => anchor(title, url))
    .join(' · ');
}

/** @param url may lack Grafana's base path; without one, only the label is shown */
function anchor(label: string, url: string): string {
  return url === ''
    ? escaped(label)
    : `<a href="${escaped(locationUtil.assureBaseUrl(url))}" target="_blank">${escaped(label)}</a>`;
}
