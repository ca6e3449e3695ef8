import { type DataFrame } from '@grafana/data';
import { lastValueFrom, toArray } from 'rxjs';
import { HOUR } from '../../ground/spans';
import { type Answer, type Call, fakeRequest, fakeService } from '../../../tests/support/fakeContext';
import { runAny } from '../../../tests/support/run';
import { type AnomalyQuery } from '../../ground/query';
import { english } from '../../../tests/support/english';
import { hoursFrom } from '../../../tests/support/times';

const NOW = Date.UTC(2026, 0, 31, 18);
const iso = hoursFrom(NOW);
const range = { from: NOW - 6 * HOUR, to: NOW };

const metric = (systemId: number, systemName: string) => ({
  nodeId: systemId,
  statTypeId: 'cpu',
  systemId,
  systemName,
});
/** The metrics of the alerts. Nothing contains those of `lost`. */
const ABOUT: Record<string, object[] | null> = {
  shop: [metric(1, 'Shop'), metric(2, 'Bank')],
  bank: [metric(2, 'Bank')],
  lost: null,
};

function service({ segments }: Call): Answer {
  const [, , id, more] = segments;
  const rowOf = (name: string) => ({
    id: name,
    impact: 'high',
    active: false,
    firstSeenAt: iso(-5),
    lastSeenAt: iso(-4),
  });
  if (more === 'timeseries') {
    return { body: { bucket: '15m', buckets: [{ start: iso(-5), active: 3, impacts: { high: 3 } }] } };
  }
  if (id === 'explore') {
    return { body: { page: 1, limit: 200, total: 3, items: Object.keys(ABOUT).map(rowOf) } };
  }
  if (more === 'events' && ABOUT[id]) {
    const changes = ABOUT[id].map((one) => ({ type: 'added', ...one, values: { severity: 'red' } }));
    const created = { id, sequence: 0, eventType: 'created', eventOccurred: iso(-5), active: true, changes };
    const ended = { id, sequence: 1, eventType: 'ended', eventOccurred: iso(-4), active: false };
    return { body: { page: 1, limit: 100, total: 2, items: [created, ended] } };
  }
  if (id) {
    return { status: 404 };
  }
  return { body: [] };
}

async function ask(query: Partial<AnomalyQuery>, variables = {}, answer = service) {
  const fake = fakeService(answer, { now: NOW, variables });
  const request = fakeRequest([query], range);
  const packets = await lastValueFrom(runAny(request.targets, request, fake.context).pipe(toArray()));
  const frames = packets.map(({ data }) => data[0] as DataFrame);
  const [frame] = frames.slice(-1);
  return {
    frame,
    ids: frames.map(({ fields }) => fields.find(({ name }) => name === 'id')?.values),
    notices: (frame.meta?.notices ?? []).map(({ text }) => text),
    calls: fake.calls,
  };
}

const onSystem = (operator: string, value: string) => ({ filters: [{ key: 'system', operator, value }] });

it('a filter on systems uses known metrics of alerts, and reports the number of unknown alerts', async () => {
  const { ids, notices } = await ask({ queryType: 'alertSearch', ...onSystem('=', 'Shop') } as Partial<AnomalyQuery>);
  // Nothing is sent before it is known, because a growing table would look empty at first.
  expect(ids).toEqual([['shop']]);
  expect(notices).toEqual([expect.stringMatching(/^1 alert is hidden because its metrics are unknown/)]);
});

it('a filter on fields of alerts hides none because of unknown metrics', async () => {
  const keys = ['id', 'impact', 'active', 'score', 'activeMetrics', 'activeNodes', 'duration', 'learningStatus'];
  for (const key of [...keys, 'firstSeenAt', 'lastSeenAt']) {
    const filters = [{ key, operator: '=', value: '7' }];
    const { notices } = await ask({ queryType: 'alertSearch', filters } as Partial<AnomalyQuery>);
    expect([key, notices]).toEqual([key, [english('filters.all-hidden')]]);
  }
});

