import type { FastifyInstance } from 'fastify';
import { makeApp } from './app';
import { Clock } from './control/clock';
import { Controls } from './control/controls';
import { Door } from './control/door';
import { RequestLog } from './control/requests';
import type { Fault } from './faults/fault';
import { Faults } from './faults/faults';
import { type DemoOptions, tokens } from './options';
import { Quirks } from './quirks/quirks';
import type { World } from './world';
import { makeWorlds } from './worlds';

export { type DemoOptions, tokens } from './options';
export type { World } from './world';

export interface DemoService {
  /** The base address, without a trailing slash. */
  readonly url: string;
  /** An address that only serves /demo, and is available while connections are refused. */
  readonly control: string;
  readonly app: FastifyInstance;
  /** The world of `demo-token`, and the effect of each token. */
  readonly world: World;
  readonly worlds: ReadonlyMap<string, World>;
  readonly faults: Faults;
  readonly quirks: Quirks;
  readonly requests: RequestLog;
  readonly clock: Clock;
  /** The service's time. */
  now(): number;
  /** Replaces the current faults, and resolves when they apply. @throws Problem 400 if one is wrong */
  suffer(...faults: Fault[]): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts the demo service.
 *
 * @throws if the address can't be used, `data` has no series, or a fault or quirk is wrong
 */
export async function createDemoService(options: DemoOptions = {}): Promise<DemoService> {
  const { host = '127.0.0.1', port = 9400, strictPort } = options;
  const clock = new Clock(options.now);
  const worlds = makeWorlds(options, clock.now());
  const faults = new Faults(options.seed ?? 1, options.faults);
  const quirks = new Quirks(options.seed ?? 1, options.quirks);
  const requests = new RequestLog();
  const controls = new Controls(options, worlds, clock, faults, quirks, requests);
  const world = worlds.get(tokens.main);
  if (!world) {
    throw new Error('there is no world');
  }
  const app = makeApp(controls);
  const door = await Door.open(app, { host, port, strictPort });
  controls.door = door;
  await door.set(!faults.refusing);
  return {
    url: door.url,
    control: door.controlUrl,
    app,
    get world() {
      return worlds.get(tokens.main) ?? world;
    },
    worlds,
    faults,
    quirks,
    requests,
    clock,
    now: () => clock.now(),
    suffer: (...wanted) => controls.suffer(wanted),
    close: () => door.close(),
  };
}
