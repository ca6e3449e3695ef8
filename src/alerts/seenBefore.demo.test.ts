import { type DataFrame } from '@grafana/data';
import { lastValueFrom } from 'rxjs';
import { type Demo, demoContext } from '../../tests/support/demoContext';
import { fakeRequest } from '../../tests/support/fakeContext';
import { runAny } from '../../tests/support/run';
import { severityRank } from '../alertbook/order';
import { DAY } from '../settings';

const NOW = Date.UTC(2026, 10, 22, 20);
const range = { from: NOW - 90 * DAY, to: NOW };

interface Listed {
  id: string;
  firstSeenAt: string;
  metrics: Array<{ nodeId: number; statTypeId: string; severity: string; score: { contribution: number } }>;
}

jest.setTimeout(120_000);

let demo: Demo;
beforeAll(async () => {
  demo = await demoContext(NOW);
});
afterAll(() => demo.service.close());

async function earlierIds(like: string): Promise<string[]> {
  const request = fakeRequest([{ queryType: 'alertSearch', like }], range);
  const { data } = await lastValueFrom(runAny(request.targets, request, { ...demo.context, now: () => NOW }));
  return ((data as DataFrame[])[0].fields.find(({ name }) => name === 'id')?.values ?? []) as string[];
}

type Metric = Listed['metrics'][number];
const worstFirst = (a: Metric, b: Metric) =>
  severityRank(a.severity) - severityRank(b.severity) || b.score.contribution - a.score.contribution;

/** What the service's search gives for any of its metrics, of those that began before. */
async function searchedIds({ metrics, firstSeenAt }: Listed): Promise<string[]> {
  const ids: string[] = [];
  for (const { nodeId, statTypeId } of metrics) {
    const metric = `nodeId=${nodeId}&statTypeId=${encodeURIComponent(statTypeId)}`;
    const path = `v2/alerts/explore?limit=200&from=${new Date(range.from).toISOString()}&${metric}`;
    const { items } = await demo.read<{ items: Listed[] }>(path);
    ids.push(...items.filter((one) => one.firstSeenAt < firstSeenAt).map(({ id }) => id));
  }
  return ids;
}

it('leaves out no earlier alert that the search gives for its worst metric, after some refreshes for any', async () => {
  const alerts = await demo.read<Listed[]>('v2/alerts?expand=metrics');
  const nodes = alerts.map(({ metrics }) => new Set(metrics.map(({ nodeId }) => nodeId)).size);
  expect(Math.max(...nodes)).toBeGreaterThan(3);
  for (const alert of alerts) {
    demo.asked.length = 0;
    const atFirst = await earlierIds(alert.id);
    const asked = demo.asked.filter((path) => !path.startsWith(`v2/alerts/${alert.id}/events`));
    const isTitle = (path: string) => /^v2\/alerts\/[^/?]+\?at=/.test(path);
    // The search and the alerts of now, and three requests to find what is like it.
    expect(asked.filter((path) => !isTitle(path)).length).toBeLessThanOrEqual(5);
    expect(asked.filter(isTitle).length).toBeLessThanOrEqual(25);
    // As its title names it.
    const [worst] = [...alert.metrics].sort(worstFirst);
    const ofWorst = await searchedIds({ ...alert, metrics: [worst] });
    expect(ofWorst.filter((id) => !atFirst.includes(id))).toEqual([]);
    let found: string[] = [];
    // One request at each refresh, as long as something is left to ask.
    for (let further = 1, i = 0; further > 0; i++) {
      demo.asked.length = 0;
      found = await earlierIds(alert.id);
      const like = demo.asked.filter((path) => path.includes('nodeId=') || /\/events/.test(path));
      further = like.filter((path) => !path.startsWith(`v2/alerts/${alert.id}/events`)).length;
      expect(further).toBeLessThanOrEqual(1);
      expect(demo.asked.filter((path) => path.includes('explore?') && !path.includes('nodeId='))).toEqual([]);
      expect(i).toBeLessThan(60);
    }
    expect((await searchedIds(alert)).filter((id) => !found.includes(id))).toEqual([]);
  }
});
