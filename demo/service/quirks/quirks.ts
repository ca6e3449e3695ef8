import { seedOf, unit } from '../random';
import type { Metric } from '../series/metric';
import type { World } from '../world';
import { checkQuirk } from './check';
import type { Quirk } from './quirk';
import { quirkyWorld } from './quirky-world';

/** The current quirks. If several have the same field, the last one counts. */
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

  /** The quirks for everything. */
  get general(): Quirk {
    return Object.assign({}, ...this.narrowed.filter(({ pattern }) => !pattern).map(({ quirk }) => quirk));
  }

  /** The quirks for a metric. */
  of({ node, id }: Metric): Quirk {
    const name = `${node.id}:${id}`;
    const these = this.narrowed.filter(({ pattern }) => pattern === undefined || pattern.test(name));
    return Object.assign({}, ...these.map(({ quirk }) => quirk));
  }

  /** A world with the quirks applied. */
  world(world: World): World {
    const made = this.worlds.get(world) ?? quirkyWorld(world, this.general);
    this.worlds.set(world, made);
    return made;
  }

  /** Replaces the current quirks. @throws Problem 400 with a sentence if one is wrong; then, nothing is changed */
  set(quirks: readonly Quirk[]): void {
    quirks.forEach((quirk) => checkQuirk(quirk));
    this.inForce = quirks;
    this.worlds = new WeakMap();
    this.narrowed = quirks.map(({ series, ...quirk }) => ({
      quirk,
      pattern: series === undefined ? undefined : new RegExp(series),
    }));
  }

  /** 0 to 1: a random number for an object and a quirk, always the same for the same seed. */
  draw(quirk: keyof Quirk, thing: string | number): number {
    return typeof thing === 'number' ? unit(seedOf(this.seed, quirk), thing) : unit(seedOf(this.seed, quirk, thing), 0);
  }
}
