import { createTheme, getDisplayProcessor } from '@grafana/data';
import { DAY, HOUR, MINUTE } from '../../ground/spans';
import { startTestsAt } from '../../../tests/support/clock';
import { errorsOf, noticesOf, panelOf, seriesOf } from '../../../tests/support/panel';
import { english } from '../../../tests/support/english';
import { rowsOf } from '../../../tests/support/rowsOf';

const NOW = Date.UTC(2026, 10, 21, 12, 7, 30);
const last = (span: number) => ({ from: NOW - span, to: NOW });
const LEFT = NOW - 3 * HOUR;

startTestsAt(NOW);

/** A service with metrics in corridors from 95 to 115. `out` has been at 155 for three hours. */
function panel(variables = {}) {
  const made = panelOf({ variables });
  made.service.value = (_node, metric, time) => (metric === 'out' && time >= LEFT ? 155 : 100);
  return made;
}

it('shows the state of each metric, the same at any width', async () => {
  const { ask } = panel();
  const query = { queryType: 'explain', series: ['1:out', '2:calm'] };
  const answers = [];
  for (const maxDataPoints of [100, 5000]) {
    answers.push(await ask(query, last(DAY), { maxDataPoints }).answer());
  }
  const [rows, others] = answers.map((answer) => rowsOf(seriesOf(answer)[0]));
  expect(others).toEqual(rows);
  expect(rows).toMatchObject([
    {
      sentence:
        "Outside since 09:08 (2 h 59 min). Now 155, expected 95–115. Furthest above: 2× the corridor's width, at 09:08.",
      metricId: 'out',
      state: 'outside',
      leftAt: Math.ceil(LEFT / MINUTE) * MINUTE,
      value: 155,
      expectedFrom: 95,
      expectedTo: 115,
      deviation: 2,
      worst: 2,
    },
    {
      sentence: `${english('explain.inside-throughout')} Now 100, expected 95–115.`,
      metricId: 'calm',
      state: 'inside',
      leftAt: null,
      deviation: 0,
    },
  ]);
});

it('an old value does not look like the present one, and a metric without corridors is not silent', async () => {
  const { service, ask } = panel();
  service.has = (_node, metric, time) => metric !== 'gone' || time <= NOW - 4 * HOUR;
  const pointsOf = service.direct.bind(service);
  service.direct = (node, metric, from, to, step) =>
    pointsOf(node, metric, from, to, step).map((point) =>
      metric === 'bare' && Number(point.timestamp) > NOW - 4 * HOUR ? { ...point, corridors: null } : point
    );
  const shownOf = async (series: string) => {
    const [{ fields }] = seriesOf(await ask({ queryType: 'explain', series }, last(DAY)).answer());
    return ['state', 'deviation'].map((name) => {
      const field = fields.find((one) => one.name === name)!;
      return getDisplayProcessor({ field, theme: createTheme() })(field.values[0]).text;
    });
  };
  expect(await shownOf('1:gone')).toEqual(['silent since 08:07', '–']);
  expect(await shownOf('1:bare')).toEqual(['unknown', '–']);
  expect(await shownOf('1:calm')).toEqual(['inside', '0']);
});

it('has its columns even if a variable is empty, and requests nothing', async () => {
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
    'state',
    'trend',
    'worst',
    'resolution',
    'nodeId',
    'metricId',
    'lastAt',
  ]);
  expect(seriesOf(answer)[0].length).toBe(0);
  expect(noticesOf(answer)).toHaveLength(1);
  expect(service.calls).toEqual([]);
});

it('requests the selected aggregation', async () => {
  const { service, ask } = panel();
  await ask({ queryType: 'explain', series: '1:out', aggregation: 'max' }, last(DAY)).answer();
  expect(service.metricCalls().map(({ query }) => query.aggregation)).toEqual(['max']);
});

