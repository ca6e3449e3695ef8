import Fastify, { type FastifyInstance } from 'fastify';
import type { Controls } from './control/controls';
import { isControl } from './control/door';
import { controlRoutes } from './control/routes';
import { sufferFaults } from './faults/suffer';
import { tokenOf, worldOf } from './http/auth';
import { compressBodies } from './http/compression';
import type { Operation } from './http/openapi';
import { Problem, problemBody } from './problem';
import { interfaceRoutes } from './http/routes';
import { handlers } from './operations';

/** The service, not yet listening: the interface, its faults, and the controls. */
export function makeApp(controls: Controls): FastifyInstance {
  const { clock, faults, log, quirks, worlds } = controls;
  const app = Fastify({
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 4000 },
    ajv: { customOptions: { removeAdditional: false, coerceTypes: false } },
  });
  let served: ReadonlyMap<string, Operation> = new Map();

  app.addHook('onRequest', async (request, reply) => {
    if (!isControl(request.url)) {
      log.follow(request, reply);
    }
  });
  sufferFaults(app, faults, (request) => {
    const { id, tags = [] } = served.get(request.routeOptions.url ?? '') ?? {};
    const token = tokenOf(request.headers.authorization);
    return isControl(request.url)
      ? undefined
      : { line: `${request.method} ${request.url}`, operation: id, tags, token };
  });
  compressBodies(app);
  app.addHook('preParsing', async (request) => {
    if (!isControl(request.url) && request.method !== 'GET') {
      worldOf(request.headers.authorization, worlds);
      throw new Problem(405, 'all operations are GET');
    }
  });
  controlRoutes(app, controls);
  served = interfaceRoutes(app, handlers, (request) => {
    const world = worldOf(request.headers.authorization, worlds);
    return { world: quirks.world(world), now: clock.now(), quirks };
  });
  answerErrors(app, controls);
  return app;
}

function answerErrors(app: FastifyInstance, { worlds }: Controls): void {
  app.setNotFoundHandler((request, reply) => {
    worldOf(request.headers.authorization, worlds);
    return reply.code(404).send(problemBody(404, `there is no ${request.url}`));
  });
  app.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
    const status = error instanceof Problem ? error.status : (error.statusCode ?? 500);
    if (status >= 500) {
      console.error(`${request.method} ${request.url}:`, error);
    }
    if (status === 405) {
      reply.header('allow', 'GET');
    }
    return reply.code(status).send(problemBody(status, error.message));
  });
}
