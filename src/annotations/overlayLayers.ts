import { type QueryResultMetaNotice } from '@grafana/data';
import { map, type Observable } from 'rxjs';
import { readEach } from '../answer/answers';
import { type Named } from '../answer/named';
import { type Context, type Request } from '../answer/runner';
import { type Titles, titlesOf, withTitles } from '../catalogue/lookUps';
import { meets, readActive, union } from '../incidents/active';
import { namedAnomalies } from '../answer/namedAnomalies';
import { bySeverity } from '../alertbook/order';
import { DEFAULT_MARKS } from '../query/query';
import { type Alert } from '../service/alerts';
import { perInstance } from '../service/perInstance';
import { linkPlace } from '../tables/links';
import { rangeOf } from '../time/span';
import { alertMarks } from './alertMarks';
import { anomalyMarks, type TimedAnomaly } from './anomalyMarks';
import { keepMostSevere, keepNewest } from './keep';
import { type Mark } from '../tables/marks';
import { Remembered } from './remembered';

/** A series that is drawn, by the names that are known of it. */
export interface OverlaidSeries extends Partial<Named> {
  nodeId: string;
  metricId: string;
}

export interface Layer {
  marks: Mark[];
  notices: QueryResultMetaNotice[];
  /** Why some series have no marks, or those of an earlier answer. */
  failures: unknown[];
  /** More is still to come. */
  more: boolean;
}

/** What is drawn over the values of some series. */
export interface LayerKind {
  read(series: readonly OverlaidSeries[], request: Request, context: Context): Observable<Layer>;
  /** The marks of the last answers, or undefined where there were none for any of the series. */
  before(series: readonly OverlaidSeries[], request: Request, context: Context): Layer | undefined;
}

/** What was found for each series. */
type Found<T> = Array<{ series: OverlaidSeries; items: readonly T[] }>;

/** The alerts of each series, which a search by its node and metric finds. */
export const alertLayer: LayerKind = {
  read(series, request, context) {
    const range = rangeOf(request);
    const memory = memoryOf(context).alerts;
    const found = readEach(series, (one) => readActive(context, range, one)).pipe(
      map(({ read, failed }) => {
        read.forEach(({ value, result }) => memory.note(keyOf(value), range, context.now(), result.alerts));
        return {
          found: [
            ...read.map(({ value, result }) => ({ series: value, items: result.alerts })),
            ...failed.map(({ value }) => lastOf(memory, value, request, context)),
          ],
          notices: read.flatMap(({ result }) => result.notices),
          failures: failed.map(({ failure }) => failure),
        };
      })
    );
    return withTitles(found, (all) => alertsIn(all.found), context).pipe(
      map(({ read, titles, complete }) => {
        const { marks, notices } = drawAlerts(read.found, titles, request, context);
        return { marks, notices: [...notices, ...read.notices], failures: read.failures, more: !complete };
      })
    );
  },
  before(series, request, context) {
    const found = before(memoryOf(context).alerts, series, request, context);
    return found && { ...drawAlerts(found, titlesOf(context), request, context), failures: [], more: true };
  },
};

/** The anomalies that name the series, from the one operation for all. */
export const anomalyLayer: LayerKind = {
  read(series, request, context) {
    const range = rangeOf(request);
    const memory = memoryOf(context).anomalies;
    return readEach([range], (span) => namedAnomalies(context.operations, span)).pipe(
      map(({ read, failed }) => {
        const found = series.map((one) => {
          if (read.length === 0) {
            return lastOf(memory, one, request, context);
          }
          const items = read[0].result.filter(
            (anomaly): anomaly is TimedAnomaly =>
              anomaly.time !== null && anomaly.metrics.some((metric) => isOf(metric, one))
          );
          memory.note(keyOf(one), range, context.now(), items);
          return { series: one, items };
        });
        const failures = failed.map(({ failure }) => failure);
        return { ...drawAnomalies(found, request, context), failures, more: false };
      })
    );
  },
  before(series, request, context) {
    const found = before(memoryOf(context).anomalies, series, request, context);
    return found && { ...drawAnomalies(found, request, context), failures: [], more: true };
  },
};

function drawAlerts(found: Found<Alert>, titles: Titles, request: Request, context: Context) {
  const { rows, notices } = keepMostSevere(alertsIn(found), DEFAULT_MARKS, bySeverity);
  const marks = alertMarks(rows, {
    shape: 'auto',
    range: rangeOf(request),
    place: linkPlace(request, context),
    timeZone: request.timezone,
    titles,
    // The panel says which series it shows: an overlay's mark need not name all others of the alert.
    tagged: ({ id }) =>
      found.filter(({ items }) => items.some((alert) => alert.id === id)).map(({ series }) => toNamed(series)),
  });
  return { marks, notices };
}

function drawAnomalies(found: Found<TimedAnomaly>, request: Request, context: Context) {
  const series = found.map((one) => one.series);
  const distinct = new Map(found.flatMap(({ items }) => items.map((item) => [`${item.id}/${item.occured}`, item])));
  const marked = [...distinct.values()].map((anomaly) => ({
    ...anomaly,
    metrics: anomaly.metrics.filter((metric) => series.some((one) => isOf(metric, one))),
  }));
  const { rows, notices } = keepNewest(marked, DEFAULT_MARKS);
  return { marks: anomalyMarks(rows, linkPlace(request, context)), notices };
}

function alertsIn(found: Found<Alert>): Alert[] {
  return union(...found.map(({ items }) => [...items]));
}

function isOf({ nodeId, metricId }: Pick<Named, 'nodeId' | 'metricId'>, series: OverlaidSeries): boolean {
  return series.nodeId === nodeId && series.metricId === metricId;
}

interface Memory {
  alerts: Remembered<Alert>;
  anomalies: Remembered<TimedAnomaly>;
}

/** Of each data source its own. */
const memories = perInstance((keptFor: number): Memory => ({
  alerts: new Remembered<Alert>(meets, keptFor),
  anomalies: new Remembered<TimedAnomaly>(({ time }, { from, to }) => from <= time && time <= to, keptFor),
}));

function memoryOf({ operations, settings }: Context): Memory {
  return memories(operations, settings.reuseFor);
}

function lastOf<T>(memory: Remembered<T>, series: OverlaidSeries, request: Request, { now }: Context) {
  return { series, items: memory.of(keyOf(series), rangeOf(request), now())?.items ?? [] };
}

function before<T>(
  memory: Remembered<T>,
  series: readonly OverlaidSeries[],
  request: Request,
  context: Context
): Found<T> | undefined {
  const { now } = context;
  return series.some((one) => memory.of(keyOf(one), rangeOf(request), now()))
    ? series.map((one) => lastOf(memory, one, request, context))
    : undefined;
}

function keyOf({ nodeId, metricId }: OverlaidSeries): string {
  return JSON.stringify([nodeId, metricId]);
}

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
