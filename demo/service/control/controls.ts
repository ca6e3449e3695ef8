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

/** What of a running demo service can be looked at and turned. */
export class Controls {
  /** Known once the service listens. */
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

  /** The faults that its flags gave it. */
  get ownFaults(): readonly Fault[] {
    return this.options.faults ?? [];
  }

  /**
   * Lets another day begin: the data of each token is made again, as of now.
   *
   * @throws Problem 400 if the series are measured ones
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
   * Puts faults in the place of those in force, and opens or shuts the address as they say.
   *
   * @param spare the connection that the answer to this has still to go out on
   * @throws Problem 400 with a sentence if a fault is wrong
   */
  async suffer(faults: readonly Fault[], spare?: Socket): Promise<void> {
    this.faults.set(faults);
    await this.door?.set(!this.faults.refusing, spare);
  }
}
