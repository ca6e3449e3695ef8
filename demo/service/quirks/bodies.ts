import type { World } from '../world';
import { quirkyAlerts } from './alert-bodies';
import { quirkyData } from './datapoints';
import type { Quirks } from './quirks';
import { type Json, walk } from './walk';

interface Answer {
  /** The operation's tags in openapi.yaml. */
  tags: readonly string[];
  parameters: Json;
  body: object;
  world: World;
}

/** An operation's answer after the current quirks. */
export function quirkyBody({ tags, parameters, body, world }: Answer, quirks: Quirks): unknown {
  if (tags.includes('metrics') || tags.includes('forecast')) {
    const metric = world.metric(Number(parameters['node-id']), String(parameters['metric-id']));
    return metric ? quirkyData(body as Json, quirks.of(metric), (place) => quirks.draw('bandless', place)) : body;
  }
  const bare = quirks.general.metricsOnRequest && tags.includes('anomalies') && parameters['with-metrics'] !== true;
  return quirkyAlerts(bare ? walk(body, withoutMetrics) : body, quirks);
}

function withoutMetrics(object: Json): Json {
  return 'node' in object && 'metrics' in object ? { ...object, metrics: [] } : object;
}
