import { HOUR, MINUTE } from '../../src/settings';
import { standAt } from '../support/clock';
import { oddPanel } from '../support/oddPanel';
import { seriesOf } from '../support/panel';

/** Contract: `alertReport`, calculated again from its definition and the service's data. */
const NOW = Date.UTC(2026, 10, 21, 12, 7, 30, 250);
const SPAN = 30 * HOUR;

standAt(NOW);

const minute = (past: number) => NOW - Math.round(past) * MINUTE;

it('in one row leaves out what is not whole', async () => {
  jest.setSystemTime(NOW);
  const { ask, odd } = oddPanel(NOW);
  odd.alerts = [0, 1, 2].map((i) => ({
    id: `a${i}`,
    impact: 'low',
    from: minute(60 * (i + 1)),
    to: null,
    metrics: [i],
  }));
  const [frame] = seriesOf(await ask({ queryType: 'alertReport', by: 'summary', limit: 2 }, SPAN));
  expect(frame.fields.map(({ values }) => values[0] as unknown)).toEqual([null, null, 0, null, 0, null, null]);
});

it.each([2, 6, 12, 14, 20])('in one row, half of %i metrics make up half of the time', async (count) => {
  jest.setSystemTime(NOW);
  const { ask, odd } = oddPanel(NOW);
  odd.alerts = Array.from({ length: count }, (_, i) => ({
    id: `a${i}`,
    impact: 'low',
    from: minute(100),
    to: minute(100) + 50 * MINUTE,
    metrics: [i],
  }));
  const [frame] = seriesOf(await ask({ queryType: 'alertReport', by: 'summary' }, SPAN));
  const row = Object.fromEntries(frame.fields.map(({ name, values }) => [name, values[0] as unknown]));
  expect(String(row.topMetrics).split(', ')).toHaveLength(count / 2);
  expect(row.sentence).toMatch(/half of the time under alert/);
});
