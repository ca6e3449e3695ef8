import { type DataFrame } from '@grafana/data';
import { t } from '@grafana/i18n';
import { memoize, sortBy } from 'lodash';
import { type Entry, type Reader } from '../known/follow';
import { metricData } from '../entries/metricData';
import { perObject } from '../service/recent';
import { NamedMetrics } from '../alertbook/names';
import { cutNotices } from '../notices/listNotices';
import { info } from '../notices/notices';
import { anomaliesIn } from '../entries/anomalyEntries';
import { unshown } from '../known/derived';
import { type AnswerOf } from '../answer/reader';
import { type Context } from '../answer/runner';
import { concat } from '../corridors/columns';
import { type Blindness, blindnessOf, DROPPED_AFTER } from '../judging/blindness';
import { pair } from '../loading/texts';
import { type Anomaly } from '../service/anomalies';
import { TURNS_PER_RANK } from '../service/client';
import { HOUR } from '../settings';
import { type Snapshot } from '../store/snapshot';
import { type Store } from '../store/store';
import { storedFilters } from '../filters/filters';
import { type LinkPlace } from '../tables/links';
import { minuteColumn, tableFrame, textColumn } from '../tables/frame';
import {
  type Candidate,
  type Candidates,
  candidatesIn,
  choose,
  type Chosen,
  nameColumns,
  readable,
} from './candidates';
import { type RankingRequest, metricsMissing, refuseUnread, sourceNotices } from './reading';
import { namedApart } from './table';
import { type Span } from '../time/spans';

/** After all other requests. */
const LATE = 3 * TURNS_PER_RANK;

/** `well`: can raise an alert. `gone`: no data in 14 days. */
type Finding = Blindness | 'well' | 'gone';

/** A metric to check. */
interface Inspection {
  candidate: Candidate;
  /** Null until it is known. */
  finding: Finding | null;
  /** Why it could not be read. */
  failure: unknown;
  snapshot: Snapshot | null;
}

/** How metrics are checked. Each entry is created once. */
interface Ways {
  /** The newest of the last 14 days that fit in one request. */
  newestOf: (candidate: Candidate) => Entry<Snapshot>;
  daysOf: (candidate: Candidate) => Entry<Snapshot>;
  findingOf: (days: Snapshot) => Finding;
  /** A silent metric's newest points, as fine as the source. */
  fineOf: (candidate: Candidate, since: number) => Entry<Snapshot>;
}

function waysOf(end: number, store: Store): Ways {
  const requestOf = ({ nodeId, metricId }: Candidate) => {
    return { nodeId, metricId, aggregation: '', late: LATE };
  };
  const inDays = (candidate: Candidate, requests?: number) =>
    metricData({ ...requestOf(candidate), granularity: '1h', requests, ...daysBefore(end) }, store);
  return {
    newestOf: memoize((candidate) => inDays(candidate, 1)),
    daysOf: memoize((candidate) => inDays(candidate)),
    findingOf: perObject((days: Snapshot) => findingOf(days, end)),
    fineOf: (candidate, from) => {
      const hours = { from, to: Math.min(end, from + 2 * HOUR), maxDataPoints: 1000 };
      return metricData({ ...requestOf(candidate), granularity: 'auto', ...hours }, store);
    },
  };
}

/**
 * The known metrics that can't raise an alert. Each is checked over 14 days, after all other requests. Rows appear as they
 * are found.
 */
export function blindSpots(ranking: RankingRequest, context: Context): AnswerOf {
  const { range, fields, timeZone } = ranking;
  const end = Math.min(range.to, context.now());
  const candidates = candidatesIn(context, range, false, fields.nodeId.values);
  const operations = context.operations.with({ rank: 2 });
  const earlier = unshown(anomaliesIn(operations, daysBefore(end)));
  const choice = memoize((found: Candidates, anomalies: readonly Anomaly[]) => chooseAll(found, anomalies, ranking));
  const ways = waysOf(end, context.store);
  return (reader) => {
    const found = candidates(reader);
    const { data = [], isFetching, error } = reader.attempt(earlier);
    if (!found || found.isFetching || isFetching) {
      return null;
    }
    const chosen = choice(found, data);
    const looks = chosen.candidates.map((candidate) => lookAt(candidate, reader, ways));
    const { isFetching: isReading } = reader;
    if (!isReading) {
      refuseUnread(looks);
    } else if (looks.every(({ finding }) => finding === null)) {
      return null;
    }
    return () => {
      const { frame, total } = silentTable(looks, ranking);
      return {
        frames: [frame],
        notices: [
          ...chosen.notices,
          ...sourceNotices([...found.failures, ...(error ? [error] : [])], [], timeZone),
          ...(isReading ? [] : [...metricsMissing(looks), ...cutNotices(ranking.limit, total, 'first')]),
          info(t('deviations.known-only', 'Only metrics seen in an alert or anomaly are checked.')),
        ],
      };
    };
  };
}

