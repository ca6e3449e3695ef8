import { type DataFrame } from '@grafana/data';
import { sortBy } from 'lodash';
import { metricTitle } from '../alertbook/titles';
import { emptyFieldOf, emptyNotice, Inputs } from '../inputs/inputs';
import { cutNotice } from '../notices/listNotices';
import { type AnswerOf, runKnown, type Shown } from '../answer/reader';
import { type Context } from '../answer/runner';
import { pointsOf } from '../corridors/spacing';
import { DEFAULT_RANKED } from '../query/query';
import { type Snapshot } from '../store/snapshot';
import { storedFilters } from '../filters/filters';
import { linkPlace } from '../tables/links';
import { namesOf } from '../filters/names';
import { rangeOf } from '../time/spans';
import { type Candidate } from './candidates';
import { deviationOf, deviationsTable, firstBy, type RankedRow } from './table';
import { laneFrame, laneNamesOf } from './laneFrame';
import { bucketsOf, lanesOf } from './lanes';
import { type PlaceOf } from './laneGroups';
import { type DeviationsQuery, orderOf } from './models';
import {
  type RankingRequest,
  type MetricRead,
  metricsIn,
  type MetricsRead,
  readNotices,
  sourceNotices,
} from './reading';
import { blindSpots } from './silent';
import { suspectsNotices } from './suspects';

/** The metrics most outside their corridors in the range, or those that can't raise an alert. */
export const runDeviations = runKnown((query: DeviationsQuery, request, context): AnswerOf => {
  const inputs = new Inputs(request, context);
  const fields = {
    nodeId: inputs.all(query.nodeId),
    systemId: inputs.all(query.systemId),
    suspectsOf: inputs.identifiers(query.format === 'table' ? query.suspectsOf : ''),
  };
  const { names, filters } = namesOf(query, inputs);
  const asked: RankingRequest = {
    query: { ...query, filters: [...storedFilters(query), ...filters] },
    fields,
    limit: Math.max(0, Math.floor(inputs.number(query.limit, 'limit', DEFAULT_RANKED))),
    range: rangeOf(request),
    place: linkPlace(request, context),
    timeZone: request.timezone,
  };
  const empty = emptyFieldOf({ ...fields, names });
  if (empty) {
    return () => () => ({ frames: [rankingOf([], asked).frame], notices: [emptyNotice(empty)] });
  }
  return query.format === 'silent' ? blindSpots(asked, context) : ranking(asked, context);
});

function ranking(asked: RankingRequest, context: Context): AnswerOf {
  const metrics = metricsIn(asked, context);
  return (reader) => {
    const read = metrics(reader);
    if (!read) {
      return null;
    }
    const { areAll, reads, beside, isFetching } = read;
    // Also if the store has older points: a ranking by these would pass for one of now.
    const isNothing = reads.every(({ snapshot, failure }) => failure && !snapshot?.answered);
    if (!isFetching && isNothing && reads.length > 0) {
      throw reads[0].failure;
    }
    // That no other metric left its corridors is known once all are read. A refresh takes nothing away from what is shown.
    const isEarly = !beside && (areAll || !context.operations.isRefresh);
    const isShown = !isFetching || (isEarly && reads.some(({ snapshot }) => snapshot && snapshot.points > 0));
    return isShown ? () => shownOf(read, asked) : null;
  };
}

function shownOf({ found, chosen, beside, failures, reads, isFetching }: MetricsRead, asked: RankingRequest): Shown {
  const { limit, timeZone } = asked;
  const { frame, total } = rankingOf(reads, asked, found.placeOf);
  const notices = [...chosen.notices, ...sourceNotices(failures, reads, timeZone)];
  if (!isFetching) {
    notices.push(...readNotices(reads));
    notices.push(...(beside ? [...beside.notices, ...suspectsNotices(reads.map(({ start }) => start))] : []));
    notices.push(...(total > limit ? [cutNotice(limit, total, 'first')] : []));
  }
  return { frames: [frame], notices };
}

/** A metric with its points. */
interface Measured {
  candidate: Candidate;
  snapshot: Snapshot;
  stay: MetricRead['stay'];
}

/** @returns `total`: how many rows or lanes there would be without a limit */
function rankingOf(
  reads: readonly MetricRead[],
  asked: RankingRequest,
  placeOf: PlaceOf = () => 0
): { frame: DataFrame; total: number } {
  const { query, limit, range, place } = asked;
  const measured = reads.flatMap(({ candidate, snapshot, failure, stay }): Measured[] => {
    // Without points a metric is not measured once nothing is to come.
    const isShown = snapshot && (snapshot.points > 0 || (!snapshot.isFetching && !failure));
    return isShown ? [{ candidate, snapshot, stay }] : [];
  });
  if (query.format === 'lanes') {
    const buckets = bucketsOf(range);
    const sources = measured.map(({ candidate, snapshot: { columns, step } }) => ({ candidate, columns, step }));
    const worstFirst = lanesOf(sources, buckets, query.by, orderOf(query));
    const lanes = query.sort === 'incident' ? sortBy(worstFirst, (lane) => placeOf(lane.candidates)) : worstFirst;
    const names = laneNamesOf(lanes, query.by);
    return { frame: laneFrame(lanes.slice(0, limit), names, buckets, query.by, place), total: lanes.length };
  }
  const rows = asked.fields.suspectsOf.given ? suspectRows(measured) : rankedRows(measured, query);
  return { frame: deviationsTable(rows.slice(0, limit), place, asked.fields.suspectsOf.given), total: rows.length };
}

function rankedRows(measured: readonly Measured[], query: DeviationsQuery): RankedRow[] {
  const rows = measured.flatMap(({ candidate, snapshot }): RankedRow[] => {
    const row = { ...candidate, ...deviationOf(snapshot.columns), resolution: resolutionOf(snapshot) };
    // Nothing is known of a metric with points and without corridors.
    return row.points > 0 && row.outsideShare === null ? [] : [row];
  });
  return sortBy(rows, metricTitle).sort(firstBy(orderOf(query)));
}

/** Milliseconds between points; null without any. */
function resolutionOf(snapshot: Snapshot): number | null {
  return snapshot.points > 0 ? pointsOf(snapshot).step : null;
}

/** The metrics that left their corridors close to the alerts' beginning, in that order. */
function suspectRows(measured: readonly Measured[]): RankedRow[] {
  const rows = measured.flatMap(({ candidate, snapshot, stay }): RankedRow[] => {
    const worst = stay?.worst?.widths ?? null;
    const row = { ...candidate, ...deviationOf(snapshot.columns), resolution: resolutionOf(snapshot) };
    return stay ? [{ ...row, leftAt: stay.leftAt, worst }] : [];
  });
  return sortBy(rows, 'leftAt', metricTitle);
}
