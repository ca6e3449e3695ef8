import { type DataFrame, DataTopic, FieldType, type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { coarser, leftOutSpan, missingNotices, noCorridors, noSuchPairs } from '../answer/readingNotices';
import { MAX_RESULTS } from '../query/query';
import { storedFilters, unusedFilter } from '../tables/filters';
import { type Draft, type LineSoFar } from './arrived';
import { type Span, union } from '../time/spans';
import { MOST_ASKED, type WantedQuery } from './wanted';
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
    ...(malformed.length > 0 ? [words.noSeries(malformed)] : []),
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
  const [many, most] = unasked.length > 0 ? [words.leftOut, MAX_RESULTS] : [words.notAsked, MOST_ASKED];
  return [
    ...(absentCount > 0 ? [noSuchPairs(gone, absentCount)] : []),
    ...(beyondCount > 0 ? [many(most, beyond, beyondCount)] : []),
  ];
}

/**
 * Marks in the plot what is still to come (contract: an annotation frame's region, gone with Done), or null where there
 * is nothing.
 */
export function comingFrame(refId: string, coming: readonly Span[]): DataFrame | null {
  const spans = union(coming);
  if (spans.length === 0) {
    return null;
  }
  const title = t('metric.coming', 'Still loading');
  const each = <T>(value: T) => spans.map(() => value);
  return {
    refId,
    name: title,
    length: spans.length,
    meta: { dataTopic: DataTopic.Annotations },
    fields: [
      { name: 'time', type: FieldType.time, config: {}, values: spans.map(({ from }) => from) },
      { name: 'timeEnd', type: FieldType.time, config: {}, values: spans.map(({ to }) => to) },
      { name: 'isRegion', type: FieldType.boolean, config: {}, values: each(true) },
      { name: 'title', type: FieldType.string, config: {}, values: each(title) },
      { name: 'text', type: FieldType.string, config: {}, values: each(title) },
      { name: 'tags', type: FieldType.other, config: {}, values: each([]) },
      { name: 'id', type: FieldType.string, config: {}, values: spans.map(({ from }) => `coming-${refId}-${from}`) },
      { name: 'color', type: FieldType.string, config: {}, values: each('rgba(128, 128, 128, 0.5)') },
    ],
  };
}
