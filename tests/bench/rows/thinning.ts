import type { DataFrame } from '@grafana/data';
import { bodyOf, DAY } from '../bodies';
import { type Section } from '../figure';
import { finish, type Host, NOON } from '../host';
import { Shelf } from '../shelf';
import { inTurns, ms } from '../timing';

const RANGE = { from: NOON - 91 * DAY, to: NOON - DAY };
const PIXELS = 1500;
const FINE = { granularity: '1m', outliers: true, thin: true };

/** 90 days at 1m, 129,600 points, drawn on 1,500 pixels. */
export async function thinning(host: Host): Promise<Section> {
  host.clock = NOON;
  const shelf = await Shelf.of(host, RANGE, FINE);
  const request = host.request(RANGE, FINE, PIXELS);
  host.service = shelf.answer;
  let dataSource = host.dataSource();
  let frames: DataFrame[] = [];
  const time = await inTurns(
    {
      parse: shelf.parse,
      plugin: async () => {
        dataSource = host.dataSource();
        frames = await finish(dataSource.query(request));
      },
      again: () => finish(dataSource.query(request)),
    },
    { rounds: 7, warmUp: 2 }
  );
  host.service = bodyOf;
  const [all] = await finish(host.dataSource().query(host.request(RANGE, { ...FINE, thin: false })));
  const parse = `JSON.parse ${ms(time.parse)}`;
  return {
    title: `Thinning, 90 days at 1m to ${PIXELS} pixels`,
    figures: [
      {
        what: 'query to thinned frame',
        value: time.plugin / time.parse,
        unit: 'x',
        bound: { atMost: 0.5 },
        of: `${ms(time.plugin)}; ${parse}`,
      },
      {
        what: 'thinned again from the store',
        value: time.again / time.parse,
        unit: 'x',
        of: `${ms(time.again)}; ${parse}`,
      },
      {
        what: 'extremes and furthest outliers lost, over all pixels',
        value: lost(all, frames[0]),
        unit: 'count',
        bound: { atMost: 0 },
        of: `${frames[0].length} of ${all.length} rows`,
      },
    ],
  };
}

/** For each pixel: how many extremes of all rows (in every column, with outliers) are missing in the thinned rows. */
function lost(all: DataFrame, thinned: DataFrame): number {
  let missing = 0;
  for (const [f, field] of all.fields.entries()) {
    if (field.name === 'time') {
      continue;
    }
    const whole = extremes(all, f);
    const kept = extremes(thinned, f);
    for (const [pixel, { low, high }] of whole) {
      const left = kept.get(pixel);
      missing += (left?.low === low ? 0 : 1) + (left?.high === high ? 0 : 1);
    }
  }
  return missing;
}

function extremes(frame: DataFrame, f: number) {
  const pixels = new Map<number, { low: number; high: number }>();
  const times: number[] = frame.fields[0].values;
  const values: Array<number | null> = frame.fields[f].values;
  values.forEach((value, i) => {
    if (value !== null) {
      const pixel = Math.floor(((times[i] - RANGE.from) * PIXELS) / (RANGE.to - RANGE.from));
      const known = pixels.get(pixel);
      const low = Math.min(known?.low ?? value, value);
      const high = Math.max(known?.high ?? value, value);
      pixels.set(pixel, { low, high });
    }
  });
  return pixels;
}
