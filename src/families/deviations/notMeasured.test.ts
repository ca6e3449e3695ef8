import { type DataFrame } from '@grafana/data';
import { startTestsAt } from '../../../tests/support/clock';
import { noticesOf, panelOf, seriesOf } from '../../../tests/support/panel';
import { HOUR } from '../../ground/spans';

/** Missing data looks like missing data. */

const NOW = Date.UTC(2026, 10, 21, 12);
const RANGE = { from: NOW - 6 * HOUR, to: NOW };
const iso = new Date(NOW - 2 * HOUR).toISOString();

startTestsAt(NOW);

/** An alert with four metrics: two have data, one is listed for missing data, and one has no points. */
function panel() {
  const made = panelOf({ variables: {} });
  const { service } = made;
  const metrics = ['out', 'fine', 'stopped', 'silent'].map((statTypeId) => ({
    nodeId: 1,
    nodeName: 'db',
    statTypeId,
    type: statTypeId === 'stopped' ? 'missing_data' : 'deviation',
  }));
  service.value = (_node, metric, time) => (metric === 'out' && time > NOW - 2 * HOUR ? 155 : 100);
  service.body = ({ segments }) => {
    if (segments.includes('silent')) {
      return { node: 1, metric: 'silent', granularity: '1m', data: [] };
    }
    if (segments.at(-1) === 'events') {
      return { page: 1, limit: 100, total: 0, items: [] };
    }
    if (segments[1] === 'alerts') {
      const alerts = [{ id: 'a', active: true, impact: 'high', firstSeenAt: iso, lastSeenAt: iso, metrics }];
      return segments[2] === 'explore' ? { page: 1, limit: 200, total: 1, items: alerts } : alerts;
    }
    return segments[1] === 'anomalies' ? [] : undefined;
  };
  return made;
}

it('the table shows metrics without data last, without share and distance', async () => {
  const answer = await panel().ask({ queryType: 'deviations' }, RANGE).answer();
  const [frame] = seriesOf(answer) as DataFrame[];
  const column = (name: string): unknown[] => frame.fields.find((field) => field.name === name)?.values ?? [];
  // An alert listed it for missing data, and its points show that it is inside.
  expect(column('metricId')).toEqual(['out', 'fine', 'stopped', 'silent']);
  expect(column('outsideShare').map((share) => share === null)).toEqual([false, false, false, true]);
  expect(column('worst').slice(2)).toEqual([0, null]);
  expect(column('points')[3]).toBe(0);
  const { config } = frame.fields.find(({ name }) => name === 'outsideShare')!;
  expect(config.mappings?.[0].options).toMatchObject({ match: 'null', result: { text: 'No data' } });
  expect(noticesOf(answer)).toEqual([]);
});

it('a lane without points is last and empty', async () => {
  const answer = await panel().ask({ queryType: 'deviations', format: 'lanes' }, RANGE).answer();
  const [frame] = seriesOf(answer) as DataFrame[];
  expect(frame.fields.map(({ name }) => name)).toEqual([
    'time',
    'out · db',
    'fine · db',
    'stopped · db',
    'silent · db',
  ]);
  expect(frame.fields[4].values.every((value) => value === null)).toBe(true);
  expect(frame.fields[2].values.some((value) => value !== null)).toBe(true);
});

it('metrics whose main corridor has no width have no lane, but a notice, because the table has their share', async () => {
  const made = panel();
  const body = made.service.body;
  const points = [1, 2, 3].map((minutes) => ({
    timestamp: NOW - minutes * 60_000,
    smoothened: 0,
    corridors: { main: { up: 1, down: 1 }, sup: null, inf: null },
  }));
  made.service.body = (call) =>
    call.segments.includes('fine') ? { node: 1, metric: 'fine', granularity: '1m', data: points } : body(call);
  const [table, lanes] = await Promise.all(
    ['table', 'lanes'].map((format) => made.ask({ queryType: 'deviations', format } as never, RANGE).answer())
  );
  const [share] = seriesOf(table)[0].fields.find(({ name }) => name === 'outsideShare')!.values as number[];
  expect(share).toBe(1);
  expect(noticesOf(table)).toEqual([]);
  expect(seriesOf(lanes)[0].fields.map(({ name }) => name)).toEqual([
    'time',
    'out · db',
    'stopped · db',
    'silent · db',
  ]);
  expect(noticesOf(lanes)).toEqual(['Corridor without width: fine · db']);
});
