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

/** As many searches tell at first which earlier alerts are like it; later refreshes make one more each, for what is left. */
const MOST_PROBES = 3;
/** An alert on more nodes is not searched for by node: that would take more searches than are made at first. */
const MOST_NODES = 3;
/** So many metrics are searched for at all. */
const MOST_METRICS = 25;
/** What began before an alert did is the same for so long, in milliseconds. It serves twice as long, until it is asked again. */
const KEPT_FOR = HOUR;
/** A search that failed is not made again before, nor is a further one made, in milliseconds: refreshes would make them each time. */
const AGAIN_AFTER = 5 * MINUTE;

/** So many answers are kept. */
const MOST_KEPT = 200;

/** Which alerts the service's search finds by the subject's metrics, or by their nodes where there are too many metrics. */
export interface Probed {
  /** Null where not all was asked, or a search failed: any alert may share a metric. */
  ids: ReadonlySet<string> | null;
  /**
   * Those that were found by metrics, and by which. The search may match node and metric apart, and an alert that has both
   * may have them in two metrics: only what it was about proves it.
   */
  byMetric: ReadonlyMap<string, readonly Named[]>;
  /** Whether all that these searches can tell is asked for the first time. */
  isFirst: boolean;
}

/** Nobody asked. */
export const NOT_PROBED: Probed = { ids: null, byMetric: new Map(), isFirst: false };

interface Kept {
  at: number;
  span: Span;
  rows: ReadonlyArray<Pick<Alert, 'id' | 'active'>>;
  /** It did not fail, nor was it cut. */
  isAll: boolean;
}

/** For each data source instance its own. */
const keptOf = perInstance(() => new Recent<Kept>(MOST_KEPT));

/**
 * Asks the search for the alerts that name the subject's metrics, the worst first: metric by metric where they are few, else
 * by node, too. An alert that is over may have named more than it did when it was last seen, and of hundreds only a few
 * can be looked up.
 */
export function probe(
  { operations, now }: Pick<Context, 'operations' | 'now'>,
  { parts }: Subject,
  span: Span
): Observable<Probed> {
  const { first, later, isEnough } = probesOf(parts);
  const ofInstance = keptOf(operations);
  const hours = Math.round((span.to - span.from) / HOUR);
  const keyFor = (part: Named) => JSON.stringify([keyOf(part), hours]);
  const keptFor = (part: Named) => ofInstance.get(keyFor(part));
  const isDue = (part: Named) => {
    const kept = keptFor(part);
    return !kept || ageOf(kept, now(), span) >= (kept.isAll ? KEPT_FOR : AGAIN_AFTER);
  };
  const isFirst = first.every((part) => !keptFor(part));
  const dueNow = first.filter(isDue);
  const latest = Math.max(...[...first, ...later].map((part) => keptFor(part)?.at ?? -Infinity));
  const further = Math.abs(now() - latest) >= AGAIN_AFTER ? later.filter(isDue).slice(0, 1) : [];
  const due = dueNow.length > 0 ? dueNow : further;
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
      const tell = (part: Named) => ({ part, kept: keptFor(part) });
      const told = [...first, ...later].map(tell);
      const isSure = (isEnough ? first.map(tell) : told).every(
        ({ kept }) => kept?.isAll && ageOf(kept, at, span) < 2 * KEPT_FOR
      );
      const isNamed = parts.length > 0 && (isEnough || told.length === parts.length);
      return { ...probedOf(told, isSure && isNamed), isFirst: isFirst && isEnough };
    })
  );
}

/** How far what was read is from what would be read now, in milliseconds. */
function ageOf({ at, span }: Kept, now: number, { from, to }: Span): number {
  return Math.max(Math.abs(now - at), Math.abs(from - span.from), Math.abs(to - span.to));
}

/** @param isSure whether these searches find every alert that may share a metric */
function probedOf(told: ReadonlyArray<{ part: Named; kept?: Kept }>, isSure: boolean) {
  const rows = told.flatMap(({ kept }) => kept?.rows ?? []);
  // What finds no alert that is over may look at what alerts are about now: that tells nothing of those.
  const findsOver = rows.some(({ active }) => active === false);
  const byMetric = new Map<string, Named[]>();
  for (const { part, kept } of told) {
    for (const { id } of part.metricId === null ? [] : (kept?.rows ?? [])) {
      byMetric.set(id, [...(byMetric.get(id) ?? []), part]);
    }
  }
  return { ids: isSure && findsOver ? new Set(rows.map(({ id }) => id)) : null, byMetric };
}

/** @returns `isEnough`: what is asked at first finds every alert that may share a metric */
function probesOf(parts: readonly Named[]): { first: Named[]; later: Named[]; isEnough: boolean } {
  const named = parts.filter(({ nodeId, metricId }) => nodeId && metricId);
  const isNamed = named.length > 0 && named.length === parts.length;
  const nodes = new Map(named.map((part) => [part.nodeId, { ...part, metricId: null, metricName: null }]));
  const isFew = named.length <= MOST_PROBES;
  const byNode = !isFew && nodes.size <= MOST_NODES ? [...nodes.values()] : [];
  const most = MOST_PROBES - byNode.length;
  return {
    first: [...byNode, ...named.slice(0, most)],
    later: named.slice(most, MOST_METRICS),
    isEnough: isNamed && (isFew || byNode.length > 0),
  };
}
