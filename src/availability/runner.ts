import { t } from '@grafana/i18n';
import { runKnown } from '../answer/reader';
import { AlertBook } from '../alertbook/alertBook';
import { alertList } from '../entries/alertEntries';
import { waited, within } from '../known/derived';
import { stillWaiting } from '../notices/panelNotices';
import { LONGEST_WAIT } from '../service/silence';
import { type FailureKind, isFailure, messageOf, ServiceFailure } from '../service/failure';
import { coloredColumn, type Column, tableFrame, textColumn, timeColumn } from '../tables/frame';
import { type AvailabilityQuery } from './models';

interface ServiceState {
  /** Unknown if Grafana refused the request, or a gateway. */
  state: 'responds' | 'refuses' | 'silent' | 'unknown';
  /** When any query of this page last got an answer, in epoch milliseconds. Null if none did. */
  lastAnswer: number | null;
  /** A sentence. Null if the service responds. */
  reason: string | null;
}

/**
 * Whether the service responds. The row is there even if it doesn't. A failure is the subject of this query, so it is data
 * instead of an error: a panel can show it as text. A service without an answer for 15 s counts as not responding. Its
 * answer is still awaited, and replaces the row.
 */
export const runAvailability = runKnown((_query: AvailabilityQuery, _request, context) => {
  const { operations, settings } = context;
  const wait = Math.max(0, LONGEST_WAIT - operations.silence);
  const tooLate = () => new ServiceFailure('timeout', stillWaiting());
  const list = alertList(new AlertBook(context));
  const alerts = settings.progressive ? list : within(wait, list, tooLate);
  const shown = (state: ServiceState['state'], reason: string | null) => () => ({
    frames: [availabilityTable({ state, lastAnswer: operations.lastAnswer ?? null, reason })],
    notices: [],
  });
  return (reader) => {
    const { isFetching, error } = reader.attempt(alerts);
    if (isFetching) {
      return reader.read(waited(wait)).data ? shown('silent', stillWaiting()) : null;
    }
    return error === undefined ? shown('responds', null) : shown(stateOf(error), messageOf(error));
  };
});

/** Failures without an answer. */
const UNANSWERED: FailureKind[] = ['unreachable', 'timeout', 'cancelled', 'input'];

function stateOf(failure: unknown): ServiceState['state'] {
  if (!isFailure(failure) || UNANSWERED.includes(failure.kind)) {
    return 'silent';
  }
  return failure.facts.isForeign ? 'unknown' : 'refuses';
}

/** No word is green: a response does not mean that all is well. */
function availabilityTable(row: ServiceState) {
  const words: Record<ServiceState['state'], string> = {
    responds: t('availability.answers', 'responds'),
    refuses: t('availability.refuses', 'refuses'),
    silent: t('availability.silent', 'no response'),
    unknown: t('explain.state-unknown', 'unknown'),
  };
  const columns: Array<Column<ServiceState>> = [
    coloredColumn('state', ({ state }) => words[state], {
      as: { [words.silent]: 'high', [words.refuses]: 'high', [words.unknown]: 'high' },
      width: 110,
    }),
    timeColumn('lastAnswer', (one) => one.lastAnswer, { heading: t('column.last-answer', 'Last response') }),
    textColumn('reason', (one) => one.reason, { width: 0 }),
  ];
  return tableFrame(t('type.availability', 'Availability'), [row], columns);
}
