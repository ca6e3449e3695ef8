import { t } from '@grafana/i18n';
import { pair } from '../loading/texts';
import { extentOf, metricTitle, titleOfMetrics } from '../alertbook/titles';
import { byAnomalySeverity } from '../alertbook/order';
import { type Anomaly, type AnomalyMetric } from '../service/anomalies';
import { dateTime } from '../service/operations';
import { colorOf } from '../tables/colors';
import { type LinkPlace } from '../tables/links';
import { wordOf } from '../tables/words';
import { escaped, lines, metricsHtml, ownLinks, tagsOf } from './markText';
import { type Mark } from '../tables/marks';

/** An anomaly with a known time. Without one, it can't be drawn. */
export type TimedAnomaly = Anomaly & { time: number };

/** One mark per anomaly, at its `event_occured`. */
export function anomalyMarks(anomalies: readonly TimedAnomaly[], place: LinkPlace): Mark[] {
  return anomalies.map((anomaly) => {
    const { id, time, severity, eventType } = anomaly;
    const metrics = [...anomaly.metrics].sort(byAnomalySeverity);
    const started = metrics.flatMap((metric) => metric.started ?? []);
    const span = { from: Math.min(time, ...started), to: time };
    const title = anomalyTitle(anomaly, metrics);
    return {
      id: `${id}/${anomaly.occured ?? dateTime(time)}`,
      time,
      timeEnd: null,
      title: escaped(title),
      text: lines(
        escaped(whatHappened(anomaly)),
        metricsHtml(metrics, metricLine, place, span),
        ownLinks({ alert: { id, title }, metric: metrics.at(0), span }, place)
      ),
      tags: tagsOf([severity, eventType], metrics),
      color: colorOf(severity),
    };
  });
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
