import { t } from '@grafana/i18n';
import { sortBy } from 'lodash';
import { catchError, defer, filter, forkJoin, last, map, type Observable, of, switchMap } from 'rxjs';
import { type Answer } from '../answer/answers';
import { NameBook } from '../answer/nameBook';
import { info } from '../answer/notices';
import { type Context } from '../answer/runner';
import { type Blindness, blindnessOf, DROPPED_AFTER } from '../judging/blindness';
import { seriesKey } from '../query/series';
import { type Named } from '../service/alerts';
import { listAnomalies } from '../service/anomalyOperations';
import { TURNS_PER_RANK } from '../service/client';
import { perInstance, Recent } from '../service/recent';
import { HOUR, MINUTE } from '../settings';
import { type Snapshot } from '../store/snapshot';
import { storedFilters } from '../tables/filters';
import { tableFrame, textColumn, timeColumn } from '../tables/frame';
import { type LinkPlace } from '../tables/links';
import { type Candidate } from './candidates';
import { type Chosen, chosenOf } from './chosen';
import { metricsMissing, sourceNotices } from './notices';
import { type MetricRead } from './reading';
import { type Asked, type ChosenReads, readChosen } from './reads';
import { nameColumns } from './table';

/** What was found of a metric is not looked up again for so long, in milliseconds, and names of earlier days not for so long. */
const SERVES = 10 * MINUTE;
const NAMES_SERVE = HOUR;
/** Requests that an answer may make after those that it shares with other panels: the first one in a while, and the next ones. */
const AT_FIRST = 8;
const AT_A_REFRESH = 2;
/** After all other requests. */
const LAST = 3 * TURNS_PER_RANK;

/** `well`: can raise an alert; `gone`: no data in 14 days. */
type Verdict = Blindness | 'well' | 'gone';

/** What the panels of a tab know of the metrics at one time. Times are epoch milliseconds. */
class Watch {
  readonly verdicts = new Recent<{ verdict: Verdict | undefined; at: number }>(500);
  names: { named: Named[]; at: number } | null = null;
  answered = -Infinity;
}

const watchesOf = perInstance(() => new Recent<Watch>(5));

/** A metric, what other panels read of it, and what is known. */
interface Known extends MetricRead {
  verdict: Verdict | undefined;
}

/**
 * The known metrics that can't raise an alert. The points of the range, which other panels read too, show which can. The rest
 * are looked up over 14 days, a few with each answer: those never looked up first, then those that were longest ago.
 */
export function findSilent(asked: Asked, context: Context, timeZone: string): Observable<Answer> {
  const now = context.now();
  const end = Math.min(asked.range.to, now);
  const watches = watchesOf(context.operations);
  // What is known of now says nothing of a range that is over.
  const key = end < now - SERVES ? String(Math.floor(end / HOUR)) : 'now';
  const watch = watches.get(key) ?? watches.set(key, new Watch());
  return readChosen(asked, context).pipe(
    filter(({ done }) => done),
    switchMap((read) => {
      const requests = now - watch.answered < SERVES ? AT_A_REFRESH : AT_FIRST;
      watch.answered = now;
      return readNames(watch, context, end, now).pipe(
        switchMap(({ names, asks, failures }) => {
          const chosen = allChosen(read, names, asked);
          return judgeAll(chosen.candidates, read.reads, { watch, context, end, now, requests: requests - asks }).pipe(
            map((known) =>
              answerOf(known, { ...read, failures: [...read.failures, ...failures] }, chosen, asked, timeZone)
            )
          );
        })
      );
    })
  );
}

interface Names {
  names: Named[];
  /** Requests that were made for them. */
  asks: number;
  failures: unknown[];
}

/** What the anomalies of 14 days name, for metrics that have vanished since. */
function readNames(watch: Watch, { operations }: Context, end: number, now: number): Observable<Names> {
  return defer(() => {
    if (watch.names && now - watch.names.at < NAMES_SERVE) {
      return of({ names: watch.names.named, asks: 0, failures: [] });
    }
    return listAnomalies(operations.ranked(2), end - DROPPED_AFTER, end).pipe(
      map((anomalies) => {
        const book = new NameBook();
        sortBy(anomalies, ({ time }) => -(time ?? 0)).forEach(({ metrics }) => book.add(metrics));
        watch.names = { named: book.all(), at: now };
        return { names: watch.names.named, asks: 1, failures: [] };
      }),
      catchError((failure: unknown) => of({ names: watch.names?.named ?? [], asks: 1, failures: [failure] }))
    );
  });
}

/** The metrics of the range, then those of earlier days. */
function allChosen({ found }: ChosenReads, names: readonly Named[], { query, fields, place }: Asked): Chosen {
  const isKnown = new Set(found.candidates.map((one) => seriesKey(one)));
  const earlier = names.flatMap((one): Candidate[] => {
    const { nodeId, metricId } = one;
    return nodeId && metricId && !isKnown.has(seriesKey(one)) ? [{ ...one, nodeId, metricId }] : [];
  });
  return chosenOf(
    { ...found, candidates: [...found.candidates, ...earlier] },
    fields,
    storedFilters(query),
    place,
    null
  );
}

interface Looking {
  watch: Watch;
  context: Context;
  end: number;
  now: number;
  /** That may be made. */
  requests: number;
}

