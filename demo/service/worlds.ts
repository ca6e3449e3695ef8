import { readMeasured } from './measured/csv';
import { MeasuredWorld } from './measured/measured-world';
import { type DemoOptions, tokens } from './options';
import { MINUTE, floorTo } from './time';
import { MadeWorld } from './made/made-world';
import { mainSchedule, smallSchedule } from './made/schedule';
import { fleet } from './made/tenant-busy';
import { mainTenant } from './made/tenant-main';
import { smallTenant } from './made/tenant-small';
import type { World } from './world';

/** The world of each token. @throws if `data` has no series */
export function makeWorlds({ seed = 1, mood = 'usual', data }: DemoOptions, now: number): Map<string, World> {
  const start = floorTo(now, MINUTE);
  if (data !== undefined) {
    const measured = readMeasured(data);
    return new Map<string, World>([
      [tokens.main, new MeasuredWorld('main', measured, start)],
      [tokens.small, new MeasuredWorld('small', measured.slice(0, 1), start)],
    ]);
  }
  const catalogue = mood === 'busy' ? [...mainTenant, fleet] : mainTenant;
  return new Map<string, World>([
    [tokens.main, new MadeWorld('main', catalogue, mainSchedule(catalogue, start, seed, mood), start, seed)],
    [tokens.small, new MadeWorld('small', smallTenant, smallSchedule(smallTenant, start, seed, mood), start, seed)],
  ]);
}
