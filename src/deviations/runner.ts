import { type DataFrame } from '@grafana/data';
import { sortBy } from 'lodash';
import { map, type Observable, of } from 'rxjs';
import { metricTitle } from '../alertbook/titles';
import { type Answer, runEach } from '../answer/answers';
import { emptyNotice, Inputs } from '../answer/inputs';
import { paced } from '../answer/pace';
import { type Context, type Request } from '../answer/runner';
import { concat } from '../corridors/columns';
import { spacingOf } from '../corridors/spacing';
import { ruleGranularity } from '../query/granularity';
import { DEFAULT_RANKED } from '../query/query';
import { isFilled } from '../query/shapes';
import { linkPlace } from '../tables/links';
import { rangeOf } from '../time/spans';
import { deviationOf, firstBy } from './deviation';
import { laneFrame, laneNamesOf } from './laneFrame';
import { bucketsOf, lanesOf } from './lanes';
import { type DeviationsQuery } from './models';
import { cutNotices, isOutsideLast, type Ranked, readNotices, sourceNotices } from './notices';
import { type MetricRead } from './reading';
import { type Asked, readChosen } from './reads';
import { findSilent } from './silent';
import { type Beside, leftCloseTo, suspectsNotices } from './suspects';
import { deviationsTable, type Row } from './table';

/** The metrics most outside their corridors in the range. */
export const runDeviations = runEach(rank);

/** What a ranking needs to know of the query. */
interface Ranking extends Asked {
  /** The alerts whose own metrics are left out, and whose beginning counts. */
  beside: Beside | null;
}

function rank(query: DeviationsQuery, request: Request, context: Context): Observable<Answer> {
  const inputs = new Inputs(request, context);
  const fields = {
    nodeId: inputs.all(query.nodeId),
    systemId: inputs.all(query.systemId),
    besides: inputs.identifiers(query.format === 'table' ? query.besides : ''),
  };
  const limit = Math.max(0, Math.floor(inputs.number(query.limit, 'limit', DEFAULT_RANKED)));
  const asked: Asked = { query, fields, limit, range: rangeOf(request), place: linkPlace(request, context) };
  const timeZone = request.timezone;
  const empty = Object.entries(fields).find(([, { given, values }]) => given && values.length === 0);
  if (empty) {
    const { frame } = rankingOf([], { ...asked, beside: null });
    return of({ frames: [frame], notices: [emptyNotice(empty[0])] });
  }
  if (query.format === 'silent') {
    return findSilent(asked, context, timeZone);
  }
  const { range } = asked;
  const states = readChosen(asked, context).pipe(
    map(({ chosen, failures, reads, beside, done }) => {
      const ranking = { ...asked, beside };
      const hasAnswer = reads.some(({ snapshot, failure }) => snapshot?.answered || failure !== undefined);
      const hasPoints = reads.some(({ snapshot }) => (snapshot?.points ?? 0) > 0);
      // That nothing else left its corridors is known once all is read.
      const hasContent = done || (hasPoints && (!beside || rankingOf(reads, ranking).ranked.length > 0));
      return { chosen, failures, ranking, reads, done, hasContent, hasAnswer: done || hasAnswer };
    })
  );
  return paced(states, context.settings.progressive, ({ chosen, failures, ranking, reads, done }) => {
    const isNothing = reads.every(({ snapshot, failure }) => failure && (snapshot?.points ?? 0) === 0);
    if (done && isNothing && reads.length > 0) {
      throw reads[0].failure;
    }
    const { frame, ranked } = rankingOf(reads, ranking);
    const began = ranking.beside?.began ?? null;
    return {
      frames: [frame],
      notices: [
        ...chosen.notices,
        ...sourceNotices(failures, reads, timeZone),
        ...(done ? readNotices(reads) : []),
        ...(done ? suspectsNotices(reads, began, { range, now: context.now(), timeZone }) : []),
        ...(done ? cutNotices(ranked, limit) : []),
      ],
      calls: reads.flatMap(({ snapshot }) => snapshot?.calls ?? []),
      more: !done,
    };
  });
}

/** @returns `ranked`: all that the frame would hold without a limit, in its order */
function rankingOf(
  reads: readonly MetricRead[],
  { query, limit, range, place, beside }: Ranking
): { frame: DataFrame; ranked: Ranked[] } {
  const read = reads.flatMap(({ candidate, snapshot, failure }) => {
    // Without points a metric is not measured once nothing is to come.
    const isShown = snapshot && (snapshot.points > 0 || (snapshot.done && !failure));
    return isShown ? [{ candidate, columns: snapshot.columns, step: snapshot.step, taken: snapshot.taken }] : [];
  });
  if (query.format === 'lanes') {
    const buckets = bucketsOf(range);
    const lanes = lanesOf(read, buckets, query.by, query.sort);
    const names = laneNamesOf(lanes, query.by);
    return {
      frame: laneFrame(lanes.slice(0, limit), names, buckets, query.by, place),
      ranked: lanes.map(({ values }, i) => ({ name: names[i], isOutside: isOutsideLast(values) })),
    };
  }
  const isBeside = isFilled(query.besides);
  const rows = read.flatMap(({ candidate, columns, step }): Array<Row & { leftAt?: number }> => {
    const row = { ...candidate, ...deviationOf(columns) };
    if (isBeside) {
      const began = beside?.began ?? null;
      const leftAt = began === null ? null : leftCloseTo(concat(columns), spacingOf(columns, step).interval, began);
      return leftAt === null ? [] : [{ ...row, leftAt }];
    }
    if (row.points === 0 || (row.isMissing && row.outsideShare === 0)) {
      return [{ ...row, outsideShare: null, worst: null }];
    }
    // Nothing is known of a metric without corridors.
    return row.outsideShare === null ? [] : [row];
  });
  const named = sortBy(rows, metricTitle);
  const ordered = isBeside ? sortBy(named, 'leftAt') : named.sort(firstBy(query.sort));
  const granularity = [...new Set(read.map(({ taken }) => taken))].join(', ') || ruleGranularity(range.to - range.from);
  return {
    frame: deviationsTable(ordered.slice(0, limit), place, granularity, isBeside),
    ranked: ordered.map((row) => ({ name: metricTitle(row), isOutside: row.isOutside })),
  };
}
