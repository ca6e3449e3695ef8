import { type QueryResultMetaNotice } from '@grafana/data';
import { type Context, type Request } from '../answer/runner';
import { type LineSoFar } from './arrived';
import { type WantedQuery } from './wanted';

/* What is to be told of a query's answer: decided here, said with words that are loaded where there is something. */

export type Words = typeof import('./words');

/** Something to be told, once the words are there. */
export type Notice = (words: Words) => QueryResultMetaNotice[];

/** What all queries of a panel have in common. */
export interface Around {
  request: Request;
  context: Context;
  /** Keys of the filters that were told of; those that a query tells of are added. */
  namedFilters: Set<string>;
}

/** Lines that are shown, those of pairs that do not exist, and names of series that were not asked for: there were enough. */
export interface Outcome {
  shown: LineSoFar[];
  absent: LineSoFar[];
  unasked: string[];
}

/** @param outcome null until all is there */
export function noticesOf(query: WantedQuery, outcome: Outcome | null, around: Around): Notice[] {
  const { context, request, namedFilters } = around;
  const { target, empty, malformed, compare, shift } = query;
  const hasGranularity = target.queryType === 'metric' && target.granularity !== 'auto';
  return [
    ...when(empty.length > 0, (words) => [words.nothingAsked(empty)]),
    ...when(malformed.length > 0, (words) => [words.noSeries(malformed)]),
    ...when(compare !== '' && compare !== 'none' && shift === 0, (words) => [words.unknownCompare(compare)]),
    // Filters, of a dashboard or clicked in Explore, do not apply to a query that names its series.
    ...when(Array.isArray(target.filters) && target.filters.length > 0, (words) =>
      words.unusedFilters(target, namedFilters)
    ),
    ...when(hasGranularity && context.settings.metricVersion === 'v2', (words) => [words.noGranularity()]),
    ...(outcome ? ofOutcome(outcome, query, request.timezone) : []),
  ];
}

function ofOutcome({ shown, absent, unasked }: Outcome, query: WantedQuery, timeZone: string): Notice[] {
  const { passed, leftOut } = query;
  const coarser = shown.flatMap(({ answer: { name, snapshot } }) =>
    snapshot && snapshot.wanted !== snapshot.taken ? { name, snapshot } : []
  );
  const unlearned = shown.flatMap(({ answer: { name, unlearned } }) => (unlearned ? name : []));
  const gone = [...absent.map(({ answer }) => answer.name), ...passed.first];
  const [goneCount, beyondCount] = [absent.length + passed.count, unasked.length + leftOut.count];
  const beyond = [...unasked, ...leftOut.first];
  return [
    ...shown.flatMap((line) => ofLine(line, timeZone)),
    ...when(coarser.length > 0, (words) => words.coarserNotices(coarser)),
    ...when(unlearned.length > 0, (words) => [words.noCorridors(unlearned)]),
    ...when(goneCount > 0, (words) => [words.noSuchPairs(gone, goneCount)]),
    ...when(beyondCount > 0, (words) => [
      unasked.length > 0 || !query.product
        ? words.seriesLeftOut(beyond, beyondCount)
        : words.notAsked(beyond, beyondCount),
    ]),
  ];
}

function ofLine({ line, answer }: LineSoFar, timeZone: string): Notice[] {
  const { name, snapshot, thinned, beyond, unreadable, absence, error } = answer;
  const { missing = [], leftOut, taken = '1h' } = snapshot ?? {};
  return error
    ? []
    : [
        ...when(missing.length > 0, (words) => words.missingNotices(missing, timeZone)),
        ...when(line.kind === 'metric' && leftOut, (words, span) => [words.leftOutSpan(span, taken, timeZone)]),
        ...when(thinned, (words, { points, rows }) => [words.thinned(points, rows)]),
        ...when(absence === 'empty', (words) => [words.noData(name)]),
        ...when(beyond, (words, span) => [words.forecastBeyond(span, timeZone)]),
        ...when(unreadable, (words) => [words.forecastUnreadable(name)]),
      ];
}

/** @param value is told of where it is true, or there */
function when<T>(
  value: T,
  told: (words: Words, value: Exclude<T, false | null | undefined>) => QueryResultMetaNotice[]
): Notice[] {
  return value ? [(words) => told(words, value as Exclude<T, false | null | undefined>)] : [];
}
