import { t } from '@grafana/i18n';
import { pair } from '../../ground/texts';
import { extentOf, metricTitle, titleOfMetrics } from '../../facts/titles';
import { byAnomalySeverity } from '../../facts/order';
import { type Anomaly, type AnomalyMetric } from '../../service/anomalies';
import { dateTime } from '../../service/operations';
import { colorOf } from '../../table/colors';
import { type LinkPlace } from '../../table/links';
import { wordOf } from '../../table/words';
import { type Span } from '../../ground/spans';
import { clockText } from '../../ground/timeTexts';
import { escaped, lines, metricsHtml, ownLinks, tagsOf } from './markText';
import { type Mark } from '../../table/marks';

/** An anomaly with a known time. Without one, it can't be drawn. */
export type TimedAnomaly = Anomaly & { time: number };

/** One mark per anomaly, at its `event_occured`. */
export function anomalyMarks(anomalies: readonly TimedAnomaly[], place: LinkPlace): Mark[] {
  return anomalies.map((anomaly) => {
    const { id, time, occured } = anomaly;
    const started = anomaly.metrics.flatMap((metric) => metric.started ?? []);
    const mark = markOf(anomaly, { from: Math.min(time, ...started), to: time }, place);
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
  const mark = markOf(anomaly, span, place);
  const text = lines(escaped(`${clockText(span.from, timeZone)} – ${clockText(span.to, timeZone)}`), mark.text);
  return { ...mark, text, time: span.from, timeEnd: span.to };
}

function markOf(anomaly: Anomaly, span: Span, place: LinkPlace): Omit<Mark, 'time' | 'timeEnd'> {
  const { id, severity, eventType } = anomaly;
  const metrics = [...anomaly.metrics].sort(byAnomalySeverity);
  const title = anomalyTitle(anomaly, metrics);
  return {
    id,
    title: escaped(title),
    text: lines(
      escaped(whatHappened(anomaly)),
      metricsHtml(metrics, metricLine, place, span),
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

function metricLine(metric: AnomalyMetric): string {
  const title = metricTitle(metric);
  return metric.severity ? pair(title, wordOf(metric.severity)) : title;
}

/** `Anomaly: updated, severe, 6 metrics on 3 nodes` */
function whatHappened(anomaly: Anomaly): string {
  const { eventType, severity } = anomaly;
  const parts = [eventType && wordOf(eventType), severity && wordOf(severity), extent(anomaly)].filter((part) => part);
  const name = t('annotations.anomaly', 'Anomaly');
  return parts.length > 0 ? pair(name, parts.join(', ')) : name;
}
