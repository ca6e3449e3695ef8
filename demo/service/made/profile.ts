import { DAY, HOUR, MINUTE, WEEK, timeOfWeek } from '../time';

// See random.ts for the reason why these are not looked up each time.
const { floor, max, min } = Math;

/** When a side band exists: never, always, on weekdays from 8 to 18, at night, on Mondays from 6 to 10. */
export type Presence = 'none' | 'always' | 'office' | 'night' | 'monday';

/** How a made metric behaves when all is well. */
export interface Profile {
  /** The value in the quietest hour of a weekday, in the metric's unit. */
  readonly level: number;
  /** How much the busiest hour adds, as a share of `level`. */
  readonly daily: number;
  /** The hour (UTC) of the day's peak, and of a second, smaller one. */
  readonly peak: number;
  readonly secondPeak?: number;
  /** How narrow the peak is: 2.2 is most of a day, 12 is a job of two or three hours. */
  readonly sharpness?: number;
  /** The factor for weekend days. 1: no difference. */
  readonly weekend: number;
  /** Half the width of the main corridor, as a share of `level`. */
  readonly width: number;
  /** The lowest and highest possible value. */
  readonly floor: number;
  readonly ceiling: number;
  readonly sup: Presence;
  readonly inf: Presence;
  /** The sup band encloses main instead of adjoining it, and inf is inside main. */
  readonly nested?: boolean;
}

const slot = 10 * MINUTE;
const slots = WEEK / slot;

/** The rhythm of a profile over the week, around which the value varies. */
export class Rhythm {
  private readonly table: number[] = [];

  constructor(profile: Profile) {
    for (let i = 0; i <= slots; i++) {
      this.table.push(levelAt(profile, (i % slots) * slot));
    }
  }

  at(time: number): number {
    const x = timeOfWeek(time) / slot;
    const left = floor(x);
    return this.table[left] + (this.table[left + 1] - this.table[left]) * (x - left);
  }
}

function levelAt(profile: Profile, week: number): number {
  const hour = (week % DAY) / HOUR;
  const first = bump(hour, profile.peak, profile.sharpness ?? 2.2);
  const second = profile.secondPeak === undefined ? 0 : 0.6 * bump(hour, profile.secondPeak, 5);
  const workday = profile.weekend + (1 - profile.weekend) * weekdayness(week);
  return profile.level * (1 + profile.daily * Math.hypot(first, second) * workday);
}

/** 1 at `peak`, near 0 half a day away. */
function bump(hour: number, peak: number, sharpness: number): number {
  return Math.exp(sharpness * (Math.cos(((hour - peak) / 24) * 2 * Math.PI) - 1));
}

/** 1 on weekdays, 0 on Saturdays and Sundays, with a transition of some hours around midnight. */
function weekdayness(week: number): number {
  const slope = 5 * HOUR;
  // The distance into the weekend, negative outside it.
  const inside = week < DAY ? -week : min(week - 5 * DAY, WEEK - week);
  return clamp01(0.5 - inside / slope);
}

function clamp01(x: number): number {
  return min(1, max(0, x));
}

const hours = { office: [8, 18], night: [1, 4], monday: [6, 10] } as const;

/**
 * 0 if a side band is absent, otherwise 0 to 1: the distance of `time` from its start or end, so that values enter and
 * leave the band smoothly.
 */
export function presence(kind: Presence, time: number): number {
  if (kind === 'none' || kind === 'always') {
    return kind === 'always' ? 1 : 0;
  }
  const week = timeOfWeek(time);
  const hour = (week % DAY) / HOUR;
  if ((kind === 'office' && week >= 5 * DAY) || (kind === 'monday' && week >= DAY)) {
    return 0;
  }
  const [from, to] = hours[kind];
  return clamp01(min(hour - from, to - hour) * 2);
}
