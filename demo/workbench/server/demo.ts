import { type FastifyInstance } from 'fastify';
import { isEqual, omit } from 'lodash';

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
  const untouched = { answers: ANSWERS[0], faults: FAULTS[0] } as const;
  let switches: Omit<DemoState, 'day'> = untouched;
  /** What the service suffers by its own flags: the switches come on top of it. Others may be in force before the first look. */
  let own: Fault[] = [];
  /** What it suffered after the switches were last touched. */
  let last: Fault[] = [];

  /** How the service is; somebody else may have changed it, and then the switches stand where they stood at first. */
  const look = async (): Promise<DemoState | undefined> => {
    const found = (await ask(control ?? base, '/demo')) as Found | undefined;
    if (typeof found?.mood !== 'string') {
      return undefined;
    }
    control = found.control ?? base;
    own = bare(found.startedWith?.faults);
    if (switches !== untouched && !isEqual(bare(found.faults), last)) {
      switches = untouched;
    }
    return { ...switches, day: found.mood };
  };

  app.get(
    '/api/workbench/demo',
    async (_request, reply) => (await look()) ?? reply.code(404).send({ message: 'The service is no demo service' })
  );

  app.put<{ Body: Partial<DemoState> }>('/api/workbench/demo', async ({ body }, reply) => {
    const present = await look();
    const { day, answers, faults } = { ...present, ...switches, ...body };
    const known = present && Object.hasOwn(LATENCY, answers) && Object.hasOwn(FAILING, faults);
    const isDay = known && (body.day === undefined || (await put('/demo/mood', { mood: body.day })) !== undefined);
    const inForce = isDay && (await put('/demo/faults', [...LATENCY[answers], ...FAILING[faults], ...own]));
    if (!inForce) {
      return reply.code(400).send({ message: 'The demo service did not take this' });
    }
    last = bare(inForce);
    switches = { answers, faults };
    return { day, answers, faults };
  });

  const put = (path: string, body: unknown) =>
    ask(control ?? base, path, { method: 'PUT', body: JSON.stringify(body) });
}

interface Found {
  control?: string;
  mood?: string;
  faults?: Fault[];
  startedWith?: { faults?: Fault[] };
}

/** Without how often each was met. */
function bare(faults: unknown): Fault[] {
  return Array.isArray(faults) ? faults.map((fault: Fault) => omit(fault, 'hits')) : [];
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
