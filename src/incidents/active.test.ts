import { lastValueFrom } from 'rxjs';
import { type Answer, type Call, fakeService } from '../../tests/support/fakeContext';
import { type Alert } from '../service/alerts';
import { readActive } from './active';
import { bySeverity } from '../alertbook/order';

const HOUR = 3600_000;
const T0 = Date.UTC(2026, 0, 31, 12);
const iso = (hours: number) => new Date(T0 + hours * HOUR).toISOString();
const range = { from: T0, to: T0 + 6 * HOUR };

interface Row {
  id: string;
  impact?: string | null;
  firstSeenAt?: string | null;
  lastSeenAt?: string | null;
  active?: boolean;
  score?: number;
  metrics?: unknown[];
}

interface Odd {
  /** The alerts at the range's end, where they are not those of the start and the search. */
  end?: Row[];
  fail?: { start?: number; search?: number; end?: number; events?: number };
  now?: number;
  /** Of any alert. */
  events?: unknown[];
}

function service(start: Row[], found: Row[], { end, fail = {}, now = T0 + 48 * HOUR, events = [] }: Odd = {}) {
  const answer = ({ path, query }: Call): Answer => {
    const place = path.endsWith('/events')
      ? 'events'
      : path === 'v2/alerts/explore'
        ? 'search'
        : query.at === iso(0)
          ? 'start'
          : 'end';
    const status = fail[place];
    if (status) {
      return { status };
    }
    const lists = {
      start,
      end: end ?? [...start, ...found],
      events: { page: 1, limit: 100, total: events.length, items: events },
    };
    return { body: place === 'search' ? { page: 1, limit: 200, total: found.length, items: found } : lists[place] };
  };
  return fakeService(answer, { now });
}

async function ids(fake: ReturnType<typeof service>, filter = {}) {
  const { alerts } = await lastValueFrom(readActive(fake.context, range, filter));
  return alerts.map(({ id }) => id);
}

