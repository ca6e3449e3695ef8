import { t } from '@grafana/i18n';
import { catchError, connect, identity, map, merge, type Observable, of, take, takeUntil, timer } from 'rxjs';
import { type Answer } from '../answer/answers';
import { type Context, type Request } from '../answer/runner';
import { LONGEST_WAIT } from '../answer/waiting';
import { stillWaiting } from '../answer/panelNotices';
import { runUnfiltered } from '../tables/unfiltered';
import { listAlerts } from '../service/alertOperations';
import { type FailureKind, isFailure, messageOf } from '../service/failure';
import { coloredColumn, type Column, tableFrame, textColumn, timeColumn } from '../tables/frame';
import { type AvailabilityQuery } from './models';

interface Row {
  state: 'responds' | 'refuses' | 'silent';
  /** Epoch milliseconds: when any query of this page last had an answer; null if none had. */
  lastAnswer: number | null;
  /** A sentence; null where the service answers. */
  reason: string | null;
}

/**
 * Whether the service answers: a row that is there also while it does not. A failure is what the query is about, so it is
 * data and no error: a panel can say so in words, where others show nothing. A service that gives no answer for 15 s does
 * not answer; its answer is still awaited, and replaces the row.
 */
export const runAvailability = runUnfiltered(readAvailability);

function readAvailability(_query: AvailabilityQuery, _request: Request, context: Context): Observable<Answer> {
  const { operations, settings } = context;
  const row = (state: Row['state'], reason: string | null): Row => {
    return { state, lastAnswer: operations.lastAnswer ?? null, reason };
  };
  // With metrics, as the other panels of the page ask for it: they share one answer.
  const answered = listAlerts(operations, undefined, true).pipe(
    map(() => row('responds', null)),
    catchError((failure: unknown) => of(row(isAnswer(failure) ? 'refuses' : 'silent', messageOf(failure)))),
    map((one): Answer => ({ frames: [availabilityTable(one)], notices: [] }))
  );
  return answered.pipe(
    connect((answer) =>
      merge(
        answer,
        timer(Math.max(0, LONGEST_WAIT - operations.silence)).pipe(
          takeUntil(answer),
          map(() => ({
            frames: [availabilityTable(row('silent', stillWaiting(LONGEST_WAIT)))],
            notices: [],
            more: true,
          }))
        )
      )
    ),
    settings.progressive ? identity : take(1),
    map((one) => (settings.progressive ? one : { ...one, more: false }))
  );
}

/** What fails without an answer of the service; whatever else fails was answered. */
const UNANSWERED: FailureKind[] = ['unreachable', 'timeout', 'cancelled', 'input'];

function isAnswer(failure: unknown): boolean {
  return isFailure(failure) && !UNANSWERED.includes(failure.kind);
}

/** No word is green: that the service answers does not say that all is well. */
function availabilityTable(row: Row) {
  const words: Record<Row['state'], string> = {
    responds: t('availability.answers', 'responds'),
    refuses: t('availability.refuses', 'refuses'),
    silent: t('availability.silent', 'no response'),
  };
  const columns: Array<Column<Row>> = [
    coloredColumn('state', ({ state }) => words[state], {
      as: { [words.silent]: 'high', [words.refuses]: 'high' },
      width: 110,
    }),
    timeColumn('lastAnswer', (one) => one.lastAnswer),
    textColumn('reason', (one) => one.reason, { width: 0 }),
  ];
  return tableFrame(t('type.availability', 'Availability'), [row], columns);
}
