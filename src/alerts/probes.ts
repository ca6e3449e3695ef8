import { partition, sortBy } from 'lodash';
import { map, type Observable, of } from 'rxjs';
import { readEach } from '../answer/answers';
import { type Named } from '../answer/named';
import { type Context } from '../answer/runner';
import { searchAlerts } from '../incidents/search';
import { keyOf, type Subject } from '../incidents/subject';
import { type Alert } from '../service/alerts';
import { perInstance } from '../service/perInstance';
import { Recent } from '../service/recent';
import { HOUR, MINUTE } from '../settings';
import { type Span } from '../time/span';
import { ageOf, type Asked, KEPT_FOR } from './searchedBefore';

/** As many requests tell at first which earlier alerts are like it; what is left of them goes to the events of what was found. */
const AT_FIRST = 3;
/** Each later reading makes one more, as long as something is left to ask. */
const AT_REFRESH = 1;
/** An alert on more nodes is not searched for by node: none of the first searches would be left for its metrics. */
const MOST_NODES = 2;
/** So many metrics are searched for at all. */
const MOST_METRICS = 25;
/** After a search that failed none is made before, in milliseconds: refreshes would make one each time. */
const AGAIN_AFTER = 5 * MINUTE;

/** What was asked serves so long, in milliseconds: it is asked again before. */
const SERVES_FOR = 2 * KEPT_FOR;
/** So many answers are kept. */
const MOST_KEPT = 200;

/** Which alerts the service's search finds by the subject's metrics, or by their nodes where there are too many metrics. */
export interface Probed {
  /**
   * All that they find, if they look at alerts that are over (`findsOver`); null where not all was asked, or a search failed:
   * any alert may share a metric.
   */
  ids: ReadonlySet<string> | null;
  /** They find alerts that are active. */
  findsActive: boolean;
  /**
   * Those that were found by metrics, and by which. The search may match node and metric apart, and an alert that has both
   * may have them in two metrics: only what it was about proves it.
   */
  byMetric: ReadonlyMap<string, readonly Named[]>;
  /** Metrics that are still to be searched for, one at each further reading. */
  unsearched: readonly Named[];
  /** So many more requests may be spent on what these searches found. */
  left: number;
}

/** Nobody asked. */
export const NOT_PROBED: Probed = {
  ids: null,
  findsActive: false,
  byMetric: new Map(),
  unsearched: [],
  left: 0,
};

interface Kept extends Asked {
  rows: ReadonlyArray<Pick<Alert, 'id' | 'active'>>;
  /** It did not fail, nor was it cut. */
  isAll: boolean;
}

/** For each data source instance its own. */
const keptOf = perInstance(() => new Recent<Kept>(MOST_KEPT));

/** When the searches for some alerts began, for each data source instance. */
const startedOf = perInstance(() => new Recent<Asked>(MOST_KEPT));

/**
 * Asks the search for the alerts that name the subject's metrics, the worst first: metric by metric where they are few, else
 * by node, too. An alert that is over may have named more than it did when it was last seen, and of hundreds only a few
 * can be looked up.
 */
