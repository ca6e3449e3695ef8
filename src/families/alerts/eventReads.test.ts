import { type DataFrame } from '@grafana/data';
import { range } from 'lodash';
import { lastValueFrom } from 'rxjs';
import { HOUR } from '../../ground/spans';
import { type Answer, type Call, fakeRequest, fakeService } from '../../../tests/support/fakeContext';
import { runAny } from '../../../tests/support/run';
import { type AnomalyQuery } from '../../ground/query';
import { iso } from '../../../tests/support/times';

const NOW = Date.UTC(2026, 0, 31, 18);
const RANGE = { from: NOW - 6 * HOUR, to: NOW };
const METRIC = { nodeId: 1, nodeName: 'db', statTypeId: 'cpu', severity: 'red' };

interface Odd {
  active?: boolean;
  /** Events of each alert, one every seven minutes until now. */
  count?: number;
  total?: (count: number) => number | null;
  /** Later events, one a second from then on. */
  grown?: number;
  /** Whether events have a sequence. */
  numbered?: boolean;
}

const COUNT = 12;

/** The active alerts are all in the current list. */
function service({ active = true, count = 450, total = (all) => all, grown = 0, numbered = true }: Odd = {}) {
  const alerts = Array.from({ length: COUNT }, (_, i) => ({
    id: `a${i}`,
    impact: 'high',
    active,
    firstSeenAt: iso(NOW - 60 * HOUR),
    lastSeenAt: iso(NOW),
    activeMetrics: 1,
    activeNodes: 1,
    metrics: [METRIC],
  }));
  const event = (id: string, sequence: number) => ({
    id,
    ...(numbered ? { sequence } : {}),
    eventType: 'updated',
    eventOccurred: iso(
      NOW + (sequence - count + 1) * (sequence < count ? 7 * 60_000 : 1000) - Number(id.slice(1)) * 1000
    ),
    changes: [{ type: 'updated', ...METRIC, values: { severity: sequence % 2 ? 'red' : 'orange' } }],
  });
  return ({ path, segments, query }: Call): Answer => {
    if (path === 'v2/alerts') {
      return { body: alerts };
    }
    if (path === 'v2/alerts/explore') {
      return { body: { page: 1, limit: 200, total: COUNT, items: alerts.map(({ metrics, ...alert }) => alert) } };
    }
    const [page, limit] = [Number(query.page), Number(query.limit)];
    const first = (page - 1) * limit;
    const items = range(first, Math.max(first, Math.min(page * limit, count + grown))).map((i) =>
      event(segments[2], i)
    );
    return { body: { page, limit, total: total(count + grown), items } };
  };
}

/** Answers are shared for five seconds. */
let passed = 0;
beforeEach(() => {
  const start = Date.now();
  jest.spyOn(Date, 'now').mockImplementation(() => start + passed);
});
afterEach(() => jest.restoreAllMocks());

async function asked(fake: ReturnType<typeof fakeService>, query: Partial<AnomalyQuery> = {}, span = RANGE) {
  const before = fake.calls.length;
  const request = fakeRequest([{ queryType: 'alertEvents', ...query }], span);
  const { data, errors } = await lastValueFrom(runAny(request.targets, request, fake.context));
  expect(errors).toBeUndefined();
  const field = (name: string): unknown[] => (data[0] as DataFrame).fields.find((one) => one.name === name)!.values;
  const rows = field('time').map((time, i) => `${String(time)} ${String(field('alertId')[i])}`);
  return { rows, requests: fake.calls.length - before };
}

/** The newest events of the range up to this number, by brute force. */
function expected(limit: number, { from, to } = RANGE) {
  const all = Array.from({ length: COUNT }, (_, a) =>
    Array.from({ length: 450 }, (_, i) => ({ time: NOW - i * 7 * 60_000 - a * 1000, id: `a${a}` }))
  ).flat();
  const inside = all.filter(({ time }) => time >= from && time <= to).sort((x, y) => x.time - y.time);
  return inside.slice(-limit).map(({ time, id }) => `${time} ${id}`);
}

