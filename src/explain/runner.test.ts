import { type DataFrame, type DataQueryResponse } from '@grafana/data';
import { errorsOf, noticesOf, panelOf, seriesOf } from '../../tests/support/panel';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2026, 10, 21, 12, 7, 30);
const last = (span: number) => ({ from: NOW - span, to: NOW });
const LEFT = NOW - 3 * HOUR;

beforeEach(() => {
  jest.useFakeTimers({ now: NOW });
});
afterEach(() => {
  jest.useRealTimers();
});

/** A service with metrics in corridors from 95 to 115; `out` has been at 155 for three hours. */
function panel(variables = {}) {
  const made = panelOf({ variables });
  made.service.value = (_node, metric, time) => (metric === 'out' && time >= LEFT ? 155 : 100);
  return made;
}

function rowsOf({ fields, length }: DataFrame): Array<Record<string, unknown>> {
  return Array.from({ length }, (_, i) => Object.fromEntries(fields.map(({ name, values }) => [name, values[i]])));
}

it('tells how each series is, the same at any width', async () => {
  const { ask } = panel();
  const query = { queryType: 'explain', series: ['1:out', '2:calm'] };
  const answers = [];
  for (const maxDataPoints of [100, 5000]) {
    answers.push(await ask(query, last(DAY), { maxDataPoints }).answer());
  }
  const [rows, others] = answers.map((answer) => rowsOf(seriesOf(answer)[0]));
  expect(others).toEqual(rows);
  expect(rows[0]).toMatchObject({
    metricId: 'out',
    state: 'outside',
    leftAt: Math.ceil(LEFT / MINUTE) * MINUTE,
    value: 155,
    expectedFrom: 95,
    expectedTo: 115,
  });
  expect(rows[0].sentence).toMatch(
    /^Left its corridors at 09:08\. Now 155 \(as of [0-9:]+\), where 95 to 115 is expected, .* corridor widths above\./
  );
  expect(rows[1]).toMatchObject({ metricId: 'calm', state: 'inside', leftAt: null, outsideFor: null, deviation: 0 });
  expect(rows[1].sentence).toMatch(/^Inside its corridors all through the range\./);
});

it('has its columns also where a variable left nothing, and asks for nothing', async () => {
  const { service, ask } = panel({ none: { value: [] } });
  const answer = await ask({ queryType: 'explain', series: '$none' }, last(DAY)).answer();
  expect(seriesOf(answer)[0].fields.map(({ name }) => name)).toEqual([
    'sentence',
    'metricName',
    'nodeName',
    'leftAt',
    'value',
    'expectedFrom',
    'expectedTo',
    'deviation',
    'outsideFor',
    'state',
    'backAt',
    'worst',
    'deviationNow',
    'nodeId',
    'metricId',
  ]);
  expect(seriesOf(answer)[0].length).toBe(0);
  expect(noticesOf(answer)).toHaveLength(1);
  expect(service.calls).toEqual([]);
});

it('leaves the others where one fails, and reads seven parts of a metric at most', async () => {
  const { service, ask } = panel();
  service.mishap = ({ raw }) => (raw.includes('/calm?') ? { status: 403 } : undefined);
  const query = { queryType: 'explain', series: ['1:out', '2:calm'] };
  const answer = await ask(query, last(DAY)).answer();
  expect(rowsOf(seriesOf(answer)[0])).toHaveLength(1);
  expect(errorsOf(answer)).toHaveLength(1);
  const other = panel();
  const long = await other.ask({ queryType: 'explain', series: '1:out' }, last(300 * DAY)).answer();
  expect(other.service.metricCalls()).toHaveLength(7);
  expect(noticesOf(long)).toContainEqual(expect.stringMatching(/does not know of/));
});

it('says what is wrong where the service refuses every pair, and leaves out those it refuses beside others', async () => {
  const query = { queryType: 'explain', nodeId: ['1', '2'], metricId: 'calm' };
  const all = panel();
  all.service.mishap = () => ({ status: 400 });
  const refused = await all.ask(query, last(DAY)).answer();
  expect(errorsOf(refused)).toHaveLength(2);
  expect(noticesOf(refused)).not.toContainEqual(expect.stringMatching(/^No data, left out/));
  const one = panel();
  one.service.mishap = ({ raw }) => (raw.includes('/2/') ? { status: 400 } : undefined);
  const left = await one.ask(query, last(DAY)).answer();
  expect(errorsOf(left)).toEqual([]);
  expect(noticesOf(left)).toContainEqual(expect.stringMatching(/^No data, left out/));
});

