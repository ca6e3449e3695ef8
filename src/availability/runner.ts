import { t } from '@grafana/i18n';
import { catchError, map, type Observable, of } from 'rxjs';
import { type Answer, runEach } from '../answer/answers';
import { type Context, type Request } from '../answer/runner';
import { listAlerts } from '../service/alertOperations';
import { messageOf } from '../service/failure';
import { coloredColumn, type Column, tableFrame, textColumn, timeColumn } from '../tables/frame';
import { type AvailabilityQuery } from './models';

interface Row {
  answers: boolean;
  /** Epoch milliseconds: the last success, null where there was none. */
  lastAnswer: number | null;
  /** A sentence; null where the service answers. */
  reason: string | null;
}

/** When each data source last got an answer to this, in epoch milliseconds; kept as long as the data source. */
const lastAnswers = new WeakMap<object, number>();

/**
 * Whether the service answers: a row that is there also while it does not. A failure is what the query is about, so it is
 * data and no error: a panel can say so in words, where others show nothing.
 */
export const runAvailability = runEach(readAvailability);

function readAvailability(_query: AvailabilityQuery, _request: Request, context: Context): Observable<Answer> {
  const { operations, now } = context;
  return listAlerts(operations).pipe(
    map((): Row => {
      const lastAnswer = now();
      lastAnswers.set(operations.instance, lastAnswer);
      return { answers: true, lastAnswer, reason: null };
    }),
    catchError((failure: unknown) =>
      of<Row>({
        answers: false,
        lastAnswer: lastAnswers.get(operations.instance) ?? null,
        reason: messageOf(failure),
      })
    ),
    map((row) => ({ frames: [availabilityTable(row)], notices: [] }))
  );
}

/** Neither word is green: that the service answers does not say that all is well. */
function availabilityTable(row: Row) {
  const [answers, silent] = [t('availability.answers', 'answers'), t('availability.silent', 'no answer')];
  const columns: Array<Column<Row>> = [
    coloredColumn('state', (one) => (one.answers ? answers : silent), { as: { [silent]: 'high' }, width: 110 }),
    timeColumn('lastAnswer', (one) => one.lastAnswer),
    textColumn('reason', (one) => one.reason, { width: 0 }),
  ];
  return tableFrame(t('availability.table', 'Service'), [row], columns);
}
