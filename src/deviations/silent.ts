import { t } from '@grafana/i18n';
import { sortBy } from 'lodash';
import { catchError, filter, last, map, type Observable, of, switchMap } from 'rxjs';
import { type Answer, readEach } from '../answer/answers';
import { NameBook } from '../answer/nameBook';
import { info } from '../answer/notices';
import { type Context } from '../answer/runner';
import { type Blindness, blindnessOf, DROPPED_AFTER } from '../judging/blindness';
import { pair } from '../loading/texts';
import { seriesKey } from '../query/series';
import { type Named } from '../service/alerts';
import { listAnomalies } from '../service/anomalies';
import { TURNS_PER_RANK } from '../service/client';
import { perInstance, Recent } from '../service/recent';
import { HOUR, MINUTE } from '../settings';
import { storedFilters } from '../tables/filters';
import { tableFrame, textColumn, timeColumn } from '../tables/frame';
import { type Candidate, choose, type Chosen, nameColumns } from './candidates';
import { type Asked, type MetricRead, metricsMissing, type MetricsRead, readMetrics, sourceNotices } from './reading';

/** A metric, and the names of earlier days, are looked up again after this, in milliseconds. */
const SERVES = 10 * MINUTE;
const NAMES_SERVE = HOUR;
/** Requests that an answer may make after those that it shares with other panels: the first one, and the next ones. */
const AT_FIRST = 8;
const AT_A_REFRESH = 2;

/** `well`: can raise an alert; `gone`: no data in 14 days. */
type Verdict = Blindness | 'well' | 'gone';

/** What was found out so far. */
interface Memory {
  /** What the anomalies of 14 days name, for metrics that have vanished since; null before it is read. */
  names: { named: Named[]; at: number } | null;
  /** By series. Without a verdict the metric could not be read. */
  metrics: Recent<{ verdict?: Verdict; at: number }>;
}

const memoriesOf = perInstance(() => new Recent<Memory>(5));

/**
 * The known metrics that can't raise an alert. The points of the range, which other panels read too, show which can. The rest
 * are looked up over 14 days, a few with each answer: those never looked up first, then those that were longest ago.
 */
export function findSilent(asked: Asked, context: Context, timeZone: string): Observable<Answer> {
  const watch = new Watch(context, asked.range.to);
  return readMetrics(asked, context).pipe(
    filter(({ done }) => done),
    switchMap((read) =>
      watch.readNames().pipe(
        switchMap((nameFailures) => {
          const chosen = chooseAll(read, watch.names, asked);
          return watch.lookUp(chosen.candidates, read.reads).pipe(
            map((unread): Answer => {
              const failures = [...read.failures, ...nameFailures];
              return {
                frames: [silentTable(chosen.candidates, watch, asked)],
                notices: [
                  ...chosen.notices,
                  ...sourceNotices(failures, read.reads, timeZone),
                  ...metricsMissing([...read.reads, ...unread]),
                  info(t('deviations.known-only', 'Only metrics seen in an alert or anomaly are checked.')),
                ],
                calls: read.reads.flatMap(({ snapshot }) => snapshot?.calls ?? []),
              };
            })
          );
        })
      )
    )
  );
}

/** Looks metrics up, and remembers what it found for the panels of a tab. */
class Watch {
  private readonly now: number;
  private readonly end: number;
  private readonly memory: Memory;
  /** That may be made for this answer. */
  private requests: number;

  constructor(
    private readonly context: Context,
    to: number
  ) {
    this.now = context.now();
    this.end = Math.min(to, this.now);
    // What is known of now says nothing of a range that is over.
    const key = this.end < this.now - SERVES ? String(Math.floor(this.end / HOUR)) : 'now';
    const memories = memoriesOf(context.operations);
    this.memory = memories.get(key) ?? memories.set(key, { names: null, metrics: new Recent(500) });
    this.requests = this.memory.names ? AT_A_REFRESH : AT_FIRST;
  }

