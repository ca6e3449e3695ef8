import type { Call } from '../http/handlers';
import type { Operation } from '../http/openapi';
import { quirkyAlerts } from './alert-bodies';
import { quirkyData } from './datapoints';
import { type Json, walk } from './walk';

/** An operation's answer as the quirks in force let it be. */
export function quirkyBody(operation: Operation, parameters: Json, body: object, { world, quirks }: Call): unknown {
  if (operation.tags.includes('metrics') || operation.tags.includes('forecast')) {
    const metric = world.metric(Number(parameters['node-id']), String(parameters['metric-id']));
    return metric ? quirkyData(body as Json, quirks.of(metric), (place) => quirks.draw('bandless', place)) : body;
  }
  const bare =
    quirks.general.metricsOnRequest && operation.tags.includes('anomalies') && parameters['with-metrics'] !== true;
  return quirkyAlerts(bare ? walk(body, withoutMetrics) : body, quirks);
}

function withoutMetrics(object: Json): Json {
  return 'node' in object && 'metrics' in object ? { ...object, metrics: [] } : object;
}
