import { t } from '@grafana/i18n';
import { uniq, upperFirst } from 'lodash';
import { pair, RAW, clockText, durationText } from '../../ground/texts';
import { type AnnotationShape } from './models';
import { type ActiveAlert } from '../../judging/active';
import { type Courses } from '../../facts/courses';
import { earlierChanges, worstFirst, durationOf, spanOf } from '../../facts/history';
import { extentOf, metricTitle, titleOfMetrics } from '../../facts/titles';
import { type Alert, type AlertEvent, type AlertMetric, type Named } from '../../service/alerts';
import { changeText, severityText, stateText, wordOf } from '../../table/words';
import { colorOf } from '../../table/colors';
import { alertLinks, eventSpans, type LinkPlace, type LinkRow, ownLinks } from '../../table/links';
import { escaped, lines, type Mark } from '../../table/marks';
import { type Span } from '../../ground/spans';
import { byAnomalySeverity } from '../../facts/order';
import { type Anomaly, type AnomalyMetric } from '../../service/anomalies';
import { dateTime } from '../../service/operations';
import { locationUtil } from '@grafana/data';
import { corridorsView, targetsOf, urlOf } from '../../table/targets';

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
  const areRegions = shape === 'regions' || (shape === 'auto' && mostAtOnce(spans) <= MOST_OVERLAPPING);
  return alerts.map((alert, i) => alertMark(alert, spans[i], areRegions, options));
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
  const title = courses.titleOf(alert);
  const own = { ...span, open: active === true && activeAt === undefined };
  const row = {
    alert: { id, title, impact },
    metric: courses.firstMetricOf(alert),
    span: firstSeenAt === null ? null : own,
  };
  return {
    id,
    time: region ? span.from : Math.max(span.from, range.from),
    timeEnd: region ? span.to : null,
    ...contentOf(place, row, {
      title,
      words: [impact],
      sentences: [stateText(alert), timeText(alert, place.now, timeZone)],
      metrics: worstFirst(courses.metricsOf(alert) ?? []),
      lineOf: alertMetricLine,
      span,
    }),
  };
}

function alertMetricLine(metric: AlertMetric): string {
  const title = metricTitle(metric);
  return metric.severity === null ? title : pair(title, severityText(metric.severity));
}

/** When it was seen: the whole span, which may extend beyond the drawn part. */
function timeText({ firstSeenAt, lastSeenAt, active, activeAt }: ActiveAlert, now: number, timeZone: string): string {
  const clock = (time: number | null) => (time === null ? null : clockText(time, timeZone));
  const [from, to, at] = [firstSeenAt, lastSeenAt, activeAt ?? null].map(clock);
  const since = from && t('annotations.since', 'Since {{from}}', { from, ...RAW });
  const until = to && t('annotations.until', 'Until {{to}}', { to, ...RAW });
  const state = at ? t('annotations.active-at', 'active at {{at}}', { at, ...RAW }) : t('tables.active', 'active');
  const whole = from && to ? `${from} – ${to}` : (until ?? since);
  const text = active ? upperFirst([since, state].filter((part) => part).join(', ')) : whole;
  const duration = durationOf({ active, firstSeenAt, lastSeenAt }, activeAt ?? now);
  return text && duration !== null ? `${text} (${durationText(duration)})` : (text ?? '');
}

/** The largest number of spans that share a moment, which is always the start of one of them. Both ends are included. */
export function mostAtOnce(spans: readonly Span[]): number {
  const open = spans.map(({ from }) => spans.filter((other) => other.from <= from && from <= other.to).length);
  return Math.max(0, ...open);
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
    const title = courses.titleOf({ ...event, id: alertId });
    const metrics = changes ?? [];
    const span = spans[alertId] ?? { from: time, to: time };
    const row = { alert: { id: alertId, title, impact }, metric: metrics.at(0), span };
    return {
      id: `${alertId}/${sequence ?? ''}`,
      time,
      timeEnd: null,
      ...contentOf(place, row, {
        title,
        words: [impact, eventType],
        sentences: [described(t('label.alert', 'Alert'), [eventType && wordOf(eventType), stateText(event)])],
        metrics,
        lineOf: (change) => changeText(change, earlier.get(change)),
        span: { from: time, to: time },
      }),
    };
  });
}

