import { seedOf, unit } from '../random';
import type { Metric } from '../series/metric';
import type { World } from '../world';
import { checkQuirk } from './check';
import type { Quirk } from './quirk';
import { quirkyWorld } from './quirky-world';

/** The quirks in force. Where several say something of the same field, the last one counts. */
export class Quirks {
  private inForce: readonly Quirk[] = [];
  private worlds = new WeakMap<World, World>();
  private narrowed: ReadonlyArray<{ quirk: Quirk; pattern?: RegExp }> = [];

  /** @throws Problem 400 with a sentence if one is wrong */
  constructor(
    private readonly seed: number,
    quirks: readonly Quirk[] = []
  ) {
    this.set(quirks);
  }

  get all(): readonly Quirk[] {
    return this.inForce;
  }

  /** Those that hold for everything. */
  get general(): Quirk {
    return Object.assign({}, ...this.narrowed.filter(({ pattern }) => !pattern).map(({ quirk }) => quirk));
  }

  /** Those that hold for a metric. */
  of({ node, id }: Metric): Quirk {
    const name = `${node.id}:${id}`;
    const these = this.narrowed.filter(({ pattern }) => pattern === undefined || pattern.test(name));
    return Object.assign({}, ...these.map(({ quirk }) => quirk));
  }

  /** A world as they let it be. */
  world(world: World): World {
    const made = this.worlds.get(world) ?? quirkyWorld(world, this.general);
    this.worlds.set(world, made);
    return made;
  }

  /** Replaces what was in force. @throws Problem 400 with a sentence if one is wrong; nothing is changed then */
  set(quirks: readonly Quirk[]): void {
    quirks.forEach((quirk) => checkQuirk(quirk));
    this.inForce = quirks;
    this.worlds = new WeakMap();
    this.narrowed = quirks.map(({ series, ...quirk }) => ({
      quirk,
      pattern: series === undefined ? undefined : new RegExp(series),
    }));
  }

  /** 0 to 1: what chance says of a thing for a quirk, the same each time for the same seed. */
  draw(quirk: keyof Quirk, thing: string | number): number {
    return typeof thing === 'number' ? unit(seedOf(this.seed, quirk), thing) : unit(seedOf(this.seed, quirk, thing), 0);
  }
}
