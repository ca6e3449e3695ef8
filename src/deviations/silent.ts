import { t } from '@grafana/i18n';
import { sortBy } from 'lodash';
import {
  catchError,
  combineLatest,
  filter,
  forkJoin,
  last,
  map,
  type Observable,
  of,
  startWith,
  switchMap,
} from 'rxjs';
import { type Answer } from '../answer/answers';
import { NameBook } from '../answer/nameBook';
import { info } from '../answer/notices';
import { paced } from '../answer/pace';
import { type Context } from '../answer/runner';
import { concat } from '../corridors/columns';
import { type Blindness, blindnessOf, DROPPED_AFTER } from '../judging/blindness';
import { pair } from '../loading/texts';
import { seriesKey } from '../query/series';
import { type Named } from '../service/alerts';
import { listAnomalies } from '../service/anomalies';
import { TURNS_PER_RANK } from '../service/client';
import { HOUR } from '../settings';
import { type Snapshot } from '../store/snapshot';
import { storedFilters } from '../tables/filters';
import { tableFrame, textColumn, timeColumn } from '../tables/frame';
import { type Candidate, type Candidates, choose, type Chosen, nameColumns, readCandidates } from './candidates';
import { type Asked, metricsMissing, sourceNotices } from './reading';

/** After all other requests. */
const LATE = 3 * TURNS_PER_RANK;

/** `well`: can raise an alert; `gone`: no data in 14 days. */
type Verdict = Blindness | 'well' | 'gone';

/** A metric that is looked up. */
interface Look {
  candidate: Candidate;
  /** Null until it is known. */
  verdict: Verdict | null;
  /** Why it could not be read. */
  failure: unknown;
  snapshot: Snapshot | null;
  done: boolean;
}

/**
 * The known metrics that can't raise an alert. Each is looked up over 14 days, after all other requests; rows come as they are
 * found.
 */
export function findSilent(asked: Asked, context: Context, timeZone: string): Observable<Answer> {
  const { range, fields } = asked;
  const end = Math.min(range.to, context.now());
  const [nodeId, ...otherNodes] = fields.nodeId.values;
  const candidates = readCandidates(context, range, false, otherNodes.length === 0 ? nodeId : undefined);
  return forkJoin([candidates.pipe(last()), readNames(context, end)]).pipe(
    switchMap(([found, { names, failures }]) => {
      const chosen = chooseAll(found, names, asked);
      const looks = chosen.candidates.map((candidate) => lookUp(candidate, context, end));
      const states = (looks.length > 0 ? combineLatest(looks) : of([])).pipe(
        map((all) => ({ all, done: all.every(({ done }) => done), hasContent: true, hasAnswer: true }))
      );
      return paced(states, context.settings.progressive, ({ all, done }): Answer => {
        const reads = all.map(({ candidate, snapshot, failure }) => ({ candidate, snapshot, failure }));
        return {
          frames: [silentTable(all, asked)],
          notices: [
            ...chosen.notices,
            ...sourceNotices([...found.failures, ...failures], [], timeZone),
            ...(done ? metricsMissing(reads) : []),
            info(t('deviations.known-only', 'Only metrics seen in an alert or anomaly are checked.')),
          ],
          calls: all.flatMap(({ snapshot }) => snapshot?.calls ?? []),
          more: !done,
        };
      });
    })
  );
}

/** What the anomalies of 14 days name, those of the newest first. */
function readNames(context: Context, end: number): Observable<{ names: Named[]; failures: unknown[] }> {
  return listAnomalies(context.operations.with({ rank: 2 }), end - DROPPED_AFTER, end).pipe(
    map((anomalies) => {
      const book = new NameBook();
      sortBy(anomalies, ({ time }) => -(time ?? 0)).forEach(({ metrics }) => book.add(metrics));
      return { names: book.all(), failures: [] };
    }),
    catchError((failure: unknown) => of({ names: [], failures: [failure] }))
  );
}