/** `Alert: updated, severe impact, 6 metrics on 3 nodes, score 91.8` */
function described(name: string, parts: ReadonlyArray<string | null>): string {
  const known = parts.filter((part) => part);
  return known.length > 0 ? pair(name, known.join(', ')) : name;
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
  const times = `${clockText(span.from, timeZone)} – ${clockText(span.to, timeZone)}`;
  return { ...anomalyMark(anomaly, span, place, [times]), time: span.from, timeEnd: span.to };
}

function anomalyMark(
  { id, severity, eventType, metricsAffected, nodesAffected, ...anomaly }: Anomaly,
  span: Span,
  place: LinkPlace,
  times: string[] = []
): Omit<Mark, 'time' | 'timeEnd'> {
  const metrics = [...anomaly.metrics].sort(byAnomalySeverity);
  const extent = extentOf({ activeMetrics: metricsAffected, activeNodes: nodesAffected });
  const name = t('annotations.anomaly', 'Anomaly');
  // Its worst metric, and the number of others.
  const title = titleOfMetrics(metrics) ?? extent ?? name;
  const row = { alert: { id, title }, metric: metrics.at(0), span };
  const text = described(name, [eventType && wordOf(eventType), severity && wordOf(severity), extent]);
  return {
    id,
    ...contentOf(place, row, {
      title,
      words: [severity, eventType],
      sentences: [...times, text],
      metrics,
      lineOf: anomalyMetricLine,
      span,
      isAnomaly: true,
    }),
  };
}

function anomalyMetricLine(metric: AnomalyMetric): string {
  const title = metricTitle(metric);
  return metric.severity ? pair(title, wordOf(metric.severity)) : title;
}

/** What a mark shows, as plain text. */
interface Content<M extends Named> {
  title: string;
  /** The first one determines the color. */
  words: Array<string | null>;
  sentences: string[];
  metrics: readonly M[];
  lineOf: (metric: M) => string;
  /** The time of its metrics. */
  span: Span;
  isAnomaly?: boolean;
}

/** @param row what links need to know */
function contentOf<M extends Named>(
  place: LinkPlace,
  row: LinkRow,
  { title, words, sentences, metrics, lineOf, span, isAnomaly = false }: Content<M>
): Pick<Mark, 'title' | 'text' | 'tags' | 'color'> {
  return {
    title: escaped(title),
    text: lines(...sentences.map(escaped), metricsHtml(metrics, lineOf, place, span), linksHtml(row, place, isAnomaly)),
    tags: tagsOf(words, metrics),
    color: colorOf(words[0]),
  };
}

/**
 * Grafana draws an annotation's title and text as sanitized HTML. All markup is created here, and texts from the service
 * go through `escaped`.
 */

/** The most metrics, and tags, in a tooltip. */
const MOST_NAMED = 6;
const MOST_TAGS = 60;

/** Plain texts, each once: the given ones, then names of nodes, systems, and metrics (IDs without names). */
function tagsOf(first: Array<string | null>, named: readonly Named[]): string[] {
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
function metricsHtml<M extends Named>(
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

/** The links of a row, which has its alert, metric, and node together. */
function linksHtml(row: LinkRow, place: LinkPlace, isAnomaly: boolean): string {
  const of = () => row;
  const ofAlert = isAnomaly ? ownLinks('alert', place, of) : alertLinks(place, of, true);
  const links = [...ofAlert, ...ownLinks('metric', place, of), ...ownLinks('node', place, of)];
  const anchors = links.flatMap(({ title, urlOf }) => (urlOf(row) === '' ? [] : [anchor(title, urlOf(row))]));
  return uniq(anchors).join(' · ');
}

/** @param url may lack Grafana's base path; without one, only the label is shown */
function anchor(label: string, url: string): string {
  return url === ''
    ? escaped(label)
    : `<a href="${escaped(locationUtil.assureBaseUrl(url))}" target="_blank">${escaped(label)}</a>`;
}