it('gives no all-clear for a part that could not be read', async () => {
  const { service, ask } = panel();
  const days = (text: string) => text.includes('to=2026-11-19') || text.includes('to=2026-11-18');
  service.mishap = ({ raw }) => (days(decodeURIComponent(raw)) ? { status: 500 } : undefined);
  const answer = await ask({ queryType: 'explain', series: '2:calm' }, last(9 * DAY)).answer();
  expect(rowsOf(seriesOf(answer)[0])[0].sentence).toMatch(
    /^Inside its corridors wherever it is known\. Nothing is known between [0-9:]+ on 2026-11-1/
  );
});

it('says nothing of how it is now where data ended', async () => {
  const { service, ask } = panel();
  service.until = () => NOW - HOUR;
  const answer = await ask({ queryType: 'explain', series: ['1:out', '2:calm'] }, last(DAY)).answer();
  const [out, calm] = rowsOf(seriesOf(answer)[0]);
  expect(out.sentence).toMatch(/Last known at 11:07: 155/);
  expect(out).toMatchObject({ state: 'wasOutside', deviationNow: null });
  expect(calm.sentence).toMatch(/^Inside its corridors until 11:07, not known since\./);
  expect(calm.sentence).toMatch(/ No value came after it\.$/);
  expect(calm).toMatchObject({ state: 'wasInside', deviationNow: null });
});

it('says nothing of how it is now where the newest part could not be read', async () => {
  const { service, ask } = panel();
  service.mishap = ({ raw }) => (decodeURIComponent(raw).includes('to=2026-11-21') ? { status: 500 } : undefined);
  const answer = await ask({ queryType: 'explain', series: '2:calm' }, last(9 * DAY)).answer();
  const [row] = rowsOf(seriesOf(answer)[0]);
  expect(row).toMatchObject({ state: 'wasInside', deviationNow: null });
  expect(row.sentence).not.toMatch(/came after it/);
});

it('says nothing of how it is now of a range that ended', async () => {
  const { ask } = panel();
  const answer = await ask({ queryType: 'explain', series: '2:calm' }, { from: NOW - 3 * DAY, to: NOW - DAY }).answer();
  const [row] = rowsOf(seriesOf(answer)[0]);
  expect(row.sentence).not.toMatch(/\bnow\b/i);
  expect(row).toMatchObject({ state: 'wasInside', deviation: 0, deviationNow: null });
});

it('does not speak of baselines where nothing was measured', async () => {
  const { service, ask } = panel();
  service.until = () => NOW - 60 * DAY;
  const answer = await ask({ queryType: 'explain', series: '1:out' }, last(DAY)).answer();
  expect(rowsOf(seriesOf(answer)[0])[0]).toMatchObject({
    sentence: 'Nothing can be told: nothing was measured in this range. A longer one shows when it was last.',
    state: null,
  });
});

it('says when a metric was last measured that was not in the range, and asks for it once', async () => {
  const { service, ask } = panel();
  service.until = () => NOW - 5 * DAY;
  service.value = () => 155;
  const query = { queryType: 'explain', series: '1:out' };
  const answer = await ask(query, last(DAY)).answer();
  const [row] = rowsOf(seriesOf(answer)[0]);
  expect(row.sentence).toMatch(
    /^Not measured in this range\. Last known at 1[12]:[0-9]{2} on 2026-11-16: 155, where 95 to 115 is expected, 2 corridor widths above\.$/
  );
  expect(row).toMatchObject({ state: null, value: null, deviation: null, deviationNow: null });
  expect(service.metricCalls()).toHaveLength(2);
});

it('asks no more of pairs that nothing is told of, since none of the product was measured', async () => {
  const { service, ask } = panel();
  service.until = () => NOW - 5 * DAY;
  const answer = await ask({ queryType: 'explain', nodeId: ['1', '2'], metricId: 'calm' }, last(DAY)).answer();
  expect(seriesOf(answer)[0]).toHaveLength(0);
  expect(noticesOf(answer)).toContainEqual(expect.stringMatching(/^No data, left out/));
  expect(service.metricCalls()).toHaveLength(2);
});

it('names no last measurement where what lies nearest before the range could not be read', async () => {
  const { service, ask } = panel();
  service.until = () => NOW - 2 * DAY;
  service.mishap = ({ raw }) => (/granularity=15m/.test(raw) ? { status: 500 } : undefined);
  const answer = await ask({ queryType: 'explain', series: '1:out' }, last(HOUR)).answer();
  expect(rowsOf(seriesOf(answer)[0])[0].sentence).toMatch(/^Nothing can be told: nothing was measured/);
  expect(errorsOf(answer)).toEqual([]);
});

it('reads the 30 days once where they are read anyway', async () => {
  const { service, ask } = panel();
  service.until = () => NOW - 20 * DAY;
  const answer = await ask({ queryType: 'explain', usual: true, series: '1:out' }, last(DAY)).answer();
  expect(rowsOf(seriesOf(answer)[0])[0].sentence).toMatch(
    /^Not measured in this range\. Last known at 1[12]:[0-9]{2} on 2026-11-01: /
  );
  expect(service.metricCalls()).toHaveLength(4);
});