/** What is known of a metric: at once nothing, or what was read before, and at last how it is. */
function lookUp(candidate: Candidate, context: Context, end: number): Observable<Look> {
  const nothing: Look = { candidate, verdict: null, failure: undefined, snapshot: null, done: false };
  const { nodeId, metricId } = candidate;
  const request = { nodeId, metricId, aggregation: '', requests: 1, late: LATE };
  const days = context.store.read({ ...request, granularity: '1h', from: end - DROPPED_AFTER, to: end });
  return days.pipe(
    filter(({ done, points }) => done || points > 0),
    switchMap((snapshot): Observable<Look> => {
      const failure: unknown = snapshot.missing[0]?.failure;
      const verdict = snapshot.points === 0 && failure ? null : verdictOf(snapshot, end);
      const look = { ...nothing, verdict, failure, snapshot, done: snapshot.done };
      const since = snapshot.done && isSilent(verdict) ? verdict.since : null;
      if (since === null) {
        return of(look);
      }
      // An hour's value has the hour's beginning: the newest point is somewhere in it.
      const exact = {
        ...request,
        granularity: 'auto' as const,
        maxDataPoints: 1000,
        from: since,
        to: Math.min(end, since + 2 * HOUR),
      };
      return context.store.read(exact).pipe(
        last(),
        map((fine) => ({ ...look, verdict: { reason: 'silent' as const, since: newestOf(fine) ?? since } }))
      );
    }),
    catchError((failure: unknown) => of({ ...nothing, failure, done: true })),
    startWith(nothing)
  );
}

function isSilent(verdict: Verdict | null): verdict is Blindness {
  return typeof verdict === 'object' && verdict?.reason === 'silent';
}

function verdictOf({ columns, step }: Snapshot, end: number): Verdict {
  const blindness = blindnessOf(columns, step, end);
  return blindness === 'unknown' ? 'gone' : (blindness ?? 'well');
}

/** The time of the newest value. */
function newestOf({ columns }: Snapshot): number | null {
  const { time, smoothened } = concat(columns);
  const row = smoothened.findLastIndex((value) => !Number.isNaN(value));
  return row < 0 ? null : time[row];
}

/** The metrics of the range, then those of earlier days. */
function chooseAll(found: Candidates, names: readonly Named[], { query, fields, place }: Asked): Chosen {
  const isKnown = new Set(found.candidates.map((one) => seriesKey(one)));
  const earlier = names.flatMap((one): Candidate[] => {
    const { nodeId, metricId } = one;
    return nodeId && metricId && !isKnown.has(seriesKey(one)) ? [{ ...one, nodeId, metricId }] : [];
  });
  const candidates = [...found.candidates, ...earlier];
  return choose({ ...found, candidates }, fields, storedFilters(query), place);
}

type Row = Candidate & Blindness;

/** The blind metrics. The heading of the first column has their number; an empty table has a row with it. */
function silentTable(looks: readonly Look[], { limit, place }: Asked) {
  const known = looks.filter(({ verdict }) => verdict !== 'gone');
  const checked = known.filter(({ verdict }) => verdict !== null);
  const blind = checked.flatMap(({ candidate, verdict }): Row[] =>
    typeof verdict === 'object' && verdict ? [{ ...candidate, ...verdict }] : []
  );
  const counts = { number: blind.length, known: known.length, checked: checked.length };
  const heading =
    checked.length === known.length
      ? t('deviations.blind', '{{number}} of {{known}} known metrics', counts)
      : t('deviations.blind-so-far', '{{number}} of {{checked}} checked metrics', counts);
  // Among those of one reason, the metrics of alerts are before those of anomalies already.
  const rows = sortBy(blind, ({ reason }) => ['silent', 'learning', 'flat'].indexOf(reason)).slice(0, limit);
  const shown = rows.length > 0 ? rows : [{} as Row];
  const { nodeId, nodeName, systemId, systemName, metricId, metricName } = nameColumns(place, rows);
  const textOf = ({ reason }: Partial<Row>) => (reason ? reasonText(reason) : heading);
  const displayName = pair(t('deviations.problem', 'Problem'), heading);
  // The heading takes the room of a filter.
  const config = { displayName, custom: { minWidth: 240, filterable: false } };
  return tableFrame(t('deviations.silent', 'Blind spots'), shown, [
    textColumn('reason', textOf, { width: undefined, wrap: true, config }),
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
