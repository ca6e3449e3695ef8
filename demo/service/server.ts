import Fastify, { type FastifyInstance } from 'fastify';
import { Faults } from './control/faults';
import { suffer } from './control/mishaps';
import { RequestLog } from './control/requests';
import { controlRoutes } from './control/routes';
import { worldOf } from './http/auth';
import { Problem, problemBody } from './http/problem';
import { interfaceRoutes } from './http/routes';
import { handlers } from './operations';
import { type DemoOptions, limitsOf, tokens } from './options';
import { makeWorlds } from './worlds';
import type { World } from './world/world';

export { type DemoOptions, tokens } from './options';
export type { World } from './world/world';

export interface DemoService {
  /** The base address, without a trailing slash. */
  readonly url: string;
  readonly app: FastifyInstance;
  /** What `demo-token` opens, and what each token does. */
  readonly world: World;
  readonly worlds: ReadonlyMap<string, World>;
  readonly faults: Faults;
  readonly requests: RequestLog;
  /** The service's time. */
  now(): number;
  close(): Promise<void>;
}

/**
 * Starts the demo service.
 *
 * @throws where the address cannot be listened on, or `data` holds no series
 */
export async function createDemoService(options: DemoOptions = {}): Promise<DemoService> {
  const clock = () => options.now ?? Date.now();
  const worlds = makeWorlds(options, clock());
  const faults = new Faults(options.seed ?? 1, options.faults);
  const requests = new RequestLog();
  const app = makeApp(options, clock, worlds, faults, requests);
  const url = await listen(app, options);
  const world = worlds.get(tokens.main);
  if (!world) {
    throw new Error('there is no world');
  }
  return { url, app, world, worlds, faults, requests, now: clock, close: () => app.close() };
}

function makeApp(
  options: DemoOptions,
  clock: () => number,
  worlds: ReadonlyMap<string, World>,
  faults: Faults,
  requests: RequestLog
): FastifyInstance {
  const limits = limitsOf(options);
  const app = Fastify({
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 4000 },
    ajv: { customOptions: { removeAdditional: false, coerceTypes: false } },
  });
  const isOwn = (url: string) => /^\/demo(?:[/?]|$)/.test(url);

  app.addHook('onRequest', async (request, reply) => {
    if (!isOwn(request.url)) {
      requests.follow(request, reply);
      await suffer(faults.judge(`${request.method} ${request.url}`), request, reply);
    }
  });
  controlRoutes(app, faults, requests, worlds, clock);
  interfaceRoutes(
    app,
    handlers,
    () => ({ now: clock(), limits }),
    (request) => worldOf(request.headers.authorization, worlds)
  );
  app.setNotFoundHandler((request, reply) => {
    worldOf(request.headers.authorization, worlds);
    const problem =
      request.method === 'GET'
        ? new Problem(404, `there is no ${request.url}`)
        : new Problem(405, 'all operations are GET');
    return reply.code(problem.status).send(problemBody(problem.status, problem.message));
  });
  app.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
    const status = error instanceof Problem ? error.status : (error.statusCode ?? 500);
    if (status >= 500) {
      console.error(`${request.method} ${request.url}:`, error);
    }
    return reply.code(status).send(problemBody(status, error.message));
  });
  return app;
}

async function listen(
  app: FastifyInstance,
  { host = '127.0.0.1', port = 9400, strictPort }: DemoOptions
): Promise<string> {
  for (let candidate = port; ; candidate++) {
    try {
      return await app.listen({ host, port: candidate });
    } catch (error) {
      const inUse = typeof error === 'object' && error !== null && 'code' in error && error.code === 'EADDRINUSE';
      if (!inUse || strictPort || candidate >= port + 100) {
        throw error;
      }
    }
  }
}