/** A metric: first from earlier reads, finally its current state. */
function lookAt(candidate: Candidate, reader: Reader, { newestOf, daysOf, findingOf, fineOf }: Ways): Inspection {
  const first = reader.attempt(newestOf(candidate));
  // If the newest points show that a metric can raise an alert, the earlier ones are not needed.
  const isPart = first.data?.isFetching === false && first.data.leftOut && findingOf(first.data) !== 'well';
  const { data, error } = isPart ? reader.attempt(daysOf(candidate)) : first;
  const isShown = data && (!data.isFetching || (data.points > 0 && !isPart && !data.leftOut));
  const snapshot = isShown ? data : null;
  const failure = error ?? snapshot?.missing[0]?.failure;
  const finding = snapshot && !(snapshot.points === 0 && failure) ? findingOf(snapshot) : null;
  const look = { candidate, finding, failure, snapshot };
  if (!snapshot || snapshot.isFetching || !isSilent(finding) || finding.since === null) {
    return look;
  }
  // An hour's value is at the start of the hour: the newest point is somewhere in it.
  const { since } = finding;
  const fine = reader.attempt(fineOf(candidate, since));
  const at = fine.data ? newestIn(fine.data) : null;
  const isKnown = at !== null || !fine.isFetching;
  return { ...look, finding: isKnown ? { reason: 'silent', since: at ?? since } : null };
}

/** The days in which a metric is known, with its usual gaps. */
function daysBefore(end: number): Span {
  return { from: end - DROPPED_AFTER, to: end };
}

function isSilent(finding: Finding | null): finding is Blindness {
  return typeof finding === 'object' && finding?.reason === 'silent';
}

function findingOf({ columns, step }: Snapshot, end: number): Finding {
  const blindness = blindnessOf(columns, step, end);
  return blindness === 'unknown' ? 'gone' : (blindness ?? 'well');
}

/** The time of the newest value. */
function newestIn({ columns }: Snapshot): number | null {
  const { time, smoothened } = concat(columns);
  const row = smoothened.findLastIndex((value) => !Number.isNaN(value));
  return row < 0 ? null : time[row];
}

/** The metrics of the range, then those in anomalies of earlier days, newest first. */
function chooseAll(found: Candidates, anomalies: readonly Anomaly[], { query, fields, place }: RankingRequest): Chosen {
  const names = new NamedMetrics();
  names.add(found.candidates);
  sortBy(anomalies, ({ time }) => -(time ?? 0)).forEach(({ metrics }) => names.add(metrics));
  return choose({ ...found, candidates: readable(names.all()) }, fields, storedFilters(query), place);
}

type BlindSpotRow = Candidate & Blindness;

/**
 * The blind spots. The heading of the first column has their number. With `emptyRow`, an empty table has a row with it.
 *
 * @returns `total`: the number of rows without a limit
 */
function silentTable(looks: readonly Inspection[], { query, limit, place }: RankingRequest) {
  const known = looks.filter(({ finding }) => finding !== 'gone');
  const checked = known.filter(({ finding }) => finding !== null);
  const blind = checked.flatMap(({ candidate, finding }): BlindSpotRow[] =>
    typeof finding === 'object' && finding ? [{ ...candidate, ...finding }] : []
  );
  const counts = { number: blind.length, known: known.length, checked: checked.length };
  const heading =
    checked.length === known.length
      ? t('deviations.blind', '{{number}} of {{known}} known metrics', counts)
      : t('deviations.blind-so-far', '{{number}} of {{checked}} checked metrics', counts);
  // With the same reason, metrics of alerts are already before metrics of anomalies.
  const rows = sortBy(blind, ({ reason }) => ['silent', 'learning', 'flat'].indexOf(reason)).slice(0, limit);
  const isBare = rows.length === 0 && query.emptyRow === true;
  return { frame: tableOf(isBare ? [{} as BlindSpotRow] : rows, heading, place), total: blind.length };
}

/** The columns of a query that does not run. */
export function silentColumns({ place }: RankingRequest): DataFrame {
  return tableOf([], '', place);
}

function tableOf(rows: BlindSpotRow[], heading: string, place: LinkPlace): DataFrame {
  const named = namedApart(rows);
  const { nodeId, nodeName, systemId, systemName, metricId, metricName } = nameColumns(place, named, rows);
  const textOf = ({ reason }: Partial<BlindSpotRow>) => (reason ? reasonText(reason) : heading);
  const problem = t('deviations.problem', 'Problem');
  const displayName = heading === '' ? problem : pair(problem, heading);
  // The heading needs the width of a filter.
  const config = { displayName, custom: { minWidth: 240, filterable: false } };
  return tableFrame(t('deviations.silent', 'Blind spots'), named, [
    textColumn('reason', textOf, { width: undefined, wrap: true, config }),
    metricName,
    nodeName,
    systemName,
    minuteColumn('since', ({ since }) => since ?? null, place.now),
    nodeId,
    metricId,
    systemId,
  ]);
}

function reasonText(reason: Blindness['reason']): string {
  switch (reason) {
    case 'silent':
      return t('deviations.no-data', 'No data');
    case 'learning':
      return t('deviations.no-corridors', 'No corridors yet');
    case 'flat':
      return t('deviations.flat', 'Corridor without width');
  }
}
