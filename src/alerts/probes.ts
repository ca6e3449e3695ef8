import { map, type Observable, of } from 'rxjs';
import { readEach } from '../answer/answers';
import { type Named } from '../answer/named';
import { type Context } from '../answer/runner';
import { searchAlerts } from '../incidents/search';
import { keyOf, type Subject } from '../incidents/subject';
import { perInstance } from '../service/perInstance';
import { Recent } from '../service/recent';
import { HOUR, MINUTE } from '../settings';
import { type Span } from '../time/span';

/** As many searches tell which earlier alerts are worth a look-up. */
const MOST_PROBES = 3;
/** What began before an alert did is the same for so long, in milliseconds. */
const KEPT_FOR = HOUR;
/** Searches that failed, or told nothing, are not made again before, in milliseconds: refreshes would make them each time. */
const AGAIN_AFTER = 5 * MINUTE;

/** So many answers are kept. */
const MOST_KEPT = 20;

/** Which alerts the service's search finds by the subject's metrics, or by their nodes where there are too many metrics. */
export interface Probed {
  /** Null where nobody asked, or a search failed: any alert may share a metric. */
  ids: ReadonlySet<string> | null;
  /**
   * Those that were found by a metric. The search may match node and metric apart, and an alert that has both may have them
   * in two metrics: what it was about has yet to be read.
   */
  byMetric: ReadonlySet<string>;
  /** How many searches were made for this answer. */
  asked: number;
}

/** Nobody asked. */
export const NOT_PROBED: Probed = { ids: null, byMetric: new Set(), asked: 0 };

interface Kept {
  at: number;
  probed: Probed;
}

/** For each data source instance its own. */
const keptOf = perInstance(() => new Recent<Kept>(MOST_KEPT));

/**
 * Asks the search for the alerts that name the subject's metrics: metric by metric where they are few, else by node. An
 * alert that is over may have named more than it did when it was last seen, and of hundreds only a few can be looked up.
 * One search that fails tells nothing.
 */
export function probe(
  { operations, now }: Pick<Context, 'operations' | 'now'>,
  { parts }: Subject,
  span: Span
): Observable<Probed> {
  const probes = probesOf(parts);
  if (probes.length === 0) {
    return of(NOT_PROBED);
  }
  const ofInstance = keptOf(operations);
  const key = JSON.stringify([probes.map(keyOf), [span.from, span.to].map((time) => Math.floor(time / KEPT_FOR))]);
  const before = ofInstance.get(key);
  if (before && Math.abs(now() - before.at) < (before.probed.ids ? KEPT_FOR : AGAIN_AFTER)) {
    return of(before.probed);
  }
  return readEach(probes, ({ nodeId, metricId }) =>
    searchAlerts(operations, span, { nodeId: nodeId ?? '', metricId: metricId ?? '' })
  ).pipe(
    map(({ read, failed }) => {
      const isCut = read.some(({ result: { cut, failure } }) => cut !== null || failure !== null);
      // What finds no alert that is over may look at what alerts are about now: that tells nothing of those.
      const findsOver = read.some(({ result }) => result.rows.some(({ active }) => active === false));
      const idsOf = (some: typeof read) => new Set(some.flatMap(({ result }) => result.rows.map(({ id }) => id)));
      const probed =
        failed.length > 0 || isCut || !findsOver
          ? NOT_PROBED
          : { ids: idsOf(read), byMetric: idsOf(read.filter(({ value }) => value.metricId !== null)), asked: 0 };
      ofInstance.set(key, { at: now(), probed });
      return { ...probed, asked: probes.length };
    })
  );
}

function probesOf(parts: readonly Named[]): Named[] {
  if (parts.some(({ nodeId, metricId }) => !nodeId || !metricId)) {
    return [];
  }
  if (parts.length <= MOST_PROBES) {
    return [...parts];
  }
  const nodes = new Map(parts.map((part) => [part.nodeId, { ...part, metricId: null, metricName: null }]));
  return nodes.size <= MOST_PROBES ? [...nodes.values()] : [];
}
