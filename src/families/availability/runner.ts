import { t } from '@grafana/i18n';
import { runKnown } from '../../present/reader';
import { alertList } from '../../facts/alerts';
import { waited, within } from '../../facts/reader';
import { stillWaiting } from '../../judging/readingNotices';
import { LONGEST_WAIT } from '../../service/status';
import { type FailureKind, isFailure, messageOf, ServiceFailure } from '../../ground/failure';
import { wordColors } from '../../table/colors';
import { mappedColumn, silentText } from '../../table/columns';
import { type Column, tableFrame, textColumn, timeColumn } from '../../table/frame';
import { type Scope } from '../../table/links';
import { type AvailabilityQuery } from './models';

interface ServiceState {
  state: 'responds' | 'refuses' | 'no response';
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
export const runAvailability = runKnown((_query: AvailabilityQuery, scope) => {
  const { context } = scope;
  const { settings, operations } = context;
  const { status } = operations;
  const wait = Math.max(0, LONGEST_WAIT - status.silence);
  const tooLate = () => new ServiceFailure('timeout', stillWaiting());
  const list = alertList(context);
  const alerts = settings.progressive ? list : within(wait, list, tooLate);
  const shown = (state: ServiceState['state'], reason: string | null) => () => ({
    frames: [availabilityTable([{ state, lastAnswer: status.lastAnswer ?? null, reason }], scope)],
    notices: [],
  });
  return (reader) => {
    const { isFetching, error } = reader.read(alerts);
    if (isFetching) {
      return reader.read(waited(wait)).data ? shown('no response', stillWaiting()) : null;
    }
    return error === undefined
      ? shown('responds', null)
      : shown(isAnswer(error) ? 'refuses' : 'no response', messageOf(error));
  };
});

runAvailability.withoutRows = (_query, scope) => availabilityTable([], scope);

/** Failures without an answer of the service. All other failures are answers. */
const UNANSWERED: FailureKind[] = ['unreachable', 'timeout', 'cancelled', 'input'];

function isAnswer(failure: unknown): boolean {
  return isFailure(failure) && !UNANSWERED.includes(failure.kind) && !isDeniedAccess(failure);
}

/** Whether Grafana refused the user, so that the service was not asked. */
function isDeniedAccess({ kind, facts }: ServiceFailure): boolean {
  return kind === 'forbidden' && facts.isForeign === true;
}

/** No word is green: a response does not mean that all is well. */
function availabilityTable(rows: readonly ServiceState[], { now, timeZone }: Scope) {
  const last = rows.at(0)?.lastAnswer ?? null;
  const words: Record<ServiceState['state'], string> = {
    responds: t('availability.answers', 'responds'),
    refuses: t('availability.refuses', 'refuses'),
    // With its time, because what other panels show is as old.
    'no response':
      last === null ? t('availability.silent', 'no response') : silentText({ last: { at: last } }, now, timeZone),
  };
  const { high } = wordColors();
  const columns: Array<Column<ServiceState>> = [
    mappedColumn('state', ({ state }) => state, words, { colors: { refuses: high, 'no response': high } }),
    timeColumn('lastAnswer', ({ lastAnswer }) => lastAnswer),
    textColumn('reason', ({ reason }) => reason, { width: 0 }),
  ];
  return tableFrame(t('type.availability', 'Availability'), rows, columns);
}
