import { type DataFrame } from '@grafana/data';
import { lastValueFrom } from 'rxjs';
import { type Answer, type Call, fakeRequest, fakeService } from '../../tests/support/fakeContext';
import { runAny } from '../../tests/support/run';
import { DAY, HOUR, MINUTE } from '../settings';
import { iso, metric, NOW, service, type Told } from './testing/earlier';

/** Looks at one alert after the other. Alerts with negative days begin after `NOW`; a search finds none that begins after its span. */
function visits(
  alerts: Record<string, Told & { active?: boolean }>,
  { listed = () => ({ body: [] }), answer = service }: { listed?: () => Answer; answer?: typeof service } = {}
) {
  const fake = fakeService(
    (call: Call) => {
      const [, , id] = call.segments;
      if (!id) {
        return listed();
      }
      const to = call.query.to ? Date.parse(call.query.to) : Infinity;
      const begun = Object.fromEntries(Object.entries(alerts).filter(([, { days }]) => NOW - days * DAY <= to));
      const told = answer(call, begun);
      if (id === 'explore' && 'body' in told) {
        const { items, ...page } = told.body as { items: Array<{ id: string }> };
        return { body: { ...page, items: items.map((one) => ({ ...one, active: alerts[one.id].active ?? false })) } };
      }
      return told;
    },
    { now: NOW }
  );
  return async (query: object, now = NOW, to = now) => {
    const request = fakeRequest([{ queryType: 'alertSearch', ...query }], { from: to - 6 * HOUR, to });
    const { data } = await lastValueFrom(runAny(request.targets, request, { ...fake.context, now: () => now }));
    const [frame] = data as DataFrame[];
    const searches = fake.calls.splice(0).filter(({ segments }) => segments[2] === 'explore');
    return {
      ids: frame.fields.find(({ name }) => name === 'id')?.values as string[],
      notices: (frame.meta?.notices ?? []).map(({ text }) => text),
      searches: searches.filter(({ query: { nodeId } }) => !nodeId).length,
      probes: searches.filter(({ query: { nodeId } }) => nodeId).length,
    };
  };
}

it('finds what began between the looks at two alerts', async () => {
  const alerts = {
    first: { days: 1, metrics: [metric('cpu')] },
    between: { days: -10 / 1440, metrics: [metric('cpu')] },
    second: { days: -20 / 1440, metrics: [metric('cpu')] },
  };
  const visit = visits(alerts);
  await visit({ like: 'first' });
  expect((await visit({ like: 'second' }, NOW + 30 * MINUTE)).ids).toEqual(['between', 'first']);
});

it("gets on where the service's clock is ahead of ours", async () => {
  const metrics = [1, 2, 3, 4, 5].map((node) => metric(`m${node}`, { nodeId: node }));
  const visit = visits({ ahead: { days: -3 / 24, metrics }, old: { days: 30, metrics } });
  const seen = [];
  for (let i = 0; i < 4; i++) {
    seen.push((await visit({ like: 'ahead' }, NOW + i * MINUTE)).probes);
  }
  expect(seen).toEqual([3, 1, 1, 0]);
});

it('searches for another alert of the same metrics as for the first one, at its own time', async () => {
  const metrics = [1, 2, 3, 4].map((node) => metric(`m${node}`, { nodeId: node }));
  const visit = visits({
    now: { days: 1, metrics },
    old: { days: 30, metrics },
    older: { days: 60, metrics: [metrics[3]] },
  });
  expect((await visit({ like: 'now' })).probes).toBe(3);
  expect((await visit({ like: 'now' })).probes).toBe(1);
  const past = await visit({ like: 'old' }, NOW, NOW - 29 * DAY);
  expect(past.probes).toBe(3);
  expect(past.notices).toEqual([expect.stringMatching(/Still to come/)]);
});

describe('what is known to share a metric stays, whatever the search finds', () => {
  it('where an active one got it after the search', async () => {
    const alerts = {
      wide: { days: 2, active: true, metrics: [metric('net')] },
      also: { days: 3, active: true, metrics: [metric('cpu')] },
      now: { days: 1, active: true, metrics: [metric('cpu')] },
    };
    const list = () =>
      Object.entries(alerts).map(([id, { days, metrics }]) => ({
        id,
        active: true,
        impact: 'high',
        firstSeenAt: iso(NOW - days * DAY),
        lastSeenAt: iso(NOW),
        metrics,
      }));
    const visit = visits(alerts, { listed: () => ({ body: list() }) });
    expect((await visit({ like: 'now' })).ids).toEqual(['also']);
    alerts.wide.metrics = [metric('cpu'), metric('net')];
    expect((await visit({ like: 'now' }, NOW + 50 * MINUTE)).ids).toEqual(['wide', 'also']);
  });

  it('where its events are known and the search looks at last metrics alone', async () => {
    const alerts = {
      now: { days: 1, metrics: [metric('cpu')] },
      x: { days: 5, metrics: [metric('net')], ever: [metric('cpu'), metric('net')] },
      y: { days: 7, metrics: [metric('cpu')] },
    };
    const last = (call: Call, begun: Record<string, Told>) =>
      call.segments[2] === 'explore'
        ? service(call, Object.fromEntries(Object.entries(begun).map(([id, one]) => [id, { ...one, ever: undefined }])))
        : service(call, begun);
    const visit = visits(alerts, { answer: last });
    await visit({ movers: true });
    expect((await visit({ like: 'now' })).ids).toEqual(['x', 'y']);
  });
});

it('does not search the 90 days again where the list of what is active cannot be read', async () => {
  const alerts = {
    also: { days: 3, active: true, metrics: [metric('cpu')] },
    now: { days: 1, active: true, metrics: [metric('cpu')] },
  };
  const visit = visits(alerts, { listed: () => ({ status: 500 }) });
  expect((await visit({ like: 'now' })).searches).toBe(1);
  expect((await visit({ like: 'now' }, NOW + MINUTE)).searches).toBe(0);
});

it('makes no search for five minutes after any of several has failed', async () => {
  const metrics = [1, 2, 3, 4, 5].map((node) => metric(`m${node}`, { nodeId: node }));
  const visit = visits(
    { now: { days: 1, metrics } },
    { answer: (call, begun) => (call.query.statTypeId === 'm1' ? { status: 500 } : service(call, begun)) }
  );
  const probes = [];
  for (const minutes of [0, 1, 2, 6]) {
    probes.push((await visit({ like: 'now' }, NOW + minutes * MINUTE)).probes);
  }
  expect(probes).toEqual([3, 0, 0, 1]);
});

it('names no metric as still to come that would find no further alert', async () => {
  const alerts = {
    now: { days: 1, metrics: ['a', 'b', 'c', 'd'].map((id) => metric(id)) },
    lone: { days: 5, metrics: [metric('x', { nodeId: 2 })] },
    sharer: { days: 7, metrics: [metric('a')] },
  };
  const { ids, notices } = await visits(alerts)({ like: 'now' });
  expect(ids).toEqual(['sharer']);
  expect(notices).toEqual([
    expect.stringMatching(/^What earlier alerts had in common .*Still to come: C · db, D · db\.$/),
  ]);
});
