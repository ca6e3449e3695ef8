import { type DataFrame } from '@grafana/data';
import fc from 'fast-check';
import { lastValueFrom, toArray } from 'rxjs';
import { type Answer, type Call, fakeRequest, fakeService } from '../../tests/support/fakeContext';
import { runAny } from '../../tests/support/run';
import { type AnomalyQuery } from '../query/query';
import { DAY, HOUR, MINUTE } from '../settings';

/* Lags against the raw points, at the seam to the service. Times are minutes before now. */

const NOW = Date.UTC(2026, 10, 21, 12);
const iso = (minutes: number) => new Date(NOW - minutes * MINUTE).toISOString();

interface Plain {
  /** When it began and ended; null: it is active. */
  began: number;
  ended: number | null;
  /** Minutes outside before it began, and inside again before it ended; null: still outside then. */
  outside: number;
  inside: number | null;
  /** Another metric joins last, and leaves last. */
  isLarge: boolean;
  /** Its data cannot be read. */
  isLost: boolean;
}

/** The metrics of the alert: the one that it started with, and the one that left last. */
function metricsOf({ isLarge }: Plain, i: number) {
  return [`${i}first`, ...(isLarge ? [`${i}last`] : [])].map((metric) => ({ nodeId: 1, statTypeId: metric }));
}

function eventsOf(alert: Plain, i: number) {
  const { began, ended, isLarge } = alert;
  const base = { id: `a${i}`, active: true, impact: 'high' };
  const values = { severity: 'red' };
  const [first, other] = metricsOf(alert, i).map((metric) => ({ ...metric, values }));
  const middle = ended === null ? began - 1 : (began + ended) / 2;
  return [
    { ...base, sequence: 0, eventType: 'created', eventOccurred: iso(began), changes: [{ ...first, type: 'added' }] },
    ...(isLarge
      ? [
          {
            ...base,
            sequence: 1,
            eventType: 'updated',
            eventOccurred: iso(middle),
            changes: [
              { ...other, type: 'added' },
              { ...first, type: 'removed' },
            ],
          },
        ]
      : []),
    ...(ended === null
      ? []
      : [{ ...base, sequence: 2, eventType: 'ended', eventOccurred: iso(ended), active: false, changes: [] }]),
  ];
}

/** Whether a metric is outside, so many minutes before now. */
function isOutside({ began, ended, outside, inside, isLarge }: Plain, kind: string, at: number): boolean {
  const left = isLarge && kind === 'last' ? began : began + outside;
  const back = ended === null ? -Infinity : inside === null ? ended - 60 : ended + inside;
  return at <= left && at > (isLarge && kind === 'first' ? began - 1 : back);
}

function service(alerts: Plain[]) {
  const rows = alerts.map(({ began, ended }, i) => ({
    id: `a${i}`,
    impact: 'high',
    active: ended === null,
    firstSeenAt: iso(began),
    lastSeenAt: iso(ended ?? 0),
  }));
  const minutes = (text: string) => (NOW - Date.parse(text)) / MINUTE;
  const pageOf = (items: unknown[]) => ({ body: { page: 1, limit: 200, total: items.length, items } });
  const answer = ({ path, segments, query }: Call): Answer => {
    if (path === 'v2/alerts/explore') {
      const [from, to] = [minutes(query.from), minutes(query.to)];
      return pageOf(rows.filter((_, i) => alerts[i].began >= to && (alerts[i].ended ?? 0) <= from));
    }
    if (path === 'v2/alerts') {
      const at = query.at ? minutes(query.at) : 0;
      const now = rows.filter((_, i) => alerts[i].began >= at && (alerts[i].ended ?? -1) < at);
      return {
        body: now.map((row) => ({ ...row, active: true, metrics: metricsOf(alerts[Number(row.id.slice(1))], 0) })),
      };
    }
    if (path.endsWith('/events')) {
      const i = Number(segments[2].slice(1));
      return pageOf(eventsOf(alerts[i], i));
    }
    const metric = segments.at(-1) ?? '';
    const alert = alerts[parseInt(metric, 10)];
    if (alert.isLost) {
      return { status: 404 };
    }
    const [from, to] = [minutes(query.from), minutes(query.to)];
    const data = [];
    for (let at = Math.floor(from); at >= to; at--) {
      const smoothened = isOutside(alert, metric.replace(/^\d+/, ''), at) ? 130 : 100;
      data.push({ timestamp: NOW - at * MINUTE, smoothened, corridors: { main: { up: 110, down: 90 } } });
    }
    return { body: { granularity: '1m', sourceGranularity: '1m', data } };
  };
  return fakeService(answer, { now: NOW, jsonData: { maxConcurrentRequests: 1 } });
}

async function run(fake: ReturnType<typeof service>, days: number, query: Partial<AnomalyQuery> = { by: 'quality' }) {
  const request = fakeRequest([{ queryType: 'alertReport', ...query }], { from: NOW - days * DAY, to: NOW });
  const packets = await lastValueFrom(runAny(request.targets, request, fake.context).pipe(toArray()));
  return packets.map(({ data }) => data[0] as DataFrame);
}

