import { DEVIATIONS, type DeviationsQuery, type Order } from './models';
import { type DataFrame, type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { sortBy, sumBy } from 'lodash';
import { type Snapshot } from '../../facts/snapshot';
import { metricTitle } from '../../facts/titles';
import { Inputs } from '../../ground/inputs';
import { info, names as listed } from '../../ground/notices';
import { unmarkedPoints } from '../../judging/readingNotices';
import { hasCorridor } from '../../ground/columns';
import { pair } from '../../ground/texts';
import { type AnswerOf, runKnown } from '../../present/reader';
import { timeFrame } from '../../table/runner';
import { type DeviationLimits } from '../../ground/fields';
import { perObject } from '../../service/memory';
import { storedFilters } from '../../table/filters';
import { readNames } from '../../table/searches';
import { laneFrame, shareFrame } from './laneFrame';
import { bucketsOf, lanesOf, measured } from './lanes';
import { answerMetrics, type Candidate, type MetricRead, type RankingRequest } from './metrics';
import { silentTable, withoutData } from './silent';
import { suspects } from './suspects';
import { deviationsTable, firstBy, isMeasured, judgedOf, missingNotices, type RankedRow, rowOf } from './table';

/** The metrics furthest outside their corridors in the range, or those without data or corridor. */
export const runDeviations = runKnown((query: DeviationsQuery, scope): AnswerOf => {
  const inputs = new Inputs(scope.request, scope.context, DEVIATIONS);
  const fields = {
    nodeId: inputs.every(query.nodeId),
    systemId: inputs.every(query.systemId),
    suspectsOf: inputs.identifiers(query.format === 'table' ? query.suspectsOf : ''),
  };
  const { names, filters } = readNames(query, inputs);
  inputs.refuseEmpty({ ...fields, names });
  const ranking: RankingRequest = {
    ...scope,
    query: { ...query, filters: [...storedFilters(query), ...filters] },
    fields,
    limit: inputs.limit(query.limit),
    limits: limitsOf(query, inputs),
  };
  if (query.format === 'silent') {
    return withoutData(ranking);
  }
  return fields.suspectsOf.given ? suspects(ranking) : rankMetrics(ranking);
});

runDeviations.withoutRows = (query, { place }) => {
  switch (query.format) {
    case 'table':
      return deviationsTable([], place, query);
    case 'silent':
      return silentTable([], place);
    default:
      return timeFrame();
  }
};

function limitsOf({ minDeviation, minDeviationIn, side }: DeviationsQuery, inputs: Inputs) {
  const limits = { minDeviation: inputs.number(minDeviation, 'minDeviation', 0), minDeviationIn, side };
  return limits.minDeviation > 0 || side !== 'both' ? limits : undefined;
}

function rankMetrics(ranking: RankingRequest): AnswerOf {
  const { range, limits, timeZone } = ranking;
  const draw = drawer(ranking);
  const noticesOf = (reads: readonly MetricRead[], unmeasured: Candidate[]) => {
    const unmarked = limits ? sumBy(reads, ({ snapshot }) => (snapshot ? judgedOf(snapshot, limits).unmarked : 0)) : 0;
    return [
      ...(unmarked > 0 ? [unmarkedPoints(unmarked)] : []),
      ...missingNotices(reads, timeZone),
      ...withoutWidth(unmeasured),
    ];
  };
  const planOf = () => range;
  return answerMetrics(ranking, planOf, ({ reads, isFetching }) => {
    // Only when all are read is it known that no other metric left its corridors.
    const isShown = !isFetching || reads.some(({ snapshot }) => snapshot && snapshot.points > 0);
    const picture = () => {
      const { unmeasured = [], ...drawn } = draw(reads, isFetching);
      return { ...drawn, notices: isFetching ? [] : noticesOf(reads, unmeasured) };
    };
    return isShown ? picture : null;
  });
}

/** A lane shows widths of the main corridor, so metrics without one are not in it, although the table has their share. */
function withoutWidth(metrics: readonly Candidate[]): QueryResultMetaNotice[] {
  const text = pair(t('deviations.flat', 'Corridor without width'), listed(metrics.map(metricTitle)));
  return metrics.length > 0 ? [info(text)] : [];
}

/**
 * Creates the frame of a ranking.
 *
 * @returns `total`: the number of rows or lanes without a limit; `unmeasured`: the metrics whose distances are unknown
 */
type Draw = (
  reads: readonly MetricRead[],
  isFetching: boolean
) => { frame: DataFrame; total: number; unmeasured?: Candidate[] };

function drawer({ query, limit, limits, range, place }: RankingRequest): Draw {
  if (query.format === 'table') {
    return (reads) => {
      const rows = rankedRows(reads, query.sort, limits);
      return { frame: deviationsTable(rows.slice(0, limit), place, query), total: rows.length };
    };
  }
  const buckets = bucketsOf(range);
  // A packet has one new snapshot and many old ones.
  const measuredOf = perObject((snapshot: Snapshot) => measured(judgedOf(snapshot, limits), buckets));
  return (reads, isFetching) => {
    const sources = reads.flatMap(({ candidate, snapshot, failure }) =>
      isMeasured(snapshot, failure) ? [{ candidate, ...measuredOf(snapshot), columns: snapshot.columns }] : []
    );
    const isUnmeasured = ({ step, values, columns }: (typeof sources)[number]) =>
      step > 0 && values.every((value) => value === null) && hasCorridor(columns);
    const unmeasured = sources.filter(isUnmeasured).map(({ candidate }) => candidate);
    if (query.format === 'share') {
      return { ...shareFrame(sources, buckets, limit), unmeasured };
    }
    const lanes = lanesOf(sources, query.by, query.sort);
    const frame = laneFrame(lanes.slice(0, limit), buckets, { ...query, isFetching }, place);
    return { frame, total: lanes.length, unmeasured };
  };
}

function rankedRows(reads: readonly MetricRead[], order: Order, limits?: DeviationLimits): RankedRow[] {
  const measured = reads.flatMap((read) => rowOf(read, limits) ?? []);
  // A metric with points but without corridors is unknown.
  const rows = measured.filter(({ points, outsideShare }) => points === 0 || outsideShare !== null);
  return sortBy(rows, metricTitle).sort(firstBy(order));
}
