import type { DataQueryResponse } from '@grafana/data';
import type { AnomalyQuery } from '../../../src/ground/query';
import type { StoredSettings } from '../../../src/ground/settings';
import { DAY, HOUR, MINUTE } from '../bodies';
import { chances } from './chance';
import type { Load, Meter } from './meter';
import { type House, realNow } from './viewer';

export interface Scene {
  house: House;
  meter: Meter;
  /** Where the viewers' requests go: the cache, or the service itself. */
  url: string;
  jsonData: StoredSettings;
}

export const SHARED: StoredSettings = { sharedCache: true };
export const EXACT: StoredSettings = {};

/** Eight panels with one metric each. */
export function panelsOf(series: readonly string[]): Array<Partial<AnomalyQuery>> {
  return series.slice(0, 8).map((one) => ({ queryType: 'metric', series: [one] }));
}

interface Show {
  viewers: number;
  /** Simulated. */
  minutes: number;
  /** All watch the same dashboard: 24 h, every 30 s. Otherwise, each has its own ranges, refresh times, and zooms. */
  alike: boolean;
}

/**
 * Viewers over simulated time. One viewer looks; when all panels are complete, the clock advances and the next one looks.
 * The clock ends at the real current time, because the cache's clock can't be changed.
 */
export async function show(
  { house, meter, url, jsonData }: Scene,
  panels: Array<Partial<AnomalyQuery>>,
  what: Show
): Promise<Load> {
  const { viewers, minutes, alike } = what;
  const start = Math.floor(realNow() / 1000) * 1000 - minutes * MINUTE;
  const end = start + minutes * MINUTE;
  let present = start;
  meter.take();
  meter.clock = () => present;
  const people = Array.from({ length: viewers }, (_, i) => {
    const chance = chances(i + 1);
    // Clocks differ by up to a second, and screens have different widths.
    const skew = Math.round((chance() - 0.5) * 2000);
    const refresh = alike ? 30_000 : one([10_000, 30_000, MINUTE, 5 * MINUTE], chance());
    const length = alike ? DAY : one([6 * HOUR, DAY, 7 * DAY, 30 * DAY], chance());
    const width = alike ? 800 : Math.round(400 + 1000 * chance());
    const viewer = house.viewer(url, jsonData, () => present + skew, width);
    return { viewer, chance, refresh, length, next: start + Math.round(chance() * refresh) };
  });
  for (;;) {
    const person = people.reduce((first, other) => (other.next < first.next ? other : first));
    if (person.next >= end) {
      return meter.take();
    }
    present = person.next;
    const { viewer, chance, length, refresh } = person;
    failing(await viewer.look(panels, length));
    if (!alike && chance() < 0.1) {
      const from = present - length * (0.3 + 0.7 * chance());
      failing(await viewer.zoom(panels, from, from + length * 0.05 * (1 + chance())));
    }
    person.next += refresh;
  }
}

/** Each viewer looks once, in real time, within `seconds`. */
export async function crowd(
  { house, meter, url, jsonData }: Scene,
  panels: Array<Partial<AnomalyQuery>>,
  viewers: number,
  seconds: number
): Promise<Load> {
  meter.take();
  meter.clock = realNow;
  await Promise.all(
    Array.from({ length: viewers }, async (_, i) => {
      const chance = chances(i + 1);
      await new Promise((resolve) => setTimeout(resolve, chance() * seconds * 1000));
      const skew = Math.round((chance() - 0.5) * 2000);
      const viewer = house.viewer(url, jsonData, () => realNow() + skew, Math.round(400 + 1000 * chance()));
      failing(await viewer.look(panels, DAY));
    })
  );
  return meter.take();
}

function one<T>(of: readonly T[], chance: number): T {
  return of[Math.floor(chance * of.length)];
}

function failing(answers: DataQueryResponse[]) {
  const error = answers.flatMap(({ errors }) => errors ?? [])[0];
  if (error) {
    throw new Error(`A panel failed: ${error.message}`);
  }
}