it('says how it is now, in a number too', async () => {
  const { ask } = panel();
  const answer = await ask({ queryType: 'explain', series: ['1:out', '2:calm'] }, last(DAY)).answer();
  expect(rowsOf(seriesOf(answer)[0]).map(({ deviationNow }) => deviationNow)).toEqual([2, 0]);
});

describe('against 30 days', () => {
  const sentences = (answer: DataQueryResponse) => rowsOf(seriesOf(answer)[0]).map(({ sentence }) => String(sentence));
  const usual = { queryType: 'explain', usual: true, series: ['1:out', '2:calm'] };
  const NEVER = / 2 corridor widths above\. .* Never as far out in the 30 days before \(by points of 15m\)\.$/;

  it('says of a metric that is outside that it never was so far', async () => {
    const { service, ask } = panel();
    const asked = ask(usual, last(6 * HOUR));
    const [out, calm] = sentences(await asked.answer());
    expect(out).toMatch(NEVER);
    expect(calm).not.toMatch(/30 days/);
    const long = service.metricCalls().filter(({ raw }) => raw.includes('granularity=15m') && raw.includes('/out?'));
    expect(long).toHaveLength(3);
    // The sentence did not wait for it.
    expect(sentences(asked.packets[0])[0]).toMatch(/corridor widths above\. Outside for [^.]*\.$/);
  });

  it('says it all through a refresh', async () => {
    const { ask } = panel();
    await ask(usual, last(6 * HOUR)).answer();
    const again = ask(usual, last(6 * HOUR));
    await again.answer();
    expect(again.packets.map((packet) => NEVER.test(sentences(packet)[0]))).not.toContain(false);
  });

  it('says when it was last, and of which side', async () => {
    const { service, ask } = panel();
    const before = Date.UTC(2026, 10, 10, 8);
    const below = Date.UTC(2026, 10, 15, 8);
    const near = (time: number, other: number) => Math.abs(time - other) < HOUR / 2;
    service.value = (_node, _metric, time) => (time >= LEFT || near(time, before) ? 155 : near(time, below) ? 20 : 100);
    const [out] = sentences(await ask(usual, last(6 * HOUR)).answer());
    expect(out).toMatch(/ Last as far out at 08:[0-9]{2} on 2026-11-10 \(by points of 15m\)\.$/);
  });

  it('says that not all of it is known where a part fails, and which', async () => {
    const { service, ask } = panel();
    service.mishap = ({ raw }) => (raw.includes('to=2026-11-0') ? { status: 500 } : undefined);
    const answer = await ask(usual, last(6 * HOUR)).answer();
    expect(sentences(answer)[0]).toMatch(
      /Never as far out in what is known of the 30 days before \(by points of 15m\)\.$/
    );
    expect(noticesOf(answer)).toContainEqual(expect.stringMatching(/^How far out .* was in the 30 days before/));
  });

  it('says that not all of it is known where it takes more requests than there are', async () => {
    const { service, ask } = panelOf({ jsonData: { maxWindow: '2d' } });
    service.value = (_node, _metric, time) => (time >= LEFT || Math.abs(NOW - 20 * DAY - time) < HOUR ? 155 : 100);
    const answer = await ask({ ...usual, series: '1:out' }, last(6 * HOUR)).answer();
    expect(sentences(answer)[0]).toMatch(
      /Never as far out in what is known of the 30 days before \(by points of 15m\)\.$/
    );
  });

  it('is told by the hour where the service has no finer points', async () => {
    const { service, ask } = panel();
    service.mishap = ({ raw }) => (/granularity=1(5m|m)/.test(raw) ? { status: 400 } : undefined);
    const answer = await ask({ ...usual, series: '1:out' }, last(6 * HOUR)).answer();
    expect(errorsOf(answer)).toEqual([]);
    expect(sentences(answer)[0]).toMatch(
      / 2 corridor widths above\. .* Never as far out in the 30 days before \(by points of 1h\)\.$/
    );
  });

  it('tells the rest where the 30 days cannot be read at all', async () => {
    const { service, ask } = panel();
    service.mishap = ({ raw }) => (/granularity=1(5m|h)/.test(raw) ? { status: 503 } : undefined);
    const answer = await ask(usual, last(6 * HOUR)).answer();
    expect(sentences(answer)[0]).toMatch(/Outside for [^.]*\.$/);
    expect(noticesOf(answer)).not.toEqual([]);
  });

  it('makes no more requests than a query may', async () => {
    const { service, ask } = panel();
    const series = Array.from({ length: 100 }, (_, i) => `1:calm${i}`);
    await ask({ ...usual, series }, last(4 * DAY)).answer();
    expect(service.metricCalls().length).toBeLessThanOrEqual(200);
  });
});
