import type { Call, Handler, ParametersOf } from '../http/handlers';
import { Problem } from '../problem';
import { datapoints, datapointsV1 } from '../metric-data/datapoints';
import { granularityName, resolveStep, stepOf } from '../metric-data/granularity';
import { rangeOf } from '../metric-data/range';
import { quirkyPoints } from '../metric-data/points';
import { aggregate } from '../series/aggregate';
import type { Columns } from '../series/columns';
import type { Aggregation, Metric } from '../series/metric';
import { DAY, HOUR, MINUTE, ceilTo } from '../time';

/** Without from and to, the last 15 minutes. With one of them, up to now or the 15 minutes before. */
export const v1GetMetricData: Handler<'v1GetMetricData'> = (parameters, call) => {
  const given = rangeOf(parameters);
  const to = given.to ?? Math.max(call.now, given.from ?? 0);
  const { metric, source, step, aggregation, points } = read(parameters, given.from ?? to - 15 * MINUTE, to, call);
  const { tellGranularity = 'answered', tellSource = true } = call.quirks.of(metric);
  const told = tellGranularity === 'asked' ? (parameters.granularity ?? granularityName(step)) : granularityName(step);
  const body = { node: metric.node.id, metric: metric.id, aggregation, data: datapointsV1(points) };
  return {
    ...body,
    // The quirks omit fields that the schema requires.
    ...((tellGranularity === 'nothing' ? {} : { granularity: told }) as { granularity: string }),
    ...((tellSource ? { sourceGranularity: granularityName(source) } : {}) as { sourceGranularity: string }),
  };
};

/** The granularity follows the range as in v1, but is not in the body. */
export const v2GetMetricData: Handler<'v2GetMetricData'> = (parameters, call) => {
  const { from = call.now, to = call.now } = rangeOf(parameters);
  const { metric, aggregation, points } = read(parameters, from, to, call);
  return { node: metric.node.id, metric: metric.id, aggregation, data: datapoints(points) };
};

interface Read {
  metric: Metric;
  /** The step at which it is stored, and the returned step. */
  source: number;
  step: number;
  aggregation: Aggregation;
  points: Columns;
}

type Parameters = Omit<ParametersOf<'v1GetMetricData'>, 'from' | 'to'>;

function read(parameters: Parameters, from: number, to: number, call: Call): Read {
  const metric = metricOf(call, parameters['node-id'], parameters['metric-id']);
  const { now, quirks } = call;
  const quirk = quirks.of(metric);
  const source = Math.max(metric.series.step, stepOf(quirk.step ?? '1m'));
  const step = resolveStep({ from, to, now, source, granularity: parameters.granularity }, quirk);
  const { aggregation = metric.aggregation } = parameters;
  if ([quirk.refuseAggregation ?? []].flat().includes(aggregation)) {
    throw new Problem(400, `aggregation ${aggregation} is not supported for ${metric.id}`);
  }
  return {
    metric,
    source,
    step,
    aggregation,
    points: quirkyPoints(metric, { from, to, step, aggregation, now }, quirks),
  };
}

/** Corridors are predicted this far ahead. */
const ahead = 2 * DAY;

/**
 * The corridors of the next two days. The interface doesn't define this body. Here, it is the body of v2 metric data
 * without smoothened values.
 */
export const getForecast: Handler<'getForecast'> = (parameters, call) => {
  const metric = metricOf(call, parameters['node-id'], parameters['metric-id']);
  const { series, aggregation } = metric;
  const step = Math.min(HOUR, Math.max(series.step, 15 * MINUTE));
  const from = ceilTo(call.now, step);
  const corridors = series.baselineFrom <= call.now ? series.corridors(from, from + ahead - 1, series.step) : undefined;
  // At the level of metric data at this step: corridors of sums are summed.
  const points = corridors ? datapoints(aggregate(corridors, step, aggregation)) : [];
  return {
    node: metric.node.id,
    metric: metric.id,
    aggregation,
    data: points.map(({ timestamp, corridors }) => ({ timestamp, corridors })),
  };
};

function metricOf(call: Call, nodeId: number, metricId: string): Metric {
  const metric = call.world.metric(nodeId, metricId);
  if (!metric) {
    throw new Problem(400, `there is no metric ${metricId} on node ${nodeId}`);
  }
  return metric;
}
