import { type Span } from '../time/spans';

/** Milliseconds before a hole is looked at again; each time it is still there the wait doubles. */
const FIRST_WAIT = 30_000;

/** Only so far back data still comes late, in milliseconds. */
export const LATE = 24 * 3600_000;

/**
 * Holes between the points of a series, in the last 24 h: the service may fill them later, behind the newest point. They
 * are read again in growing waits, so that a hole that stays costs little.
 */
export class Holes {
  /** By the time of the point before the hole. */
  private readonly looks = new Map<number, { count: number; at: number }>();

  /** Those that are to be read again at `now`. */
  due(holes: readonly Span[], now: number): Span[] {
    return holes.filter(({ from }) => {
      const look = this.looks.get(from);
      return !look || now - look.at >= FIRST_WAIT * 2 ** look.count;
    });
  }

  /** Notes that these were there when their span was read, asked for `at`. */
  note(holes: readonly Span[], at: number) {
    for (const { from } of holes) {
      const look = this.looks.get(from);
      this.looks.set(from, { count: look ? look.count + 1 : 0, at });
    }
    for (const from of this.looks.keys()) {
      if (from < at - LATE) {
        this.looks.delete(from);
      }
    }
  }
}
