import type { Call, Handler } from '../http/handlers';
import { Problem } from '../http/problem';
import { datapoints, datapointsV1 } from '../metric-data/datapoints';
import { granularityName, resolveStep } from '../metric-data/granularity';
import { rangeOf } from '../metric-data/range';
import { readPoints } from '../metric-data/read';
import { DAY, HOUR, MINUTE } from '../time';
import type { Metric } from '../world/world';

/** Without from and to the last 15 minutes; with one of them, up to now or the 15 minutes before. */
export const v1GetMetricData: Handler<'v1GetMetricData'> = (parameters, call) => {
  const metric = metricOf(call, parameters['node-id'], parameters['metric-id']);
  const given = rangeOf(parameters);
  const to = given.to ?? Math.max(call.now, given.from ?? 0);
  const from = given.from ?? to - 15 * MINUTE;
  const step = resolveStep(to - from, metric.series.step, parameters.granularity, call.limits);
  const aggregation = parameters.aggregation ?? metric.aggregation;
  return {
    node: metric.node.id,
    metric: metric.id,
    aggregation,
    granularity: granularityName(step),
    sourceGranularity: granularityName(metric.series.step),
    data: datapointsV1(readPoints(metric, from, to, step, aggregation, call.now)),
  };
};

/** The granularity follows the range as in v1, and is not told. */
export const v2GetMetricData: Handler<'v2GetMetricData'> = (parameters, call) => {
  const metric = metricOf(call, parameters['node-id'], parameters['metric-id']);
  const { from = call.now, to = call.now } = rangeOf(parameters);
  const step = resolveStep(to - from, metric.series.step, undefined, call.limits);
  const aggregation = parameters.aggregation ?? metric.aggregation;
  return {
    node: metric.node.id,
    metric: metric.id,
    aggregation,
    data: datapoints(readPoints(metric, from, to, step, aggregation, call.now)),
  };
};

/** So far ahead corridors are foretold. */
const ahead = 2 * DAY;

/**
 * The corridors of the next two days. The interface does not show this body; here it is that of v2 metric data without
 * smoothened values.
 */
export const getForecast: Handler<'getForecast'> = (parameters, call) => {
  const metric = metricOf(call, parameters['node-id'], parameters['metric-id']);
  const step = Math.min(HOUR, Math.max(metric.series.step, 15 * MINUTE));
  const learned = metric.series.baselineFrom <= call.now;
  const points = learned ? datapoints(metric.series.corridors(call.now, call.now + ahead, step)) : [];
  return {
    node: metric.node.id,
    metric: metric.id,
    aggregation: metric.aggregation,
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
