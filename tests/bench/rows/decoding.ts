import { DAY } from '../bodies';
import { type Figure, type Section } from '../figure';
import { finish, type Host, NOON } from '../host';
import { Shelf, type ShelfOptions } from '../shelf';
import { inTurns, ms } from '../timing';

/** Its ends are far enough from the clock that nothing is read again because it is new. */
const RANGE = { from: NOON - 15 * DAY, to: NOON - DAY };
const FINE = { granularity: '1m', outliers: true, thin: false };

/**
 * The same as `frames.ts`, but through a whole query of the built plugin, with its seven requests, the store, and the
 * packets. Including the parsing of bodies, it may take 1.5 times as long as parsing alone, in both families.
 */
export async function decoding(host: Host): Promise<Section> {
  return {
    title: 'A whole query, parsed bodies to packets: 14 days at 1m in seven requests, outliers marked',
    figures: [
      ...(await oneFamily(host, 'v1', {})),
      ...(await oneFamily(host, 'v1, bands with gaps', { body: { bandGaps: true } })),
      ...(await oneFamily(host, 'v1, all digits', { body: { allDigits: true } })),
      ...(await oneFamily(host, 'v2', { jsonData: { metricVersion: 'v2' } })),
    ],
  };
}

async function oneFamily(host: Host, name: string, options: ShelfOptions): Promise<Figure[]> {
  const shelf = await Shelf.of(host, RANGE, FINE, options);
  const request = host.request(RANGE, FINE);
  host.service = shelf.answer;
  let dataSource = host.dataSource(options.jsonData);
  let rows: object[] = [];
  // A panel holds its data until it shows something else.
  const shown = new Set<unknown>();
  const show = async () => {
    const frames = await finish(dataSource.query(request));
    shown.clear();
    shown.add(frames);
  };
  const time = await inTurns(
    {
      parse: shelf.parse,
      plugin: () => {
        dataSource = host.dataSource(options.jsonData);
        return show();
      },
      again: show,
      flatten: () => {
        rows = shelf.take().flatMap(flatRows);
      },
      toDataFrame: () => host.grafana.toDataFrame(rows),
    },
    { rounds: 21 },
    { flatten: shelf.parse }
  );
  const parse = `JSON.parse ${ms(time.parse)}`;
  const rowsToFrame = time.flatten + time.toDataFrame;
  return [
    {
      what: `query of ${name}: query to frames`,
      value: time.plugin / time.parse,
      unit: 'x',
      // An edge with gaps becomes an array with nulls, which the engine fills more slowly than one of numbers.
      bound: options.body?.bandGaps ? undefined : { atMost: 0.5 },
      of: `${ms(time.plugin)}; ${parse}`,
    },
    {
      what: `query of ${name}: answer from the store`,
      value: time.again / time.parse,
      unit: 'x',
      of: `${ms(time.again)}; ${parse}`,
    },
    {
      what: `query of ${name}: faster than flat rows and toDataFrame`,
      value: rowsToFrame / time.plugin,
      unit: 'x',
      of: `rows ${ms(time.flatten)}, toDataFrame ${ms(time.toDataFrame)}; ${ms(time.plugin)}`,
    },
  ];
}

interface Limits {
  up: number;
  down: number;
}

interface Point {
  timestamp: number | string;
  smoothened: number;
  corridors: { main: Limits; sup: Limits | null; inf: Limits | null };
}

/** The alternative without the plugin: one object per point, with the same columns, for `toDataFrame`. */
export function flatRows(body: unknown): object[] {
  const { data } = body as { data: Point[] };
  return data.map(({ timestamp, smoothened, corridors: { main, sup, inf } }) => ({
    time: typeof timestamp === 'number' ? timestamp : Date.parse(timestamp),
    smoothened,
    main_up: main.up,
    main_down: main.down,
    sup_up: sup?.up ?? null,
    sup_down: sup?.down ?? null,
    inf_up: inf?.up ?? null,
    inf_down: inf?.down ?? null,
    outlier: [main, sup, inf].some((band) => band && smoothened <= band.up && smoothened >= band.down)
      ? null
      : smoothened,
  }));
}
