import { type DataFrame, type DataQueryResponse, FieldType } from '@grafana/data';
import { pick } from 'lodash';
import { catchError, last, map, type Observable, of, switchMap, throwError, timeout } from 'rxjs';
import { withTranslations$ } from '../loading/lazy';
import { Client } from '../service/client';
import { ServiceFailure } from '../service/failure';
import { Operations } from '../service/operations';
import { Store } from '../store/store';
import { type Context, type Request, type Run } from './runner';

/** The maximum wait for columns, in milliseconds. */
const COLUMNS_WAIT = 5000;

/** One alert, or one of its events. */
const SINGLE = /^v\d\/alerts\/(?!explore)[^/]+(\/events\/[^/]+)?$/;

/** An empty page of any list, an empty anomaly, and empty metric data. */
const NOTHING = {
  ...{ page: 1, limit: 1, total: 0, items: [] },
  ...{ new: [], updated: [], closed: [] },
  ...{ bucket: '1h', buckets: [] },
  id: '',
  data: [],
};

/** A service without data. */
class EmptyService extends Client {
  override get(path: string): Observable<unknown> {
    return SINGLE.test(path) ? throwError(() => new ServiceFailure('notFound', '', { status: 404 })) : of(NOTHING);
  }
}

/**
 * One frame per query with the columns of its answer and no rows, for notices before there is an answer: a panel drops a
 * frame without fields, with its notices. The columns come from an empty answer.
 */
export function columnsOf(run: Run, request: Request, context: Context): Observable<DataFrame[]> {
  const { settings, now, operations } = context;
  const client = new EmptyService({ url: '', name: '', maxConcurrentRequests: 1, patience: COLUMNS_WAIT });
  const nothing = new Operations(client, operations.alertsVersion);
  const alone = { ...context, calls: new Map(), operations: nothing, store: new Store(settings, nothing, now) };
  const { runner, targets } = run;
  const runner$ = 'run' in runner ? of(runner.run) : withTranslations$(runner.load);
  return runner$.pipe(
    switchMap((answer) => answer(targets, request, alone)),
    last(),
    timeout(COLUMNS_WAIT),
    catchError(() => of<DataQueryResponse>({ data: [] })),
    map(({ data }) => targets.map(({ refId }) => withoutRows(data as DataFrame[], refId)))
  );
}

function withoutRows(frames: DataFrame[], refId: string): DataFrame {
  const found = frames.find((frame) => frame.refId === refId && frame.fields.length > 0);
  const fields = found?.fields ?? [{ name: 'time', type: FieldType.time, config: {}, values: [] }];
  // How it is drawn, but not its notices and calls.
  const meta = pick(found?.meta, 'type', 'typeVersion', 'preferredVisualisationType', 'preferredVisualisationPluginId');
  return { refId, name: found?.name, length: 0, fields: fields.map((field) => ({ ...field, values: [] })), meta };
}
