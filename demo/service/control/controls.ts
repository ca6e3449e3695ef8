import type { Socket } from 'node:net';
import type { Fault } from '../faults/fault';
import type { Faults } from '../faults/faults';
import type { Quirks } from '../quirks/quirks';
import { Problem } from '../problem';
import type { DemoOptions } from '../options';
import type { Mood } from '../made/schedule';
import type { World } from '../world';
import { makeWorlds } from '../worlds';
import type { Clock } from './clock';
import type { Door } from './door';
import type { RequestLog } from './requests';

/** What can be viewed and changed in a running demo service. */
export class Controls {
  /** Available once the service listens. */
  door?: Door;
  mood: Mood;

  constructor(
    private readonly options: DemoOptions,
    readonly worlds: Map<string, World>,
    readonly clock: Clock,
    readonly faults: Faults,
    readonly quirks: Quirks,
    readonly log: RequestLog
  ) {
    this.mood = options.mood ?? 'usual';
  }

  /** The faults from its flags. */
  get ownFaults(): readonly Fault[] {
    return this.options.faults ?? [];
  }

  /**
   * Starts another day: the data of each token is created again, as of now.
   *
   * @throws Problem 400 if the series are measured
   */
  setMood(mood: Mood): void {
    if (this.options.data !== undefined) {
      throw new Problem(400, 'measured series are as they are: only made ones have a mood');
    }
    for (const [token, world] of makeWorlds({ ...this.options, mood }, this.clock.now())) {
      this.worlds.set(token, world);
    }
    this.mood = mood;
  }

  /**
   * Replaces the current faults, and opens or closes the address accordingly.
   *
   * @param spare the connection for the response to this request
   * @throws Problem 400 with a sentence if a fault is wrong
   */
  async suffer(faults: readonly Fault[], spare?: Socket): Promise<void> {
    this.faults.set(faults);
    await this.door?.set(!this.faults.refusing, spare);
  }
}
