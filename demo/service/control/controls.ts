import type { Socket } from 'node:net';
import type { Fault } from '../faults/fault';
import type { Faults } from '../faults/faults';
import type { Quirks } from '../quirks/quirks';
import type { World } from '../world';
import type { Clock } from './clock';
import type { Door } from './door';
import type { RequestLog } from './requests';

/** What of a running demo service can be looked at and turned. */
export class Controls {
  /** Known once the service listens. */
  door?: Door;

  constructor(
    readonly worlds: ReadonlyMap<string, World>,
    readonly clock: Clock,
    readonly faults: Faults,
    readonly quirks: Quirks,
    readonly log: RequestLog
  ) {}

  /**
   * Puts faults in the place of those in force, and opens or shuts the address as they say.
   *
   * @param spare the connection that the answer to this has still to go out on
   * @throws Problem 400 with a sentence where a fault is wrong
   */
  async suffer(faults: readonly Fault[], spare?: Socket): Promise<void> {
    this.faults.set(faults);
    await this.door?.set(!this.faults.refusing, spare);
  }
}
