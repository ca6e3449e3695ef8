import { type DataFrame, DataTopic, type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import {
  coarser,
  leftOutSpan,
  missingNotices,
  noCorridors,
  noSeries,
  noSuchPairs,
  seriesLeftOut,
} from '../answer/readingNotices';
import { storedFilters, unusedFilter } from '../tables/filters';
import { annotationFrame } from '../tables/marks';
import { type Draft, type LineSoFar } from './arrived';
import { type Span, union } from '../time/spans';
import { type WantedQuery } from './wanted';
import * as words from './words';

/* What is to be told of a query's answer; loaded, with its words, when there is something. See `isSilent`. */

export { problemOf } from './words';

/** @param told keys of the filters that another query of the panel has told of; those told here are added */
export function noticesOf(draft: Draft, timeZone: string, namedFilters: Set<string>): QueryResultMetaNotice[] {
  const { query, shown, done, inVain } = draft;
  return [
    ...ofQuery(query),
    ...ofFilters(query, namedFilters),
    ...(inVain ? [words.noGranularity()] : []),
    ...(done
      ? [
          ...shown.flatMap((line) => ofLine(line, timeZone)),
          ...ofGranularities(shown),
          ...ofUnlearned(shown),
          ...ofLeftOut(draft),
        ]
      : []),
  ];
}

function ofQuery({ empty, malformed, compare, shift }: WantedQuery): QueryResultMetaNotice[] {
  return [
    ...(empty.length > 0 ? [words.nothingAsked(empty)] : []),
    ...(malformed.length > 0 ? [noSeries(malformed)] : []),
    ...(compare !== '' && compare !== 'none' && shift === 0 ? [words.unknownCompare(compare)] : []),
  ];
}

function ofFilters({ target }: WantedQuery, namedFilters: Set<string>): QueryResultMetaNotice[] {
  const unnamed = storedFilters(target).filter(({ key }) => !namedFilters.has(key));
  unnamed.forEach(({ key }) => namedFilters.add(key));
  return unnamed.map(unusedFilter);
}

function ofLine({ line, arrived, answer }: LineSoFar, timeZone: string): QueryResultMetaNotice[] {
  const { name, thinned, beyond, unreadable, absence, error } = answer;
  const { missing = [], leftOut, taken = '1h' } = arrived.kind === 'snapshot' ? arrived.snapshot : {};
  return error
    ? []
    : [
        ...missingNotices(missing, timeZone),
        ...(leftOut && line.kind === 'metric' ? [leftOutSpan(leftOut, taken, timeZone)] : []),
        ...(thinned ? [words.thinned(thinned.points, thinned.rows)] : []),
        ...(absence === 'empty' ? [words.noData(name)] : []),
        ...(beyond ? [words.forecastBeyond(beyond, timeZone)] : []),
        ...(unreadable ? [words.forecastUnreadable(name)] : []),
      ];
}

/** Where the service refused what was wanted and a coarser granularity was taken: one notice for all series alike. */
function ofGranularities(lines: LineSoFar[]): QueryResultMetaNotice[] {
  const names = new Map<string, string[]>();
  for (const { arrived, answer } of lines) {
    if (arrived.kind === 'snapshot' && arrived.snapshot.wanted !== arrived.snapshot.taken) {
      const both = `${arrived.snapshot.wanted} ${arrived.snapshot.taken}`;
      names.set(both, [...(names.get(both) ?? []), answer.name]);
    }
  }
  return [...names].map(([both, of]) => {
    const [wanted, taken] = both.split(' ');
    return coarser(wanted, taken, of);
  });
}

function ofUnlearned(lines: LineSoFar[]): QueryResultMetaNotice[] {
  const names = lines.flatMap(({ answer: { name, unlearned } }) => (unlearned ? [name] : []));
  return names.length > 0 ? [noCorridors(names)] : [];
}

/** Pairs that do not exist, and those that there are too many of. */
function ofLeftOut({ query: { passed, leftOut }, absent, unasked }: Draft): QueryResultMetaNotice[] {
  const gone = [...absent.map(({ answer }) => answer.name), ...passed.first];
  const [absentCount, beyondCount] = [absent.length + passed.count, unasked.length + leftOut.count];
  const beyond = [...unasked, ...leftOut.first];
  const tooMany = unasked.length > 0 ? seriesLeftOut : words.notAsked;
  return [
    ...(absentCount > 0 ? [noSuchPairs(gone, absentCount)] : []),
    ...(beyondCount > 0 ? [tooMany(beyond, beyondCount)] : []),
  ];
}

/**
 * Marks in the plot what is still to come (contract: an annotation frame's region, gone with Done), or null where there
 * is nothing.
 */
export function comingFrame(refId: string, coming: readonly Span[]): DataFrame | null {
  const title = t('metric.coming', 'Still loading');
  const marks = union(coming).map(({ from, to }) => ({
    id: `coming-${refId}-${from}`,
    time: from,
    timeEnd: to,
    title,
    text: title,
    tags: [],
    color: 'rgba(128, 128, 128, 0.5)',
  }));
  return marks.length > 0
    ? { ...annotationFrame(marks), refId, name: title, meta: { dataTopic: DataTopic.Annotations } }
    : null;
}
