import { t } from '@grafana/i18n';
import { upperFirst } from 'lodash';
import { pair, RAW } from '../../ground/texts';
import { type AnnotationShape } from './models';
import { type ActiveAlert } from '../../judging/active';
import { type Courses } from '../../facts/courses';
import { worstFirst } from '../../facts/history';
import { durationOf, spanOf } from '../../facts/span';
import { extentOf, metricTitle } from '../../facts/titles';
import { type Alert, type AlertMetric } from '../../service/alerts';
import { inSentence, rounded } from '../../table/texts';
import { severityText, wordOf } from '../../table/words';
import { colorOf } from '../../table/colors';
import { type LinkPlace } from '../../table/links';
import { clockText, durationText } from '../../ground/timeTexts';
import { alertLinks, escaped, lines, metricsHtml, ownLinks, tagsOf } from './markText';
import { type Mark } from '../../table/marks';
import { type Span } from '../../ground/spans';

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
  return alerts.map((alert, i) => markOf(alert, spans[i], regions, options));
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

function markOf(alert: ActiveAlert, span: Span, region: boolean, options: AlertMarkOptions): Mark {
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
      metricsHtml(metrics, metricLine, place, span),
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

function metricLine(metric: AlertMetric): string {
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
    score !== null && t('annotations.score', 'score {{score}}', { score: inSentence(rounded(score, 4)), ...RAW }),
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
