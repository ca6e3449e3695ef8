import { DAY, HOUR, MINUTE } from '../../src/ground/spans';
import { startTestsAt } from '../support/clock';
import { noticesOf, panelOf, seriesOf } from '../support/panel';
import { rowsOf } from '../support/rowsOf';

/** A metric is judged by its newest twelve hours, however many requests that takes. */
const NOW = Date.UTC(2026, 10, 21, 12, 7, 30);

startTestsAt(NOW);

/** A panel of a service whose metrics left their corridors ten hours before `end`. */
function panel(end: number, jsonData = {}) {
  const made = panelOf({ jsonData });
  made.service.value = (_node, _metric, time) => (time >= end - 10 * HOUR && time < end + MINUTE ? 155 : 100);
  return made;
}

const SETTINGS = [
  { sharedCache: true },
  { sharedCache: true, maxFineWindow: '1h' },
  { maxFineWindow: '90m' },
  { metricVersion: 'v2', sharedCache: true },
  { metricVersion: 'v2', maxWindow: '5h' },
];

/** Ends at the start of a slot of the shared cache. */
const RANGES = [
  { from: NOW - HOUR, to: NOW },
  { from: NOW - 3 * DAY, to: NOW - 2 * DAY },
  { from: NOW - 9 * DAY, to: NOW - 8 * DAY - 23 * HOUR },
];

describe.each(SETTINGS)('with %j', (jsonData) => {
  it.each(RANGES)('one metric has the same state since the same time, from $from to $to', async (range) => {
    const query = { queryType: 'explain', series: '1:out' };
    const [plain, limited] = [panel(range.to), panel(range.to, jsonData)];
    const wanted = rowsOf(seriesOf(await plain.ask(query, range).answer())[0]);
    expect(wanted).toMatchObject([{ state: 'outside', leftAt: Math.ceil((range.to - 10 * HOUR) / MINUTE) * MINUTE }]);
    const rows = rowsOf(seriesOf(await limited.ask(query, range).answer())[0]);
    expect(rows).toMatchObject([{ state: 'outside', leftAt: wanted[0].leftAt }]);
  });

  it('reads as many of 100 metrics as 200 requests allow, and names the others', async () => {
    const [, range] = RANGES;
    const { service, ask } = panel(range.to, jsonData);
    const series = Array.from({ length: 100 }, (_, i) => `${i}:out`);
    const answer = await ask({ queryType: 'explain', series }, range).answer();
    const rows = rowsOf(seriesOf(answer)[0]);
    expect(service.metricCalls().length).toBeLessThanOrEqual(200);
    expect(rows.length).toBeGreaterThan(4);
    expect(new Set(rows.map(({ leftAt }) => leftAt)).size).toBe(1);
    expect(noticesOf(answer)).toContainEqual(expect.stringContaining(`More than ${rows.length}, so left out: `));
  });
});

it.each([
  [1, 'Data this fine is limited to about two weeks.'],
  [40, 'More than 200 requests: choose a shorter time range.'],
])('a month of %i metrics leaves out the beginning, and the given reason is true', async (count, reason) => {
  const series = Array.from({ length: count }, (_, i) => `${i}:out`);
  const { ask } = panel(NOW);
  const texts = noticesOf(await ask({ queryType: 'explain', series }, { from: NOW - 30 * DAY, to: NOW }).answer());
  expect(texts[0]).toMatch(/^Not (included|loaded): 2026-10-22 12:07:30 – 2026-11-/);
  expect(texts[0]).toContain(reason);
});

it('a range of exactly two weeks is read completely, and a range that ends in the future up to now', async () => {
  const { service, ask } = panel(NOW);
  const weeks = await ask({ queryType: 'explain', series: '1:out' }, { from: NOW - 14 * DAY, to: NOW }).answer();
  expect(noticesOf(weeks)).toEqual([]);
  const calls = service.calls.length;
  await ask({ queryType: 'explain', series: '2:out' }, { from: NOW - HOUR, to: NOW + 9 * DAY }).answer();
  expect(service.calls.slice(calls).map(({ from, to }) => to - from <= 12 * HOUR)).toEqual([true]);
});