describe('readActive', () => {
  it('joins the search over the range with the alert list at its start', async () => {
    const fake = service(
      [{ id: 'before', impact: 'low', firstSeenAt: iso(-3), lastSeenAt: iso(0), active: true }],
      [{ id: 'inside', impact: 'low', firstSeenAt: iso(1), lastSeenAt: iso(2), active: false }]
    );
    expect(await ids(fake)).toEqual(['inside', 'before']);
    expect(fake.calls.map(({ path, query }) => ({ path, query }))).toEqual([
      { path: 'v2/alerts', query: { at: iso(0), expand: 'metrics' } },
      { path: 'v2/alerts/explore', query: { from: iso(0), to: iso(6), page: '1', limit: '200' } },
      { path: 'v2/alerts', query: { at: iso(6), expand: 'metrics' } },
    ]);
  });

  it('keeps those whose span meets the range; a null time counts as open', async () => {
    const fake = service(
      [],
      [
        { id: 'ended', firstSeenAt: iso(-3), lastSeenAt: iso(-1), active: false },
        { id: 'later', firstSeenAt: iso(7), lastSeenAt: null, active: true },
        { id: 'touches the start', firstSeenAt: iso(-3), lastSeenAt: iso(0), active: false },
        { id: 'touches the end', firstSeenAt: iso(6), lastSeenAt: iso(8), active: false },
        { id: 'no start', firstSeenAt: null, lastSeenAt: iso(1) },
        { id: 'no end', firstSeenAt: iso(-9), lastSeenAt: null, active: false },
        { id: 'no times' },
        { id: 'still active', firstSeenAt: iso(-9), lastSeenAt: iso(-0.1), active: true },
      ]
    );
    expect(new Set(await ids(fake))).toEqual(
      new Set(['touches the start', 'touches the end', 'no start', 'no end', 'no times', 'still active'])
    );
  });

  it("takes the search's word on an alert that both name", async () => {
    const fake = service(
      [{ id: 'a', impact: 'low', active: true, firstSeenAt: iso(-1) }],
      [{ id: 'a', impact: 'severe', active: false, firstSeenAt: iso(-1), lastSeenAt: iso(3) }]
    );
    const { alerts } = await lastValueFrom(readActive(fake.context, range));
    expect(alerts).toMatchObject([{ id: 'a', impact: 'severe', active: false, lastSeenAt: T0 + 3 * HOUR }]);
  });

  it('sends the filters with the search, and compares node, metric and impact of the list itself', async () => {
    const metrics = [{ nodeId: 7, statTypeId: 'cpu' }];
    const fake = service(
      [
        { id: 'both', impact: 'high', active: true, metrics },
        { id: 'other impact', impact: 'low', active: true, metrics },
        { id: 'other node', impact: 'high', active: true, metrics: [{ nodeId: 8, statTypeId: 'cpu' }] },
        {
          id: 'apart',
          impact: 'high',
          metrics: [
            { nodeId: 7, statTypeId: 'x' },
            { nodeId: 8, statTypeId: 'cpu' },
          ],
        },
        { id: 'no metrics', impact: 'high', active: true },
      ],
      []
    );
    expect(await ids(fake, { nodeId: '7', metricId: 'cpu', impact: 'high' })).toEqual(['both']);
    expect(fake.calls[0].query).toEqual({ at: iso(0), expand: 'metrics' });
    expect(fake.calls[1].query).toMatchObject({ nodeId: '7', statTypeId: 'cpu', impact: 'high' });
  });

  it('asks the search for the start too where there is a q, whose meaning only the service knows', async () => {
    const fake = service([{ id: 'from the list', active: true }], [{ id: 'found' }]);
    expect(await ids(fake, { q: 'disk full' })).toEqual(['found']);
    expect(fake.calls.map(({ query }) => query)).toEqual([
      { at: iso(0), q: 'disk full', page: '1', limit: '200' },
      { from: iso(0), to: iso(6), q: 'disk full', page: '1', limit: '200' },
      { at: iso(6), expand: 'metrics' },
    ]);
  });

  it("goes on without the start's alerts where they cannot be read, and says so", async () => {
    const fake = service([], [{ id: 'found' }], { fail: { start: 400 } });
    const { alerts, notices } = await lastValueFrom(readActive(fake.context, range));
    expect(alerts.map(({ id }) => id)).toEqual(['found']);
    expect(notices).toMatchObject([{ severity: 'warning', text: expect.stringContaining("range's start") }]);
  });

  it('fails where the search does, and stops what is under way when nobody waits', async () => {
    const failing = service([], [], { fail: { search: 400 } });
    await expect(lastValueFrom(readActive(failing.context, range))).rejects.toMatchObject({ status: 400 });
    const waiting = service([], []);
    readActive(waiting.context, range).subscribe().unsubscribe();
    expect(waiting.aborted()).toBe(3);
  });
});

