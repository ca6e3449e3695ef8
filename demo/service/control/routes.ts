import type { FastifyInstance } from 'fastify';
import type { World } from '../world/world';
import { type Fault, type Faults, faultSchema } from './faults';
import type { RequestLog } from './requests';

/** The demo's own endpoints below /demo; they need no token, and are no part of the interface. */
export function controlRoutes(
  app: FastifyInstance,
  faults: Faults,
  log: RequestLog,
  worlds: ReadonlyMap<string, World>,
  clock: () => number
): void {
  app.get('/demo', () => ({
    now: new Date(clock()).toISOString(),
    tenants: [...worlds].map(([token, { tenant, systems, nodes, metrics }]) => ({
      token,
      tenant,
      systems: systems.length,
      nodes: nodes.length,
      metrics: metrics.length,
    })),
  }));

  app.get('/demo/metrics', () =>
    [...worlds].flatMap(([token, { metrics }]) =>
      metrics.map(({ node, id, name, aggregation, series }) => ({
        token,
        system: node.system.name,
        nodeId: node.id,
        node: node.name,
        metricId: id,
        metric: name,
        aggregation,
        sourceStep: series.step,
      }))
    )
  );

  app.get('/demo/faults', () => faults.all);
  app.route<{ Body: Fault | Fault[] }>({
    method: ['PUT', 'POST'],
    url: '/demo/faults',
    schema: { body: { anyOf: [{ type: 'array', items: faultSchema }, faultSchema] } },
    handler: (request, reply) => {
      try {
        faults.set([request.body].flat());
      } catch (error) {
        return reply.code(400).send({ message: String(error) });
      }
      return faults.all;
    },
  });
  app.delete('/demo/faults', () => {
    faults.set([]);
    return faults.all;
  });

  app.get('/demo/requests', () => log.all);
  app.delete('/demo/requests', () => {
    log.clear();
    return log.all;
  });
}
