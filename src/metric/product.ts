import { sumBy } from 'lodash';
import { concat, defer, finalize, merge, type Observable, tap } from 'rxjs';
import { type Context, type Request } from '../answer/runner';
import { MAX_RESULTS } from '../query/query';
import { MOST_REQUESTS } from '../store/store';
import { rangeOf } from '../time/spans';
import { absenceOf, type Arrived, isData } from './arrived';
import { type Line, pairKey, type PlannedQuery } from './lines';

/** The most requests of a line that may make few: granularities that are refused, and one that is accepted. */
const REFUSED_FIRST = 5;

type Read = (line: Line) => Observable<Arrived>;

/**
 * What arrives for a product of nodes and metrics, of which pairs may not exist; only a request finds out. At most as many
 * pairs as can be shown are open at a time, and each one that does not exist makes room for the next, as long as the query
 * has requests left. A refresh knows which pairs exist, and shares its requests among them.
 *
 * @param groups the lines of each series, the series itself first, in the order in which to read them
 */
export function readProduct(
  query: PlannedQuery,
  groups: Line[][],
  read: Read,
  request: Request,
  { store, now }: Context
): Observable<Arrived> {
  return defer(() => {
    const queue = [...groups];
    const latest = new Map<Line, Arrived>();
    const cost = query.requests === 1 ? 3 : Math.max(query.requests, REFUSED_FIRST);
    const costOf = (lines: Line[]) => lines.filter(({ kind }) => kind !== 'forecast').length * cost;
    let open = 0;
    let reserved = 0;
    let spent = 0;

    const start = (): Observable<Arrived> => {
      const started: Array<Observable<Arrived>> = [];
      while (queue.length > 0 && open < MAX_RESULTS && spent + reserved + costOf(queue[0]) <= MOST_REQUESTS) {
        started.push(readGroup(queue.shift() ?? []));
      }
      return merge(...started);
    };
    const readGroup = ([main, ...others]: Line[]): Observable<Arrived> => {
      open++;
      reserved += costOf([main, ...others]);
      const finished = (lines: Line[]) => {
        reserved -= costOf(lines);
        spent += callCount(lines, latest);
      };
      return concat(
        noted(read(main)),
        defer(() => {
          finished([main]);
          const isAbsent = remember(latest.get(main));
          open -= isAbsent ? 1 : 0;
          if (isAbsent) {
            finished(others);
            return start();
          }
          const rest = others.map((line) => noted(read(line)).pipe(finalize(() => finished([line]))));
          return concat(merge(...rest, start()), defer(start));
        })
      );
    };
    const noted = (arrivals: Observable<Arrived>) =>
      arrivals.pipe(tap((arrived) => void latest.set(arrived.line, arrived)));

    /** Notes whether the pair exists. @returns whether it does not */
    const remember = (arrived: Arrived | undefined): boolean => {
      if (!arrived) {
        return false;
      }
      const key = pairKey(arrived.line.series.identity, query.target.queryType);
      const absence = absenceOf(arrived, query);
      if (absence) {
        store.pairs.isNot(key, rangeOf(request), now(), absence === 'refused' ? reasonOf(arrived) : undefined);
      } else if (isData(arrived) ? arrived.snapshot.points > 0 : !arrived.error) {
        store.pairs.exists(key);
      }
      return absence !== null;
    };
    return start();
  });
}

/** Why the service refused a line. */
function reasonOf(arrived: Arrived): { message: string; status?: number } {
  const { message = '', status } = (isData(arrived) ? arrived.snapshot.missing[0].failure : arrived.error) ?? {};
  return { message, status };
}

/** How many requests the lines made for metric data. */
function callCount(lines: Line[], latest: ReadonlyMap<Line, Arrived>): number {
  const arrived = lines.flatMap((line) => (line.kind === 'forecast' ? [] : (latest.get(line) ?? [])));
  // What finds a similar alert is not metric data.
  const callsOf = (one: Arrived) => (isData(one) ? one.snapshot.calls : one.line.kind === 'similar' ? [] : one.calls);
  return sumBy(arrived, (one) => callsOf(one).length);
}
