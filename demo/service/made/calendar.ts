import { HOUR } from '../time';
import type { SystemSpec } from './catalogue';
import type { Story } from './story';

/** A story with its time. */
export interface Occurrence {
  readonly story: Story;
  readonly from: number;
  readonly to: number;
  /** A factor for the metrics' deviations. */
  readonly strength: number;
}

interface Taken {
  readonly nodes: ReadonlySet<number>;
  readonly from: number;
  readonly to: number;
}

/** The minimum time between two stories on a node, so that their alerts don't merge. */
const rest = 4 * HOUR;

/** Separates stories on the same node or on linked nodes: the first has priority. */
export class Calendar {
  readonly all: Occurrence[] = [];
  private readonly taken: Taken[] = [];
  private readonly near = new Map<number, Set<number>>();

  constructor(catalogue: readonly SystemSpec[]) {
    for (const { id, linked = [] } of catalogue.flatMap(({ nodes }) => nodes)) {
      linked.forEach((other) => {
        this.neighbours(id).add(other);
        this.neighbours(other).add(id);
      });
    }
  }

  /** Adds a story if its nodes are free. Returns whether they were. */
  add(occurrence: Occurrence): boolean {
    const { from, to, story } = occurrence;
    const nodes = new Set(story.parts.map((part) => part.node));
    const around = new Set([...nodes, ...[...nodes].flatMap((node) => [...this.neighbours(node)])]);
    const free = !this.taken.some(
      (other) => other.from - rest < to && from - rest < other.to && [...around].some((node) => other.nodes.has(node))
    );
    if (free) {
      this.all.push(occurrence);
      this.keep([...nodes], from, to);
    }
    return free;
  }

  /** Keeps nodes free of further trouble for a while. */
  keep(nodes: readonly number[], from: number, to: number): void {
    this.taken.push({ nodes: new Set(nodes), from, to });
  }

  private neighbours(node: number): Set<number> {
    const known = this.near.get(node) ?? new Set();
    this.near.set(node, known);
    return known;
  }
}
