import type { FastifyInstance } from 'fastify';
import { type Fault, faultFields } from '../faults/fault';
import { words } from '../faults/words';
import type { Mood } from '../made/schedule';
import { timeOf } from '../metric-data/range';
import { type Quirk, quirkNames } from '../quirks/quirk';
import { iso } from '../time';
import type { Controls } from './controls';

/** The demo's own endpoints at /demo. They need no token, and are not part of the interface. */
export function controlRoutes(app: FastifyInstance, controls: Controls): void {
  overviewRoutes(app, controls);
  faultRoutes(app, controls);
  quirkRoutes(app, controls);
  moodRoutes(app, controls);
  clockRoutes(app, controls);

  app.get('/demo/requests', () => controls.log.all);
  app.delete('/demo/requests', () => {
    controls.log.clear();
    return controls.log.all;
  });
}

function overviewRoutes(app: FastifyInstance, controls: Controls): void {
  const { worlds, clock, faults, quirks } = controls;

  app.get('/demo', () => ({
    now: iso(clock.now()),
    control: controls.door?.controlUrl,
    tenants: [...worlds].map(([token, { tenant, systems, nodes, metrics }]) => ({
      token,
      tenant,
      systems: systems.length,
      nodes: nodes.length,
      metrics: metrics.length,
    })),
    mood: controls.mood,
    faults: faults.all,
    startedWith: { faults: controls.ownFaults },
    quirks: quirks.all,
    known: { faults: faultFields, words, quirks: quirkNames },
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
}

function faultRoutes(app: FastifyInstance, controls: Controls): void {
  app.get('/demo/faults', () => controls.faults.all);
  app.route<{ Body?: Fault | Fault[] | null }>({
    method: ['PUT', 'POST', 'DELETE'],
    url: '/demo/faults',
    handler: async ({ method, body, raw }, reply) => {
      await controls.suffer(method === 'DELETE' ? [] : [body ?? []].flat(), raw.socket);
      if (controls.faults.refusing) {
        reply.header('connection', 'close');
      }
      return controls.faults.all;
    },
  });
}

function moodRoutes(app: FastifyInstance, controls: Controls): void {
  const moods: readonly Mood[] = ['usual', 'busy', 'quiet'];
  const schema = {
    body: {
      type: 'object',
      additionalProperties: false,
      required: ['mood'],
      properties: { mood: { enum: moods } },
    },
  };
  app.put<{ Body: { mood: Mood } }>('/demo/mood', { schema }, ({ body: { mood } }) => {
    controls.setMood(mood);
    return { mood };
  });
}

function quirkRoutes(app: FastifyInstance, { quirks }: Controls): void {
  app.get('/demo/quirks', () => quirks.all);
  app.route<{ Body?: Quirk | Quirk[] | null }>({
    method: ['PUT', 'POST', 'DELETE'],
    url: '/demo/quirks',
    handler: ({ method, body }) => {
      quirks.set(method === 'DELETE' ? [] : [body ?? []].flat());
      return quirks.all;
    },
  });
}

function clockRoutes(app: FastifyInstance, { clock }: Controls): void {
  app.put<{ Body: { now?: string; advance?: number } }>(
    '/demo/clock',
    {
      schema: {
        body: {
          type: 'object',
          additionalProperties: false,
          properties: { now: { type: 'string', format: 'date-time' }, advance: { type: 'number' } },
        },
      },
    },
    ({ body: { now, advance = 0 } }) => {
      if (now !== undefined) {
        clock.set(timeOf('now', now));
      }
      clock.advance(advance);
      return { now: iso(clock.now()) };
    }
  );
  app.delete('/demo/clock', () => {
    clock.set(undefined);
    return { now: iso(clock.now()) };
  });
}
