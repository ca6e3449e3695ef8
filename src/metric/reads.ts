import { sumBy } from 'lodash';
import { type Reader } from '../known/follow';
import { type Context, type Request } from '../answer/runner';
import { MAX_RESULTS } from '../query/query';
import { MOST_REQUESTS } from '../store/store';
import { rangeOf } from '../time/spans';
import { absenceOf, type LineResult, isData } from './lineResult';
import { lineReader, type LineRead, type ReadLine } from './lineReader';
import { pairKey } from '../store/pairs';
import { type Line, type PlannedQuery } from './lines';

/** The most requests of a line whose requests are limited: rejected granularities, and the accepted one. */
const REFUSED_FIRST = 5;

/** Reads lines, and returns the current state of each. */
type ReadLines = (reader: Reader) => LineResult[];

/** @param groups the lines of each series, the series itself first, in the order of reading */
export function linesReader(query: PlannedQuery, groups: Line[][], request: Request, context: Context): ReadLines {
  const read = lineReader(query, request, context);
  if (query.product) {
    return productReader(query, groups, read, pairMemory(query, request, context));
  }
  const lines = groups.flat();
  return (reader) => lines.flatMap((line) => read(line, reader).arrived ?? []);
}

/**
 * The lines of a product of nodes and metrics. Some pairs may not exist, which only a request shows. At most as many pairs
 * as can be shown are open at a time, and each missing one makes room for the next, while the query has requests left. A
 * refresh knows which pairs exist, and divides its requests among them.
 *
 * @param isAbsent stores whether the pair exists
 */
function productReader(
  query: PlannedQuery,
  groups: Line[][],
  read: ReadLine,
  isAbsent: (arrived: LineResult) => boolean
): ReadLines {
  const each = query.requests === 1 ? 3 : Math.max(query.requests, REFUSED_FIRST);
  /** How many requests a line has sent, or may send while it is being read. */
  const costOf = ({ kind }: Line, { arrived, isFetching }: LineRead) => {
    const most = kind === 'forecast' ? 0 : each;
    return isFetching ? most : callCount(arrived);
  };
  const mostOf = (lines: Line[]) => sumBy(lines, (line) => costOf(line, { arrived: undefined, isFetching: true }));
  // A pair that was requested once stays requested.
  let started = 0;
  return (reader) => {
    const arrived: LineResult[] = [];
    let open = 0;
    let spent = 0;
    let isSettled = true;
    let highest = query.requests;
    const readOne = (line: Line) => {
      const one = read(line, reader);
      arrived.push(...(one.arrived ? [one.arrived] : []));
      isSettled &&= !one.isFetching;
      highest = one.isFetching ? highest : Math.max(highest, costOf(line, one));
      return one;
    };
    // Once all others are read, a line needs as many requests as the one of them that needed most.
    const needOf = (lines: Line[]) =>
      isSettled ? highest * lines.filter(({ kind }) => kind !== 'forecast').length : mostOf(lines);
    groups.every((group, i) => {
      const [main, ...others] = group;
      if (i >= started && (open >= MAX_RESULTS || spent + needOf(group) > MOST_REQUESTS)) {
        return false;
      }
      started = Math.max(started, i + 1);
      const first = readOne(main);
      spent += costOf(main, first);
      if (first.isFetching && !hasPoints(first.arrived)) {
        spent += mostOf(others);
      } else if (!first.isFetching && first.arrived && isAbsent(first.arrived)) {
        return true;
      } else {
        spent += sumBy(others, (line) => costOf(line, readOne(line)));
      }
      open++;
      return true;
    });
    return arrived;
  };
}

/** Whether it has points from earlier reads, so that its pair exists. */
function hasPoints(arrived: LineResult | undefined): boolean {
  return arrived !== undefined && isData(arrived) && arrived.snapshot.points > 0;
}

/** Stores whether a pair exists, once it is read. @returns whether it doesn't */
function pairMemory(query: PlannedQuery, request: Request, { store, now }: Context) {
  const noted = new Map<Line, boolean>();
  return (arrived: LineResult): boolean => {
    const { line } = arrived;
    const before = noted.get(line);
    if (before !== undefined) {
      return before;
    }
    const key = pairKey(line.series.identity, query.target.queryType);
    const absence = absenceOf(arrived, query);
    const isLearned = !isData(arrived) || arrived.snapshot.isKnown || absence === 'refused';
    if (absence && isLearned) {
      store.pairs.isNot(key, rangeOf(request), now(), absence === 'refused' ? reasonOf(arrived) : undefined);
    } else if (absence === null && (isData(arrived) ? arrived.snapshot.points > 0 : !arrived.error)) {
      store.pairs.exists(key);
    }
    noted.set(line, absence !== null);
    return absence !== null;
  };
}

/** Why the service refused a line. */
function reasonOf(arrived: LineResult): { message: string; status?: number } {
  const { message = '', status } = (isData(arrived) ? arrived.snapshot.missing[0].failure : arrived.error) ?? {};
  return { message, status };
}

/** The number of a line's requests for metric data. */
function callCount(arrived: LineResult | undefined): number {
  if (!arrived || arrived.line.kind === 'forecast') {
    return 0;
  }
  return isData(arrived) ? arrived.snapshot.calls.length : arrived.calls.length;
}