  get names(): Named[] {
    return this.memory.names?.named ?? [];
  }

  verdictOf(metric: Candidate): Verdict | undefined {
    return this.memory.metrics.get(seriesKey(metric))?.verdict;
  }

  /** Reads the names of earlier days if it is time. @returns why they could not be read */
  readNames(): Observable<unknown[]> {
    const { memory, now, end } = this;
    if (memory.names && now - memory.names.at < NAMES_SERVE) {
      return of([]);
    }
    this.requests--;
    return listAnomalies(this.context.operations.with({ rank: 2 }), end - DROPPED_AFTER, end).pipe(
      map((anomalies) => {
        const book = new NameBook();
        sortBy(anomalies, ({ time }) => -(time ?? 0)).forEach(({ metrics }) => book.add(metrics));
        memory.names = { named: book.all(), at: now };
        return [];
      }),
      catchError((failure: unknown) => of([failure]))
    );
  }

  /** Looks up some of the metrics whose points of the range do not show that they are well. @returns those that failed */
  lookUp(candidates: readonly Candidate[], reads: readonly MetricRead[]): Observable<MetricRead[]> {
    const { now, end, requests } = this;
    const { metrics } = this.memory;
    for (const { candidate, snapshot } of reads) {
      if (snapshot && blindnessOf(snapshot.columns, snapshot.step, end) === null) {
        metrics.set(seriesKey(candidate), { verdict: 'well', at: now });
      }
    }
    const failed = new Set(reads.flatMap(({ candidate, failure }) => (failure ? seriesKey(candidate) : [])));
    const lastAt = (metric: Candidate) => metrics.get(seriesKey(metric))?.at ?? -Infinity;
    const due = candidates.filter((metric) => !failed.has(seriesKey(metric)) && now - lastAt(metric) >= SERVES);
    return readEach(sortBy(due, lastAt).slice(0, requests), (metric) => this.readVerdict(metric)).pipe(
      map((looked) => {
        looked.read.forEach(({ value, result }) => metrics.set(seriesKey(value), { verdict: result, at: now }));
        looked.failed.forEach(({ value }) =>
          metrics.set(seriesKey(value), { ...metrics.get(seriesKey(value)), at: now })
        );
        return looked.failed.map(({ value, failure }) => ({ candidate: value, snapshot: null, failure }));
      })
    );
  }

  /** One request over 14 days, after all others. */
  private readVerdict({ nodeId, metricId }: Candidate): Observable<Verdict> {
    const { end } = this;
    const limits = { requests: 1, late: 3 * TURNS_PER_RANK, from: end - DROPPED_AFTER, to: end };
    return this.context.store.read({ nodeId, metricId, aggregation: '', granularity: '1h', ...limits }).pipe(
      last(),
      map(({ columns, step, missing }): Verdict => {
        if (missing.length > 0) {
          throw missing[0].failure;
        }
        const blindness = blindnessOf(columns, step, end);
        return blindness === 'unknown' ? 'gone' : (blindness ?? 'well');
      })
    );
  }
}

/** The metrics of the range, then those of earlier days. */
function chooseAll({ found }: MetricsRead, names: readonly Named[], { query, fields, place }: Asked): Chosen {
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
function silentTable(candidates: readonly Candidate[], watch: Watch, { limit, place }: Asked) {
  const known = candidates.filter((one) => watch.verdictOf(one) !== 'gone');
  const checked = known.filter((one) => watch.verdictOf(one) !== undefined);
  const blind = checked.flatMap((one): Row[] => {
    const verdict = watch.verdictOf(one);
    return typeof verdict === 'object' ? [{ ...one, ...verdict }] : [];
  });
  const counts = { number: blind.length, known: known.length, checked: checked.length };
  const heading =
    checked.length === known.length
      ? t('deviations.blind', '{{number}} of {{known}} known metrics', counts)
      : t('deviations.blind-so-far', '{{number}} of {{checked}} checked metrics', counts);
  // Those of alerts are before those of anomalies already.
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
