import { type DataFrame, type DataQueryResponse } from '@grafana/data';
import { type AnomalyQuery } from '../../src/ground/query';
import { ended } from '../support/faultMatrix';
import { LONG } from '../support/long';
import { errorsOf } from '../support/panel';
import { answerOf } from '../support/world/service';
import { DAY, type World } from '../support/world/truth';
import { connect, Page } from '../trace/page';
import { type Period } from './oracle';
import { NOW } from './worlds';

/** What a page shows of a world, to compare with the oracle. */

jest.setTimeout(600_000);

const SPAN = 3 * DAY;
export const RANGE: Period = { from: NOW - SPAN, to: NOW };
export const BEFORE: Period = { from: NOW - 2 * SPAN, to: RANGE.from };

/** A link from the data source's settings. It shows the alert and the time range of a row. */
export const OWN_LINK = { title: 'Elsewhere', url: 'https://else.where/?alert={{alertId}}&from={{from}}&to={{to}}' };

/** A page at a moment at which nothing takes time, since events are exactly on boundaries. */
export function pageOf(world: World): Page {
  jest.setSystemTime(NOW);
  connect();
  const page = new Page('oracle', { links: [OWN_LINK] });
  page.service.latency = 0;
  Object.assign(page.dataSource.context, { now: () => NOW });
  page.service.body = (call) => {
    const given = answerOf(world, { ...call, at: NOW });
    return 'body' in given ? given.body : undefined;
  };
  return page;
}

/** The first frame of each query. */
export async function ask(
  world: World,
  { from, to }: Period,
  queries: Array<Partial<AnomalyQuery>>
): Promise<DataFrame[]> {
  const page = pageOf(world);
  queries.forEach((query, id) => page.panels.set(id, { query }));
  page.askAll({ from: new Date(from).toISOString(), to: new Date(to).toISOString() });
  for (const { asked } of page.panels.values()) {
    await ended(asked ?? { finished: true });
  }
  return queries.map((_, id) => {
    const answer: DataQueryResponse = page.answer(id) ?? { data: [] };
    expect(errorsOf(answer)).toEqual([]);
    return (answer.data as DataFrame[])[0];
  });
}

/** A table's rows with only these columns. */
export function rowsOf({ fields, length }: DataFrame, ...names: string[]): Array<Record<string, unknown>> {
  const values = (name: string) => fields.find((field) => field.name === name)?.values ?? [];
  return Array.from({ length }, (_, i) => Object.fromEntries(names.map((name) => [name, values(name)[i]])));
}

/** Each seed's world. Failures report the seed. The suite takes `few` worlds, the long run 2,000. */
export async function eachWorld(
  few: number,
  made: (seed: number) => World,
  check: (world: World, seed: number) => Promise<void>
) {
  const [first = 1, count = LONG ? 2000 : few] = (process.env.ORACLE_SEEDS ?? '')
    .split('+')
    .filter(Boolean)
    .map(Number);
  for (let seed = first; seed < first + count; seed++) {
    await check(made(seed), seed).catch((error: Error) => {
      throw new Error(`world ${seed}: ${error.message}`);
    });
  }
}
