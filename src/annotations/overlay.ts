import { type DataFrame, type DataQueryResponse } from '@grafana/data';
import { t } from '@grafana/i18n';
import { type DataQuery } from '@grafana/schema';
import { catchError, combineLatest, defer, map, type Observable, of, startWith, tap } from 'rxjs';
import { expand } from '../answer/expand';
import { Inputs } from '../answer/inputs';
import { withNotices } from '../answer/notices';
import { type Context, queryError, type Request, type Runner, underWay } from '../answer/runner';
import { type FieldsOf } from '../query/query';
import { type SERIES_FIELDS } from '../query/series';
import { isIdentifier } from '../service/path';
import { messageOf } from '../service/failure';
import { perInstance, Recent } from '../service/recent';
import { overlayFrame, type Mark } from '../tables/marks';
import { rangeOf, type Span } from '../time/spans';
import { RAW } from '../loading/texts';
import { type OverlaidSeries, readAlertLayer, readAnomalyLayer } from './overlayLayers';
import { type Marks } from './sources';

const KINDS = { alerts: readAlertLayer, anomalies: readAnomalyLayer };
type OverlayKind = keyof typeof KINDS;

/** What the overlay reads of a metric query. */
type OverlaidQuery = DataQuery & FieldsOf<typeof SERIES_FIELDS> & { overlay: string };

/**
 * The overlays of metric queries: a frame of annotations per query with those alerts or anomalies that touch its own
 * nodes and metrics, drawn in the panel itself and in their own colours. What the last answer drew stays until the new one
 * is there. What fails is an error of its query; the metric's own frames come from elsewhere and stay.
 */
export const runOverlay: Runner<OverlaidQuery> = (targets, request, context) =>
  combineLatest(targets.map((target) => overlayOf(target, request, context))).pipe(
    map((answers) => {
      const more = answers.some((answer) => answer.more);
      return {
        data: answers.flatMap(({ data }) => data),
        ...(more ? { state: underWay(request) } : { errors: answers.flatMap(({ errors }) => errors) }),
      };
    })
  );

interface Overlay extends Required<Pick<DataQueryResponse, 'data' | 'errors'>> {
  more: boolean;
}

const NOTHING: Overlay = { data: [], errors: [], more: false };

function overlayOf(query: OverlaidQuery, request: Request, context: Context): Observable<Overlay> {
  const { refId } = query;
  const kind = new Inputs(request, context).one(query.overlay);
  if (kind !== 'alerts' && kind !== 'anomalies') {
    return of(NOTHING);
  }
  const { series: wanted, gone } = expand(query, context.templates, request.scopedVars);
  const series = wanted
    .map(({ identity }) => identity)
    .filter(({ nodeId, metricId }) => isIdentifier(nodeId) && isIdentifier(metricId));
  if (wanted.length > 0 && series.length === 0) {
    // The metric's own answer says what is wrong with them.
    return of(NOTHING);
  }
  // The metric's own answer shows what is wrong with the variables.
  if (series.length === 0 || gone.length > 0) {
    return of({ ...NOTHING, data: [frameOf([], refId, kind)] });
  }
  const calls = new Set<string>();
  const asker = `${request.panelId ?? ''}/${refId} overlay`;
  const operations = context.operations.asking(asker).noting((call) => calls.add(call));
  return layersOf(kind, series, request, { ...context, operations }).pipe(
    map(({ marks, notices, failures, more = false }) => ({
      data: marks.length > 0 || failures.length === 0 ? withNotices([frameOf(marks, refId, kind, calls)], notices) : [],
      // Of many series that failed alike one sentence is enough.
      errors: failures.slice(0, 1).map((failure) => queryError(refId, overlayMissing(failure, kind, marks.length > 0))),
      more,
    }))
  );
}

/** As many panels' marks are kept. */
const MOST_KEPT = 200;
const lastLayers = perInstance(() => new Recent<Marks>(MOST_KEPT));

/** What is drawn: the marks of the last answer until the new ones are there, and where these cannot be read (M31). */
function layersOf(
  kind: OverlayKind,
  series: readonly OverlaidSeries[],
  request: Request,
  context: Context
): Observable<Marks> {
  return defer(() => {
    const kept = lastLayers(context.operations);
    const key = JSON.stringify([
      context.operations.asker,
      kind,
      series.map(({ nodeId, metricId }) => [nodeId, metricId]),
    ]);
    const last = kept.get(key);
    const before = last && { ...last, marks: last.marks.filter((mark) => isIn(mark, rangeOf(request))) };
    const read = KINDS[kind](series, request, context).pipe(
      catchError((failure: unknown) => of<Marks>({ marks: [], notices: [], failures: [failure] })),
      map((layer) => (layer.failures.length > 0 && before ? { ...layer, marks: joined(layer, before) } : layer)),
      tap((layer) => !layer.more && kept.set(key, layer))
    );
    return before ? read.pipe(startWith({ ...before, failures: [], more: true })) : read;
  });
}

function isIn({ time, timeEnd }: Mark, { from, to }: Span): boolean {
  return time <= to && (timeEnd ?? time) >= from;
}

/** The marks that were read, and those of before that were not. */
function joined({ marks }: Marks, before: Marks): Mark[] {
  const ids = new Set(marks.map(({ id }) => id));
  return [...marks, ...before.marks.filter(({ id }) => !ids.has(id))];
}

/** @param calls the requests that were made for it, a line each */
function frameOf(marks: Mark[], refId: string, kind: OverlayKind, calls?: ReadonlySet<string>): DataFrame {
  const frame = overlayFrame(marks);
  const executedQueryString = calls && [...calls].join('\n');
  const meta = { ...frame.meta, ...(executedQueryString ? { executedQueryString } : {}) };
  return { ...frame, refId, name: titleOf(kind), meta };
}

function titleOf(kind: OverlayKind): string {
  return kind === 'alerts' ? t('label.alerts', 'Alerts') : t('label.anomalies', 'Anomalies');
}

function overlayMissing(failure: unknown, kind: OverlayKind, drawn: boolean): Error {
  const reason = messageOf(failure);
  return new Error(
    drawn
      ? t('answer.incomplete', 'Incomplete: {{reason}}', { reason, ...RAW })
      : t('answer.unread', "Couldn't read {{names}}: {{reason}}", { names: titleOf(kind), reason, ...RAW })
  );
}