describe('readActive at the end of its range', () => {
  const open = { active: true, impact: 'low', firstSeenAt: iso(-3), lastSeenAt: iso(1) };

  it('takes for ended whoever is not in the list at the end of a range that is over', async () => {
    const fake = service([{ id: 'over', ...open }], [{ id: 'on', ...open }], { end: [{ id: 'on', ...open }] });
    const { alerts } = await lastValueFrom(readActive(fake.context, range));
    expect(alerts.map(({ id, active }) => [id, active])).toEqual([
      ['on', true],
      ['over', false],
    ]);
  });

  it('finds there what neither the search nor the start tell of, as the filters have it', async () => {
    const end = [
      { id: 'came', ...open },
      { id: 'other', ...open, impact: 'high' },
    ];
    expect(await ids(service([], [], { end }), { impact: 'low' })).toEqual(['came']);
    // What a text means only the service knows.
    expect(await ids(service([], [], { end }), { q: 'disk' })).toEqual([]);
  });

  it("asks for the alerts of now where the range reaches up to it, and takes the search's word", async () => {
    const now = T0 + 6 * HOUR;
    const fake = service([{ id: 'over', ...open }], [{ id: 'in search', ...open }], { end: [], now });
    const { alerts } = await lastValueFrom(readActive(fake.context, range));
    expect(fake.calls.map(({ query }) => query.at)).toEqual([iso(0), undefined, undefined]);
    expect(alerts.map(({ id, active }) => [id, active])).toEqual([
      ['in search', true],
      ['over', false],
    ]);
  });

  describe('an alert that only the start tells of, seen last before it', () => {
    const before = { id: 'over', active: true, impact: 'severe', firstSeenAt: iso(-9), lastSeenAt: iso(-0.2) };
    const created = { sequence: 1, eventType: 'created', eventOccurred: iso(-9), alert: { active: true } };
    const ended = { sequence: 2, eventType: 'ended', eventOccurred: iso(4), alert: { active: false } };
    const read = async (odd: Odd) => {
      const fake = service([before], [], { end: [], ...odd });
      const { alerts } = await lastValueFrom(readActive(fake.context, range));
      return { alerts, fake };
    };

    it('was active in the range until its last event, which is asked for once', async () => {
      const { alerts, fake } = await read({ events: [created, ended] });
      expect(alerts).toMatchObject([{ id: 'over', active: false, lastSeenAt: T0 + 4 * HOUR }]);
      const again = await lastValueFrom(readActive(fake.context, range));
      expect(again.alerts).toEqual(alerts);
      expect(fake.calls.filter(({ path }) => path === 'v2/alerts/over/events')).toHaveLength(1);
    });

    it.each<[string, Odd]>([
      ['its events cannot be read', { fail: { events: 404 } }],
      ['they do not tell that it ended', { events: [created] }],
      ['there are none', { events: [] }],
    ])('ends at its start at least where %s', async (_, odd) => {
      const { alerts } = await read(odd);
      expect(alerts).toMatchObject([{ id: 'over', active: false, lastSeenAt: T0 }]);
    });

    it('is looked up for as many alerts as titles are, the most severe first', async () => {
      const start = Array.from({ length: 30 }, (_, i) => ({ ...before, id: `a${i}`, impact: i < 5 ? 'low' : 'high' }));
      const fake = service(start, [], { end: [], events: [created, ended] });
      const { alerts } = await lastValueFrom(readActive(fake.context, range));
      expect(alerts).toHaveLength(30);
      expect(fake.calls.filter(({ path }) => path.endsWith('/events'))).toHaveLength(25);
      expect(alerts.filter(({ lastSeenAt }) => lastSeenAt === T0).map(({ impact }) => impact)).toEqual(
        Array(5).fill('low')
      );
    });
  });

  it('tells of when an alert was active that only the list at a past end tells of', async () => {
    const end = [{ id: 'on', ...open }];
    const past = await lastValueFrom(readActive(service([], [], { end }).context, range));
    expect(past.alerts).toMatchObject([{ id: 'on', active: true, activeAt: range.to }]);
    const present = service([{ id: 'on', ...open }], [], { end, now: range.to + 500 });
    const { alerts } = await lastValueFrom(readActive(present.context, range));
    expect(alerts[0].activeAt).toBeUndefined();
  });

  it('ends nobody where that list cannot be read, and says so', async () => {
    const fake = service([{ id: 'a', ...open }], [], { fail: { end: 400 } });
    const { alerts, notices } = await lastValueFrom(readActive(fake.context, range));
    expect(alerts).toMatchObject([{ id: 'a', active: true }]);
    expect(notices).toMatchObject([{ severity: 'warning', text: expect.stringContaining("range's end") }]);
  });
});

describe('bySeverity', () => {
  const alert = (id: string, impact: string | null, lastSeenAt: number | null) =>
    ({ id, impact, lastSeenAt, firstSeenAt: null }) as Alert;

  it('orders by impact, then the latest lastSeenAt', () => {
    const alerts = [
      alert('none', null, 9),
      alert('unknown', 'cosmic', 10),
      alert('low', 'low', 9),
      alert('old', 'severe', 1),
      alert('open', 'severe', null),
      alert('new', 'severe', 8),
      alert('medium', 'medium', 9),
      alert('high', 'high', 9),
    ];
    expect(alerts.sort(bySeverity).map(({ id }) => id)).toEqual([
      'open',
      'new',
      'old',
      'high',
      'medium',
      'low',
      'unknown',
      'none',
    ]);
  });
});