export function probe(
  { operations, now }: Pick<Context, 'operations' | 'now'>,
  { alertIds, began, parts }: Subject,
  span: Span
): Observable<Probed> {
  const { first, later, isEnough } = probesOf(parts);
  const all = [...first, ...later];
  const ofInstance = keptOf(operations);
  const hours = Math.round((span.to - span.from) / HOUR);
  const keyFor = (part: Named) => JSON.stringify([keyOf(part), hours]);
  const started = startedOf(operations);
  const ofSubject = JSON.stringify([alertIds, hours]);
  const before = started.get(ofSubject);
  const isNew = !before || ageOf(before, now(), span) >= SERVES_FOR;
  if (isNew) {
    started.set(ofSubject, { at: now(), span });
  }
  // What was asked before the subject began does not tell of all that began before it did. Once it is looked at it has
  // begun, whatever the service's clock says.
  const since = Math.min(began ?? -Infinity, isNew ? now() : before.at);
  const keptFor = (part: Named) => {
    const kept = ofInstance.get(keyFor(part));
    return kept && kept.at >= since && ageOf(kept, now(), span) < SERVES_FOR ? kept : undefined;
  };
  const budget = isNew ? AT_FIRST : AT_REFRESH;
  const due = dueOf(all, keptFor, now(), span).slice(0, budget);
  const search = ({ nodeId, metricId }: Named) =>
    searchAlerts(operations, span, { nodeId: nodeId ?? '', metricId: metricId ?? '' });
  return (due.length > 0 ? readEach(due, search) : of({ read: [], failed: [] })).pipe(
    map(({ read, failed }) => {
      const at = now();
      for (const { value, result } of read) {
        const rows = result.rows.map(({ id, active }) => ({ id, active }));
        ofInstance.set(keyFor(value), { at, span, rows, isAll: result.cut === null && result.failure === null });
      }
      for (const { value } of failed) {
        ofInstance.set(keyFor(value), { at, span, rows: [], isAll: false });
      }
      const told = all.map((part) => ({ part, kept: keptFor(part) }));
      const isTold = ({ kept }: Told) => kept?.isAll ?? false;
      const [byMetric, byNode] = partition(told, ({ part }) => part.metricId !== null);
      const finding =
        byMetric.length === parts.length && byMetric.every(isTold)
          ? byMetric
          : isEnough && byNode.length > 0 && byNode.every(isTold)
            ? told
            : [];
      return {
        ...probedOf(told, finding),
        unsearched: told.filter(({ kept }) => !kept).map(({ part }) => part),
        left: failed.length > 0 ? 0 : budget - due.length,
      };
    })
  );
}

interface Told {
  part: Named;
  kept?: Kept;
}

/** What is to be asked, first what never was, then what was asked longest ago; none for a while after one has failed. */
function dueOf(all: readonly Named[], keptFor: (part: Named) => Kept | undefined, now: number, span: Span): Named[] {
  const hasFailed = (kept: Kept | undefined) => kept && !kept.isAll && Math.abs(now - kept.at) < AGAIN_AFTER;
  if (all.some((part) => hasFailed(keptFor(part)))) {
    return [];
  }
  const due = all.filter((part) => {
    const kept = keptFor(part);
    return !kept || ageOf(kept, now, span) >= (kept.isAll ? KEPT_FOR : AGAIN_AFTER);
  });
  return sortBy(due, (part) => keptFor(part)?.at ?? -Infinity);
}

/** @param finding the searches that find every alert which may share a metric; none where it is not known that they do */
function probedOf(told: readonly Told[], finding: readonly Told[]) {
  const rows = finding.flatMap(({ kept }) => kept?.rows ?? []);
  const byMetric = new Map<string, Named[]>();
  for (const { part, kept } of told) {
    for (const { id } of part.metricId === null ? [] : (kept?.rows ?? [])) {
      byMetric.set(id, [...(byMetric.get(id) ?? []), part]);
    }
  }
  const ids = finding.length > 0 ? new Set(rows.map(({ id }) => id)) : null;
  return { ids, findsActive: rows.some(({ active }) => active === true), byMetric };
}

/** @returns `isEnough`: what is asked at first finds every alert that may share a metric */
function probesOf(parts: readonly Named[]): { first: Named[]; later: Named[]; isEnough: boolean } {
  const named = parts.filter(({ nodeId, metricId }) => nodeId && metricId);
  const isNamed = named.length > 0 && named.length === parts.length;
  const nodes = new Map(named.map((part) => [part.nodeId, { ...part, metricId: null, metricName: null }]));
  const isFew = named.length <= AT_FIRST;
  const byNode = !isFew && nodes.size <= MOST_NODES ? [...nodes.values()] : [];
  const most = AT_FIRST - byNode.length;
  return {
    first: [...byNode, ...named.slice(0, most)],
    later: named.slice(most, MOST_METRICS),
    isEnough: isNamed && (isFew || byNode.length > 0),
  };
}