it('reads each page once, and only new events on a refresh: 12 alerts with 450 events', async () => {
  const fake = fakeService(service(), { now: NOW });
  const first = await asked(fake, { limit: 10 });
  expect(first.rows).toEqual(expected(10));
  expect(first.requests).toBeLessThanOrEqual(5 * COUNT + 5);
  const second = await asked(fake, { limit: 10 });
  expect(second.rows).toEqual(first.rows);
  expect(second.requests).toBeLessThanOrEqual(COUNT + 5);
});

it('returns all events of the range, even of a past one', async () => {
  const fake = fakeService(service(), { now: NOW });
  expect((await asked(fake, { limit: 100_000 })).rows).toEqual(expected(100_000));
  const past = { from: NOW - 30 * HOUR, to: NOW - 24 * HOUR };
  expect((await asked(fake, { limit: 100_000 }, past)).rows).toEqual(expected(100_000, past));
  expect((await asked(fake, { limit: 5 }, past)).rows).toEqual(expected(5, past));
});

it('reads an ended alert once, and an active one from its newest event', async () => {
  let now = NOW;
  const times = async (active: boolean, count = 450) => {
    now = NOW;
    const fake = fakeService(service({ active, count }), { now: NOW });
    Object.assign(fake.context, { now: () => now });
    await asked(fake);
    now += 61_000;
    passed += 61_000;
    return (await asked(fake)).requests;
  };
  expect(await times(false)).toBeLessThanOrEqual(10);
  // Even if that takes more pages than a title needs.
  expect(await times(false, 650)).toBeLessThanOrEqual(10);
  expect(await times(true)).toBe(COUNT + 3);
});

describe.each([
  { format: 'states' as const, first: 5 * COUNT + 10 },
  { format: 'logs' as const, limit: 100_000, first: 5 * COUNT + 10 },
])('$format of all alerts, which need every event of the range', ({ first, ...query }) => {
  it('only read new events on a refresh, not whole lists', async () => {
    let now = NOW;
    let grown = 0;
    const run = async (fake: ReturnType<typeof fakeService>) => {
      const before = fake.calls.length;
      const request = fakeRequest([{ queryType: 'alertEvents', ...query }], { from: now - 6 * HOUR, to: now });
      const { data, errors } = await lastValueFrom(runAny(request.targets, request, fake.context));
      expect(errors).toBeUndefined();
      const values = (data as DataFrame[]).map(({ fields }) => fields.map((field) => field.values));
      return { values, requests: fake.calls.length - before };
    };
    const start = () => {
      const fake = fakeService((call) => service({ grown })(call), { now: NOW });
      return Object.assign(fake, { context: { ...fake.context, now: () => now } });
    };
    const fake = start();
    expect((await run(fake)).requests).toBeLessThanOrEqual(first);
    now += 61_000;
    passed += 61_000;
    expect((await run(fake)).requests).toBeLessThanOrEqual(COUNT + 10);
    now += 180_000;
    passed += 180_000;
    // More than a page of new events in each list.
    grown = 130;
    const later = await run(fake);
    expect(later.requests).toBeLessThanOrEqual(2 * COUNT + 10);
    expect(later.values).toEqual((await run(start())).values);
  });
});

it.each([
  ['with a sequence', true],
  ['without one', false],
])('reading a shorter range in between leaves no gap: events %s', async (_, numbered) => {
  let now = NOW;
  let grown = 0;
  const start = () => {
    const fake = fakeService((call) => service({ grown, numbered })(call), { now: NOW });
    return Object.assign(fake, { context: { ...fake.context, now: () => now } });
  };
  const query = { limit: 100_000 };
  const fake = start();
  await asked(fake, query);
  // Several pages of new events in each list, one event a second.
  grown = 350;
  now += 400_000;
  passed += 400_000;
  await asked(fake, query, { from: now - 60_000, to: now });
  passed += 6000;
  const wide = { from: now - 6 * HOUR, to: now };
  const { rows } = await asked(fake, query, wide);
  expect(rows).toEqual((await asked(start(), query, wide)).rows);
});

it.each([
  ['no total', () => null],
  ['a total that is too small', () => 120],
  ['a total that is too large', () => 4000],
])('reads the whole list if its paging is inconsistent: %s', async (_, total) => {
  const fake = fakeService(service({ total }), { now: NOW });
  expect((await asked(fake, { limit: 10 })).rows).toEqual(expected(10));
});