it.each([
  { format: 'table', ...onSystem('!=', 'Shop'), passed: ['bank', 'lost', 'shop'] },
  { format: 'incidents', ...onSystem('!=', 'Shop'), passed: ['bank', 'lost', 'shop'] },
  { format: 'table', ...onSystem('=', ''), passed: ['lost'] },
  { format: 'incidents', ...onSystem('=~', '|Store'), passed: ['lost'] },
])(
  'alerts with unknown metrics pass a filter that passes empty cells, with a notice: %j',
  async ({ passed, ...query }) => {
    const withoutEvents = (call: Call) =>
      call.segments[2] === 'lost' ? { body: { page: 1, limit: 100, total: 0, items: [] } } : service(call);
    const { frame, notices } = await ask(
      { queryType: 'alertSearch', ...query } as Partial<AnomalyQuery>,
      {},
      withoutEvents
    );
    const [ids] = ['alertIds', 'id'].flatMap((name) => frame.fields.find((field) => field.name === name) ?? []);
    expect(ids.values.join().split(/, ?/).sort()).toEqual(passed);
    expect(notices).toEqual([expect.stringMatching(/^Incomplete: the metrics of one alert are unknown/)]);
  }
);

it('counts over time that the service cannot filter are unfiltered, with a notice', async () => {
  const { frame, notices } = await ask({ queryType: 'alertCounts', ...onSystem('=', 'Shop') } as Partial<AnomalyQuery>);
  expect(Math.max(...(frame.fields.find(({ name }) => name === 'active')?.values ?? []))).toBe(3);
  expect(notices).toEqual([expect.stringContaining('"system" isn\'t supported')]);
});

it('omits the alerts to compare with, and requests nothing if a variable is empty', async () => {
  expect((await ask({ queryType: 'alertSearch', besides: 'shop' })).ids.at(-1)).toEqual(['bank', 'lost']);
  const { ids, notices, calls } = await ask({ queryType: 'alertSearch', besides: '$none' }, { none: [] });
  expect(ids.at(-1)).toEqual([]);
  expect(notices).toEqual([expect.stringContaining('"Exclude alerts"')]);
  expect(calls.filter(({ segments }) => segments[2] === 'explore')).toEqual([]);
});

it('a filter on titles compares all of them, in a list of any length', async () => {
  const names = Array.from({ length: 60 }, (_, i) => `a${i}`);
  const answer = ({ segments: [, , id, more] }: Call): Answer => {
    const changes = [
      { type: 'added', nodeId: 1, nodeName: 'db', statTypeId: Number(id?.slice(1)) % 2 ? 'odd' : 'even' },
    ];
    const items = [{ id, sequence: 0, eventType: 'created', eventOccurred: iso(-5), active: true, changes }];
    return {
      body: more
        ? { page: 1, limit: 100, total: 1, items }
        : names.map((name) => ({ id: name, impact: 'high', active: true, firstSeenAt: iso(-5), lastSeenAt: iso(0) })),
    };
  };
  for (const filter of [
    { key: 'title', operator: '=', value: 'odd · db' },
    { key: 'text', operator: '!=', value: 'even' },
  ]) {
    const { ids } = await ask({ queryType: 'alerts', filters: [filter] } as Partial<AnomalyQuery>, {}, answer);
    expect(ids).toEqual([names.filter((_, i) => i % 2 === 1).sort()]);
  }
});

it.each([
  ['=', 'ended', ['closed', 'updated']],
  ['=', 'closed', ['closed']],
  ['!=', 'ended', ['created']],
])('event %s %s keeps ends by both words', async (operator, value, wanted) => {
  const types = ['created', 'closed', 'updated'];
  const answer = ({ segments: [, , id, more] }: Call): Answer => {
    const items = types.map((eventType, sequence) => ({
      id,
      sequence,
      eventType,
      eventOccurred: iso(-5 + sequence),
      active: sequence === 0,
    }));
    return { body: more ? { page: 1, limit: 100, total: 3, items } : [] };
  };
  const filters = [{ key: 'event', operator, value }];
  const { frame } = await ask({ queryType: 'alertEvents', alertId: 'a', filters } as Partial<AnomalyQuery>, {}, answer);
  const shown = frame.fields.find(({ name }) => name === 'eventType')?.values ?? [];
  expect([...shown].sort()).toEqual(wanted);
});