const figure = (frame: DataFrame, name: string, column = 'value'): unknown => {
  const at = frame.fields[0].values.indexOf(name);
  return frame.fields.find((field) => field.name === column)?.values[at];
};
const isData = ({ path }: Call) => path.includes('/metrics/');

function median(values: number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length / 2;
  return sorted.length === 0 ? null : ((sorted[Math.ceil(half) - 1] + sorted[Math.floor(half)]) / 2) * MINUTE;
}

const alertArb: fc.Arbitrary<Plain> = fc
  .record({
    began: fc.integer({ min: 60, max: 20 * 24 * 60 - 300 }),
    length: fc.oneof(fc.integer({ min: 120, max: 400 }), fc.integer({ min: 800, max: 1500 })),
    outside: fc.integer({ min: 0, max: 220 }),
    inside: fc.option(fc.integer({ min: 0, max: 40 })),
    isLarge: fc.boolean(),
    isLost: fc.integer({ min: 0, max: 5 }).map((chance) => chance === 0),
  })
  .map(({ began, length, ...alert }) => ({ ...alert, began, ended: began > length ? began - length : null }));

it('are the medians of what the raw points show, of the 25 most severe alerts', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(alertArb, { maxLength: 6 }), async (alerts) => {
      const fake = service(alerts);
      const frames = await run(fake, 10);
      const last = frames[frames.length - 1];
      for (const [column, from, to] of [
        ['value', 10 * 24 * 60, 0],
        ['before', 20 * 24 * 60, 10 * 24 * 60],
      ] as const) {
        const own = alerts.filter(({ began, isLost }) => !isLost && began <= from && began > to);
        const start = own.filter(({ outside }) => outside < 180).map(({ outside }) => outside);
        const end = own.flatMap(({ ended, inside }) =>
          ended !== null && ended >= to && inside !== null ? inside : []
        );
        expect(figure(last, 'startLag', column)).toBe(median(start));
        expect(figure(last, 'endLag', column)).toBe(median(end));
      }
      expect(fake.calls.filter(isData).length).toBeLessThanOrEqual(2 * alerts.length);
    }),
    { numRuns: 40 }
  );
}, 120_000);

const one = (began: number, more: Partial<Plain> = {}): Plain => ({
  began,
  ended: began - 200,
  outside: 20,
  inside: 10,
  isLarge: false,
  isLost: false,
  ...more,
});

it('are read last, and only once the other figures are there', async () => {
  const fake = service([one(3000), one(9000), one(12_000)]);
  const frames = await run(fake, 7);
  const kinds = fake.calls.map(isData);
  expect(kinds.indexOf(true)).toBe(kinds.lastIndexOf(false) + 1);
  expect(kinds.filter(Boolean)).toHaveLength(3);
  expect(frames.slice(0, -1).map((frame) => figure(frame, 'startLag'))).toEqual(frames.slice(1).map(() => null));
  expect(figure(frames[frames.length - 2], 'alerts')).toBe(2);
  expect(figure(frames[frames.length - 1], 'startLag')).toBe(20 * MINUTE);
  expect(figure(frames[frames.length - 1], 'endLag', 'before')).toBe(10 * MINUTE);
  const queries = frames[frames.length - 1].meta?.executedQueryString ?? '';
  expect(queries).toContain('0first');
});

it('are read of 25 alerts in each period at most, and of none below a week', async () => {
  const many = Array.from({ length: 70 }, (_, i) => one(3000 + i * 5 + (i % 2) * 10_080));
  const fake = service(many);
  await run(fake, 7);
  expect(fake.calls.filter(isData)).toHaveLength(50);
  const short = service(many);
  const [frame] = (await run(short, 6)).slice(-1);
  expect(short.calls.filter(isData)).toEqual([]);
  expect(figure(frame, 'startLag')).toBeNull();
});

it('say how many are known, and why others are not', async () => {
  const fake = service([one(3000), one(4000, { outside: 200, inside: null }), one(5000, { isLost: true })]);
  const frames = await run(fake, 7);
  const notices = frames[frames.length - 1].meta?.notices?.map(({ text }) => text);
  expect(notices).toEqual([expect.stringMatching(/^Incomplete: /), 'Medians use 2 of 6 lags. The rest are unknown.']);
});

it('do not depend on what happened since', async () => {
  const now = NOW - 2 * HOUR;
  const at = async (more: Partial<Plain>) => {
    const fake = service([one(121, { ended: 20, ...more }), one(3000)]);
    const request = fakeRequest([{ queryType: 'alertReport', by: 'quality' }], { from: now - 7 * DAY, to: now });
    const { data } = await lastValueFrom(runAny(request.targets, request, fake.context));
    return ['startLag', 'endLag', 'fleeting'].map((name) => figure(data[0] as DataFrame, name));
  };
  expect(await at({ ended: null })).toEqual(await at({ inside: 30 }));
});
