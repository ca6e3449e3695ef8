import { HOUR } from '../../src/ground/spans';
import { startTestsAt } from '../support/clock';
import { annotationsOf, fieldOf, noticesOf, panelOf, seriesOf } from '../support/panel';
import { rowsOf } from '../support/rowsOf';

/** Times outside in the picture of a metric, and the smallest deviation that is shown. The corridor is 95 to 115. */
const NOW = Date.UTC(2026, 10, 21, 12, 7, 30);
const RANGE = { from: NOW - 6 * HOUR, to: NOW };
const at = (hour: number, minute: number) => Date.UTC(2026, 10, 21, hour, minute);
const SIZES: Record<string, number> = { far: 155, near: 125, low: 75, calm: 100 };
startTestsAt(NOW);

/** Outside from 09:00 to 09:59 with a return of ten minutes, and at 11:30. */
function panel() {
  const made = panelOf({ variables: { least: { value: '2' } } });
  made.service.direct = (_node, metric, from, to, step) =>
    Array.from({ length: Math.floor((to - from) / step) }, (_, i) => {
      const timestamp = (Math.ceil(from / step) + i) * step;
      const isOut =
        (timestamp >= at(9, 0) && timestamp < at(10, 0) && !(timestamp >= at(9, 20) && timestamp < at(9, 30))) ||
        timestamp === at(11, 30);
      const corridors = { main: { up: 115, down: 95 }, sup: null, inf: null };
      return { timestamp, smoothened: isOut ? SIZES[metric] : 100, corridors };
    });
  return made;
}

const QUERY = { series: ['1:far'], overlay: 'outside' };
type Row = Record<string, unknown>;

it('draws each time outside as a region with a sentence, without a request', async () => {
  const { ask, service } = panel();
  const answer = await ask(QUERY, RANGE).answer();
  const [frame, ...others] = annotationsOf(answer);
  expect(others).toEqual([]);
  expect(rowsOf(frame).map(({ time, timeEnd, isRegion, text }: Row) => [time, timeEnd, isRegion, text])).toEqual([
    [at(9, 0), at(9, 59), true, 'Outside since 09:00 (59 min), at the worst 40 above: 2× the corridor&#39;s width.'],
    [at(11, 30), at(11, 30), false, expect.stringContaining('Outside since 11:30 (1 min)')],
  ]);
  expect(service.calls).toHaveLength(1);
  expect(fieldOf(seriesOf(answer)[0], 'outlier')?.values.filter((value) => value !== null)).toHaveLength(51);
});

it('counts the other metrics of the page that were outside with it', async () => {
  const { ask } = panel();
  await ask({ series: ['1:near', '2:low', '3:calm'] }, RANGE).answer();
  const [frame] = annotationsOf(await ask(QUERY, RANGE).answer());
  expect(String(rowsOf(frame)[0].text)).toMatch(/ 2 other metrics of the page were outside with it\.$/);
});

it.each<[string, object, string[]]>([
  ['everything', {}, ['far', 'near', 'low']],
  ['a width or more', { minDeviation: 1 }, ['far', 'low']],
  ['two widths or more', { minDeviation: '$least' }, ['far']],
  ['a tenth of the edge', { minDeviation: 10, minDeviationIn: 'percent' }, ['far', 'low']],
  ['15 of the unit', { minDeviation: 15, minDeviationIn: 'unit' }, ['far', 'low']],
  ['above', { side: 'above' }, ['far', 'near']],
  ['below', { side: 'below', minDeviation: 0.5 }, ['low']],
])('shows %s in outliers and regions, and counts the others', async (_, limits, shown) => {
  const { ask } = panel();
  const metrics = ['far', 'near', 'low'];
  for (const metric of metrics) {
    const answer = await ask({ ...QUERY, series: `1:${metric}`, ...limits }, RANGE).answer();
    const isShown = shown.includes(metric);
    expect([metric, annotationsOf(answer).length]).toEqual([metric, isShown ? 1 : 0]);
    expect(fieldOf(seriesOf(answer)[0], 'outlier') !== undefined).toBe(isShown);
    expect(noticesOf(answer)).toEqual(isShown ? [] : ['51 points outside are not marked.']);
  }
});

it.each(['table', 'lanes'])('leaves smaller deviations out of a ranking, with a notice: %s', async (format) => {
  const { ask, service } = panel();
  const named = ['far', 'near'].map((id) => ({ id, name: id, severity: 'red' }));
  const items = [{ node: { id: 1, name: 'web' }, metrics: named }];
  const anomaly = {
    id: 'x',
    severity: 'high',
    event_type: 'new',
    event_occured: new Date(at(9, 30)).toISOString(),
    items,
  };
  service.body = ({ raw }) =>
    raw.startsWith('v2/anomalies') ? [anomaly] : raw.startsWith('v2/alerts') ? [] : undefined;
  const figuresOf = async (limits: object) => {
    const answer = await ask({ queryType: 'deviations', format, sort: 'furthest', ...limits }, RANGE).answer();
    const { fields } = seriesOf(answer)[0];
    const numbers = format === 'table' ? fields.filter(({ name }) => name === 'worst') : fields.slice(1);
    const peak = (values: unknown[]) => Math.max(...values.map(Number));
    const peaks = format === 'table' ? numbers[0].values : numbers.map(({ values }) => peak(values));
    return [peaks, noticesOf(answer).filter((text) => text.includes('not marked'))];
  };
  expect(await figuresOf({})).toEqual([[2, 0.5], []]);
  expect(await figuresOf({ minDeviation: 1 })).toEqual([[2, 0], ['51 points outside are not marked.']]);
});