function judgeAll(
  candidates: readonly Candidate[],
  reads: readonly MetricRead[],
  { watch, context, end, now, requests }: Looking
): Observable<Known[]> {
  const byKey = new Map(reads.map((read) => [seriesKey(read.candidate), read]));
  const known = candidates.map((candidate) => {
    const key = seriesKey(candidate);
    const read = byKey.get(key) ?? { candidate, snapshot: null, failure: undefined };
    const seen = read.snapshot ? blindnessIn(read.snapshot, end) : 'unknown';
    if (seen === null) {
      watch.verdicts.set(key, { verdict: 'well', at: now });
    }
    return { key, seen, ...read };
  });
  const lastAt = (key: string) => watch.verdicts.get(key)?.at ?? -Infinity;
  const due = known.filter(({ key, failure }) => !failure && now - lastAt(key) >= SERVES);
  const looked = new Set(sortBy(due, ({ key }) => lastAt(key)).slice(0, requests));
  const verdicts = known.map((one): Observable<Known> => {
    const found: Observable<LookUp | null> = looked.has(one) ? lookUp(context, one.candidate, end) : of(null);
    return found.pipe(
      map((answer): Known => {
        const before = watch.verdicts.get(one.key)?.verdict;
        const failure = answer?.failure ?? one.failure;
        // What could be checked no more stays blind, but doesn't stay well.
        const kept = typeof before === 'object' || one.seen === null || !failure ? before : undefined;
        const verdict = answer?.verdict ? withNewest(answer.verdict, one.seen) : kept;
        if (answer) {
          watch.verdicts.set(one.key, { verdict, at: now });
        }
        return { ...one, failure, verdict };
      })
    );
  });
  return verdicts.length > 0 ? forkJoin(verdicts) : of([]);
}

interface LookUp {
  verdict?: Verdict;
  failure?: unknown;
}

/** One request over 14 days. */
function lookUp({ store }: Context, { nodeId, metricId }: Candidate, end: number): Observable<LookUp> {
  const span = { from: end - DROPPED_AFTER, to: end };
  return store.read({ nodeId, metricId, aggregation: '', granularity: '1h', requests: 1, late: LAST, ...span }).pipe(
    last(),
    map((snapshot): LookUp => {
      const seen = blindnessIn(snapshot, end);
      const [missing] = snapshot.missing;
      return missing ? { failure: missing.failure } : { verdict: seen === 'unknown' ? 'gone' : (seen ?? 'well') };
    }),
    catchError((failure: unknown) => of({ failure }))
  );
}

function blindnessIn({ columns, step }: Snapshot, end: number) {
  return blindnessOf(columns, step, end);
}

/** Hourly points are less exact than those of the range. */
function withNewest(verdict: Verdict, seen: ReturnType<typeof blindnessOf>): Verdict {
  const isFiner =
    typeof verdict === 'object' && verdict.reason === 'silent' && seen !== null && typeof seen === 'object';
  return isFiner && seen.reason === 'silent' ? seen : verdict;
}

type Row = Candidate & Blindness;

function answerOf(
  known: readonly Known[],
  { failures, reads }: ChosenReads,
  chosen: Chosen,
  { place, limit }: Asked,
  timeZone: string
): Answer {
  const there = known.filter(({ verdict }) => verdict !== 'gone');
  const rows = there.flatMap(({ candidate, verdict }): Row[] =>
    typeof verdict === 'object' ? [{ ...candidate, ...verdict }] : []
  );
  const checked = there.filter(({ verdict }) => verdict !== undefined).length;
  const counts = { number: rows.length, known: there.length, checked };
  const heading =
    checked === there.length
      ? t('deviations.blind', '{{number}} of {{known}} known metrics', counts)
      : t('deviations.blind-so-far', '{{number}} of {{checked}} checked metrics', counts);
  // Those of alerts are before those of anomalies already.
  const inOrder = sortBy(rows, ({ reason }) => ['silent', 'learning', 'flat'].indexOf(reason));
  return {
    frames: [silentTable(inOrder.slice(0, limit), heading, place)],
    notices: [
      ...chosen.notices,
      ...sourceNotices(failures, reads, timeZone),
      ...metricsMissing(known),
      info(t('deviations.known-only', 'Only metrics seen in an alert or anomaly are checked.')),
    ],
    calls: reads.flatMap(({ snapshot }) => snapshot?.calls ?? []),
  };
}

/** An empty table would not show how many were checked, so it has a row that does. */
function silentTable(rows: readonly Row[], heading: string, place: LinkPlace) {
  const text = (row: Partial<Row>) => (row.reason ? reasonText(row.reason) : heading);
  const shown = rows.length > 0 ? rows : [{} as Row];
  const { nodeId, nodeName, systemId, systemName, metricId, metricName } = nameColumns(place, shown);
  const reason = textColumn<Row>('reason', text, { width: undefined, wrap: true });
  // The heading takes the room of a filter.
  const custom = { ...reason.config.custom, minWidth: 150, filterable: false };
  return tableFrame(t('deviations.silent', 'Blind spots'), shown, [
    { ...reason, config: { ...reason.config, custom, displayName: heading } },
    metricName,
    nodeName,
    systemName,
    timeColumn('since', ({ since }) => since ?? null),
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
