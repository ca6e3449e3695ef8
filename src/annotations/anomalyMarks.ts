import { t } from '@grafana/i18n';
import { anomalyRank } from '../incidents/order';
import { type Anomaly } from '../service/anomalies';
import { dateTime } from '../service/operations';
import { colorOf } from '../tables/colors';
import { type LinkPlace } from '../tables/links';
import { extent } from '../catalogue/titles';
import { escaped, lines } from './html';
import { type Mark } from './mark';
import { metricsHtml, tagsOf } from './names';

/** An anomaly whose time is known: without one it has no place. */
export type TimedAnomaly = Anomaly & { time: number };

/** Most severe first, by name, else by number; then the latest. */
export function bySeverityThenLatest(a: TimedAnomaly, b: TimedAnomaly): number {
  return (
    anomalyRank(a.severity) - anomalyRank(b.severity) || (b.severityNum ?? 0) - (a.severityNum ?? 0) || b.time - a.time
  );
}

/** A mark per anomaly, at its `event_occured`. */
export function anomalyMarks(anomalies: readonly TimedAnomaly[], place: LinkPlace): Mark[] {
  return anomalies.map((anomaly) => {
    const { id, time, severity, eventType, metrics } = anomaly;
    const started = metrics.flatMap((metric) => metric.started ?? []);
    return {
      id: `${id}/${anomaly.occured ?? dateTime(time)}`,
      time,
      timeEnd: null,
      title: escaped(titleOf(anomaly)),
      text: lines(
        escaped(extent(anomaly.metricsAffected, anomaly.nodesAffected) ?? ''),
        metricsHtml(metrics, place, { from: Math.min(time, ...started), to: time })
      ),
      tags: tagsOf([severity, eventType], metrics),
      color: colorOf(severity),
    };
  });
}

function titleOf({ eventType, severity }: Anomaly): string {
  const what = t('annotations.anomaly-title', 'Anomaly {{eventType}}', {
    eventType: eventType ?? '',
    interpolation: { escapeValue: false },
  }).trim();
  return severity ? `${what} · ${severity}` : what;
}