it('keeps the other metrics if one fails, and reads at most two weeks of a metric', async () => {
  const { service, ask } = panel();
  service.mishap = ({ raw }) => (raw.includes('/calm?') ? { status: 403 } : undefined);
  const query = { queryType: 'explain', series: ['1:out', '2:calm'] };
  const answer = await ask(query, last(DAY)).answer();
  expect(rowsOf(seriesOf(answer)[0])).toHaveLength(1);
  expect(errorsOf(answer)).toHaveLength(1);
  const other = panel();
  const long = await other.ask({ queryType: 'explain', series: '2:calm' }, last(300 * DAY)).answer();
  expect(other.service.metricCalls()).toHaveLength(8);
  expect(noticesOf(long)).toContainEqual(expect.stringMatching(/^Not included: /));
  expect(rowsOf(seriesOf(long)[0])[0].sentence).toMatch(/^Inside since Nov .* or earlier \(at least 15 d/);
});

it('requests nothing of a short range twice, even if its points are coarse and some are missing', async () => {
  const { service, ask } = panelOf({ jsonData: { maxWindow: '4h' } });
  service.mishap = ({ raw }) =>
    raw.includes('granularity=15m')
      ? raw.includes('to=2026-11-21T04')
        ? { status: 403 }
        : undefined
      : { status: 400 };
  const answer = await ask({ queryType: 'explain', series: '2:calm' }, last(6 * HOUR)).answer();
  const sent = service.metricCalls().map(({ raw }) => raw);
  expect(new Set(sent).size).toBe(sent.length);
  expect(noticesOf(answer)).toContainEqual(expect.stringMatching(/^Missing: /));
});

it('has no empty table next to an error', async () => {
  const { service, ask } = panel();
  service.mishap = () => ({ status: 403 });
  const answer = await ask({ queryType: 'explain', series: ['1:out', '2:calm'] }, last(DAY)).answer();
  expect(errorsOf(answer)).toHaveLength(2);
  expect(answer.data).toEqual([]);
});

it('shows the error if the service refuses all pairs, and omits refused pairs next to others', async () => {
  const query = { queryType: 'explain', nodeId: ['1', '2'], metricId: 'calm' };
  const all = panel();
  all.service.mishap = () => ({ status: 400 });
  const refused = await all.ask(query, last(DAY)).answer();
  expect(errorsOf(refused)).toHaveLength(2);
  expect(noticesOf(refused)).not.toContainEqual(expect.stringMatching(/^No data: /));
  const one = panel();
  one.service.mishap = ({ raw }) => (raw.includes('/2/') ? { status: 400 } : undefined);
  const left = await one.ask(query, last(DAY)).answer();
  expect(errorsOf(left)).toEqual([]);
  expect(noticesOf(left)).toContainEqual(expect.stringMatching(/^No data: /));
});

it('does not claim to be inside for the whole range if a part could not be read', async () => {
  const { service, ask } = panel();
  const days = (text: string) => text.includes('to=2026-11-19') || text.includes('to=2026-11-18');
  service.mishap = ({ raw }) => (days(decodeURIComponent(raw)) ? { status: 500 } : undefined);
  const answer = await ask({ queryType: 'explain', series: '2:calm' }, last(9 * DAY)).answer();
  expect(rowsOf(seriesOf(answer)[0])[0].sentence).toMatch(/^Inside since Nov 1[89], .* or earlier \(at least /);
  expect(noticesOf(answer)).toContainEqual(expect.stringMatching(/^Missing: /));
});

it('does not know the current state without new data', async () => {
  const { service, ask } = panel();
  service.until = () => NOW - HOUR;
  const answer = await ask({ queryType: 'explain', series: ['1:out', '2:calm'] }, last(DAY)).answer();
  const [out, calm] = rowsOf(seriesOf(answer)[0]);
  expect(out.sentence).toMatch(/^Unknown since 11:07\. Last value: 155, expected 95–115\. Furthest above: 2× /);
  expect(out).toMatchObject({ state: 'unknown', value: 155 });
  expect(calm.sentence).toBe('Unknown since 11:07. Last value: 100, expected 95–115.');
  expect(calm).toMatchObject({ state: 'unknown' });
});

it('does not know the current state if the newest part could not be read', async () => {
  const { service, ask } = panel();
  service.mishap = ({ raw }) => (decodeURIComponent(raw).includes('to=2026-11-21') ? { status: 500 } : undefined);
  const answer = await ask({ queryType: 'explain', series: '2:calm' }, last(9 * DAY)).answer();
  expect(rowsOf(seriesOf(answer)[0])).toMatchObject([{ state: 'unknown' }]);
});

it('states nothing about the time after a past range', async () => {
  const { service, ask } = panel();
  // No data in the last hour of the range, but again after it.
  const to = NOW - DAY;
  service.has = (_node, metric, time) => metric !== 'silent' || time < to - HOUR || time > to;
  const query = { queryType: 'explain', series: ['2:calm', '2:silent', '1:out'] };
  const [calm, silent, out] = rowsOf(seriesOf(await ask(query, { from: NOW - 3 * DAY, to }).answer())[0]);
  expect(calm).toMatchObject({ state: 'inside', deviation: 0 });
  expect(calm.sentence).toBe(`${english('explain.inside-throughout')} At Nov 20, 12:07: 100, expected 95–125.`);
  expect(silent).toMatchObject({ state: 'unknown' });
  expect(silent.sentence).toBe('Unknown since Nov 20, 11:07. Last value: 100, expected 95–115.');
  expect(out.state).toBe('inside');
  const cut = rowsOf(seriesOf(await ask(query, { from: NOW - 6 * HOUR, to: NOW - HOUR }).answer())[0])[2];
  expect(cut.sentence).toMatch(/^Outside from 09:08 to 11:07 \(at least 1 h 59 min\)\. At 11:07: 155, /);
});

it('has nothing to show without data, and looks back two weeks only once', async () => {
  const { service, ask } = panel();
  service.until = () => NOW - 5 * DAY;
  const answer = await ask({ queryType: 'explain', series: '1:out' }, last(DAY)).answer();
  expect(rowsOf(seriesOf(answer)[0])).toMatchObject([
    { sentence: english('deviations.no-data'), state: 'unknown', value: null, deviation: null },
  ]);
  expect(service.metricCalls()).toHaveLength(2);
});

it.each([
  ['calm', 100, 4],
  ['out', 25, 13],
])('sends at most as many requests as a query may: %s of %i nodes', async (metric, count, days) => {
  const { service, ask } = panel();
  const series = Array.from({ length: count }, (_, i) => `${i}:${metric}`);
  await ask({ queryType: 'explain', series }, last(days * DAY)).answer();
  expect(service.metricCalls().length).toBeLessThanOrEqual(200);
});

it.each([400, 404, undefined])(
  'requests missing pairs among the first hundred of a product once (%p)',
  async (status) => {
    const ids = (prefix: string, count: number) => Array.from({ length: count }, (_, i) => `${prefix}${i}`);
    const { service, ask } = panel({ node: { value: ids('1', 15) }, metric: { value: ids('m', 10) } });
    const exists = (metric: string) => metric === 'm0';
    service.has = (_node, metric) => exists(metric);
    service.mishap = ({ segments }) => (status && !exists(segments.at(-1) ?? '') ? { status } : undefined);
    const query = { queryType: 'explain', nodeId: '$node', metricId: '$metric' };
    const rows = async () => {
      service.calls.length = 0;
      const range = { from: Date.now() - DAY, to: Date.now() };
      const answer = await ask(query, range, { panelId: 1 }).answer();
      expect([errorsOf(answer), noticesOf(answer)[0]]).toEqual([[], expect.stringMatching(/more|^No data/)]);
      await jest.advanceTimersByTimeAsync(MINUTE);
      return seriesOf(answer)[0].length;
    };
    expect(await rows()).toBe(10);
    expect([await rows(), service.calls.length]).toEqual([10, 10]);
  }
);
