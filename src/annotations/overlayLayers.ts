import { map, type Observable } from 'rxjs';
import { type ActiveAlert, union } from '../alertbook/active';
import { AlertBook } from '../alertbook/alertBook';
import { activeNotices } from '../answer/activeAlerts';
import { readEach } from '../answer/answers';
import { namedAnomalies } from '../answer/namedAnomalies';
import { type Named } from '../service/alerts';
import { type Context, type Request } from '../answer/runner';
import { DEFAULT_MARKS } from '../query/query';
import { linkPlace } from '../tables/links';
import { rangeOf } from '../time/spans';
import { alertMarks } from './alertMarks';
import { anomalyMarks, type TimedAnomaly } from './anomalyMarks';
import { keepMostSevere, keepNewest } from './drawnRows';
import { type Marks } from './sources';

/** A series that is drawn, by the names that are known of it. */
export interface OverlaidSeries extends Partial<Named> {
  nodeId: string;
  metricId: string;
}

type ReadLayer = (series: readonly OverlaidSeries[], request: Request, context: Context) => Observable<Marks>;

/** The alerts of each series, which a search by its node and metric finds. */
export const readAlertLayer: ReadLayer = (series, request, context) => {
  const range = rangeOf(request);
  const book = new AlertBook(context);
  const found = readEach(series, (one) => book.active(range, { nodeId: one.nodeId, metricId: one.metricId })).pipe(
    map(({ read, failed }) => {
      const alerts: ActiveAlert[] = union(...read.map(({ result }) => result.alerts));
      const kept = keepMostSevere(alerts, DEFAULT_MARKS);
      return {
        alerts: kept.rows,
        // The panel shows which series it draws: a mark does not name all others of its alert.
        tagged: ({ id }: { id: string }) =>
          read
            .filter(({ result }) => result.alerts.some((alert) => alert.id === id))
            .map(({ value }) => toNamed(value)),
        notices: [...kept.notices, ...read.flatMap(({ result }) => activeNotices(result))],
        failures: failed.map(({ failure }) => failure),
      };
    })
  );
  return book
    .withCourses(found, ({ alerts }) => alerts)
    .pipe(
      map(({ read: { alerts, tagged, notices, failures }, isComplete }) => ({
        marks: alertMarks(alerts, {
          shape: 'auto',
          range,
          place: linkPlace(request, context),
          timeZone: request.timezone,
          book,
          tagged,
        }),
        notices,
        failures,
        more: !isComplete,
      }))
    );
};

/** The anomalies that name the series, from the one operation for all. */
export const readAnomalyLayer: ReadLayer = (series, request, context) =>
  namedAnomalies(context.operations, rangeOf(request)).pipe(
    map((anomalies) => {
      const isDrawn = (metric: Pick<Named, 'nodeId' | 'metricId'>) =>
        series.some(({ nodeId, metricId }) => nodeId === metric.nodeId && metricId === metric.metricId);
      const found = anomalies
        .filter((anomaly): anomaly is TimedAnomaly => anomaly.time !== null)
        .map((anomaly) => ({ ...anomaly, metrics: anomaly.metrics.filter(isDrawn) }))
        .filter(({ metrics }) => metrics.length > 0);
      const { rows, notices } = keepNewest(found, DEFAULT_MARKS);
      return { marks: anomalyMarks(rows, linkPlace(request, context)), notices, failures: [] };
    })
  );

function toNamed({ nodeId, metricId, nodeName, metricName, systemName }: OverlaidSeries): Named {
  return {
    nodeId,
    nodeName: nodeName || null,
    systemId: null,
    systemName: systemName || null,
    metricId,
    metricName: metricName || null,
  };
}
