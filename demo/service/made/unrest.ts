import { noise, unit } from '../random';
import { HOUR, MINUTE, floorTo } from '../time';
import type { BandModel } from './bands';

// See random.ts for the reason why these are not looked up each time.
const { floor, max, min, ceil } = Math;

/** The share of the main corridor that values use when all is well. */
const ordinary = 0.88;

/** How a series varies around its rhythm when all is well, in half widths of main. */
export class Unrest {
  constructor(
    private readonly seed: number,
    private readonly step: number,
    private readonly bands: BandModel
  ) {}

  /** Within the corridors, including the side bands. */
  calm(time: number): number {
    const turns = ordinary * this.turns(time);
    if (this.bands.profile.sup === 'monday') {
      const room = this.bands.room('sup', time);
      return turns * (1 - 0.55 * room) + 1.5 * room;
    }
    return turns + this.visits(time);
  }

  /** -1 to 1: slow and fast variations combined. */
  turns(time: number): number {
    const x = time / this.step;
    const slow = (20 * MINUTE) / min(this.step, 20 * MINUTE);
    const sum =
      0.4 * noise(this.seed, x / (slow * 4)) +
      0.27 * noise(this.seed + 1, x / slow) +
      0.2 * noise(this.seed + 2, x / 4) +
      0.13 * noise(this.seed + 3, x);
    // The sum of several variations is rarely large. This uses the range better.
    return sum * (1.5 - 0.5 * sum * sum);
  }

  /** Ordinary stays in the side bands. Together with the variations, they remain below the bands' height. */
  private visits(time: number): number {
    const visit = (seed: number) => min(1.1, max(0, noise(seed, time / (80 * MINUTE)) - 0.4) * 3);
    const up = visit(this.seed + 4);
    const down = visit(this.seed + 5);
    return up * this.bands.room('sup', time) - down * this.bands.room('inf', time);
  }

  /** An occasional step of one to three minutes outside. */
  spike(time: number): number {
    const block = floor(time / (8 * HOUR));
    if (unit(this.seed + 6, block) > 0.3) {
      return 0;
    }
    const start = floorTo(block * 8 * HOUR + (2 + 4 * unit(this.seed + 7, block)) * HOUR, this.step);
    const length = max(this.step, MINUTE * ceil(3 * unit(this.seed + 8, block)));
    const size = 2.2 + 1.2 * unit(this.seed + 9, block);
    return time >= start && time < start + length ? (unit(this.seed + 10, block) < 0.75 ? size : -size) : 0;
  }

  /** Whether a series with gaps has no points here. */
  inGap(time: number): boolean {
    const block = floor(time / (5 * HOUR));
    const start = block * 5 * HOUR + unit(this.seed + 11, block) * 4 * HOUR;
    return time >= start && time < start + (8 + 32 * unit(this.seed + 12, block)) * MINUTE;
  }
}
