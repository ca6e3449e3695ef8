import { type DataFrame } from '@grafana/data';
import { lastValueFrom } from 'rxjs';
import { type Demo, demoContext } from '../../tests/support/demoContext';
import { fakeRequest } from '../../tests/support/fakeContext';
import { runAny } from '../../tests/support/run';
import { DAY, HOUR } from '../settings';
import { rowsOf } from '../../tests/support/rowsOf';

const NOW = Date.UTC(2026, 10, 23, 11, 3);
jest.setTimeout(120_000);

let demo: Demo;
beforeAll(async () => (demo = await demoContext(NOW)));
afterAll(() => demo.service.close());

const ask = async (alertId: string, format: string) => {
  const request = fakeRequest([{ queryType: 'story', alertId, format }], { from: NOW - HOUR, to: NOW });
  const { data } = await lastValueFrom(runAny(request.targets, request, demo.context));
  return rowsOf(data[0] as DataFrame);
};

it('finds the deploy that moved the baseline, and no other in the last ten days', async () => {
  const range = `from=${new Date(NOW - 10 * DAY).toISOString()}&to=${new Date(NOW).toISOString()}`;
  const { items } = await demo.read<{ items: Array<{ id: string }> }>(`v2/alerts/explore?${range}&limit=200`);
  expect(items.length).toBeGreaterThan(10);
  const found: unknown[] = [];
  const endings = new Set<unknown>();
  for (const { id } of items) {
    const rows = await ask(id, 'timeline');
    const [summary] = await ask(id, 'summary');
    rows.forEach(({ endedBy }) => endings.add(endedBy));
    const moved = rows.filter(({ endedBy }) => endedBy === 'relearned').map(({ metricId }) => metricId);
    expect(summary.endedBy === 'relearned').toBe(moved.length > 0 && summary.state === 'ended');
    found.push(...moved);
  }
  expect(found).toEqual(['model_time']);
  expect([...endings].sort()).toEqual([null, 'recovered', 'relearned'].sort());
});

it('sends at most one more request for each metric that is back', async () => {
  const range = `from=${new Date(NOW - 10 * DAY).toISOString()}&to=${new Date(NOW).toISOString()}`;
  const { items } = await demo.read<{ items: Array<{ id: string; active: boolean }> }>(
    `v2/alerts/explore?${range}&limit=200`
  );
  for (const { id } of items.slice(0, 12)) {
    demo.asked.length = 0;
    const rows = await ask(id, 'timeline');
    const back = rows.filter(({ state }) => state === 'inside').length;
    const old = demo.asked.filter((path) => path.includes('/metrics/')).length - Math.min(12, rows.length);
    expect(old).toBeLessThanOrEqual(back);
  }
});
