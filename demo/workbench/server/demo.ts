import { type FastifyInstance } from 'fastify';

/** What the page's switches can let the demo service do, in the order in which they stand there. */
export const DAYS = ['usual', 'busy', 'quiet'] as const;
export const ANSWERS = ['prompt', 'slow', 'very slow'] as const;
export const FAULTS = ['none', 'one in seven', 'overloaded', 'forbidden', 'not reachable'] as const;

/** How the demo service is. */
export interface DemoState {
  day: string;
  answers: string;
  faults: string;
}

type Fault = Record<string, unknown>;

const LATENCY: Record<string, Fault[]> = {
  prompt: [],
  slow: [{ latency: [800, 2500] }],
  'very slow': [{ latency: [4000, 9000] }],
};
const FAILING: Record<string, Fault[]> = {
  none: [],
  'one in seven': [{ rate: 0.14, fail: 500 }],
  overloaded: [{ rate: 0.5, fail: 429, retryAfter: 5 }],
  forbidden: [{ fail: 403 }],
  'not reachable': [{ fail: 'refuse' }],
};

const PATIENCE = 5000;

/** The switches of the page: day, latency and faults of the demo service, by its endpoints below /demo. */
export function demoRoutes(app: FastifyInstance, serviceUrl: string): void {
  const base = serviceUrl.replace(/\/+$/, '');
  /** Stays open while the service refuses connections. */
  let control: string | undefined;
  const state: DemoState = { day: DAYS[0], answers: ANSWERS[0], faults: FAULTS[0] };

  app.get('/api/workbench/demo', async (_request, reply) => {
    const found = (await ask(control ?? base, '/demo')) as { control?: string; mood?: string } | undefined;
    if (typeof found?.mood !== 'string') {
      return reply.code(404).send({ message: 'The service is no demo service' });
    }
    control = found.control ?? base;
    return { ...state, day: found.mood };
  });

  app.put<{ Body: Partial<DemoState> }>('/api/workbench/demo', async ({ body }, reply) => {
    const wanted = { ...state, ...body };
    const known = Object.hasOwn(LATENCY, wanted.answers) && Object.hasOwn(FAILING, wanted.faults);
    const faults = known ? [...LATENCY[wanted.answers], ...FAILING[wanted.faults]] : undefined;
    const day = body.day === undefined || body.day === state.day ? true : await put('/demo/mood', { mood: body.day });
    if (!faults || !day || !(await put('/demo/faults', faults))) {
      return reply.code(400).send({ message: 'The demo service did not take this' });
    }
    return Object.assign(state, wanted);
  });

  const put = async (path: string, body: unknown) =>
    (await ask(control ?? base, path, { method: 'PUT', body: JSON.stringify(body) })) !== undefined;
}

/** The answer's body; undefined where there is none, or no success. */
async function ask(base: string, path: string, init: RequestInit = {}): Promise<unknown> {
  try {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(base + path, { ...init, headers, signal: AbortSignal.timeout(PATIENCE) });
    return response.ok ? await response.json() : undefined;
  } catch {
    return undefined;
  }
}
