import { type DataFrame } from '@grafana/data';
import fc from 'fast-check';
import { lastValueFrom } from 'rxjs';
import { type Demo, demoContext } from '../../tests/support/demoContext';
import { fakeRequest, fakeService } from '../../tests/support/fakeContext';
import { runAny } from '../../tests/support/run';
import { type AnomalyQuery } from '../query/query';
import { DAY, HOUR } from '../settings';

/** Reports of the demo service against the truth that all its events show, read past the plugin. */

jest.setTimeout(120_000);

const NOW = Date.UTC(2026, 10, 21, 12);
type Span = { from: number; to: number };

interface Change {
  type: string;
  nodeId: number;
  statTypeId: string;
  systemId: number | null;
}
interface Event {
  eventOccurred: string;
  changes?: Change[];
}
interface Row {
  id: string;
  active: boolean;
  firstSeenAt: string;
  lastSeenAt: string;
}
interface Part {
  change: Change;
  from: number;
  to: number;
}
interface Truth {
  from: number;
  to: number;
  parts: Part[];
}

async function readAll<T>(demo: Demo, path: string, limit: number): Promise<T[]> {
  const all: T[] = [];
  for (let page = 1; ; page++) {
    const { items } = await demo.read<{ items: T[] }>(`${path}&page=${page}&limit=${limit}`);
    all.push(...items);
    if (items.length < limit) {
      return all;
    }
  }
}

async function readTruth(demo: Demo, { from, to }: Span): Promise<Truth[]> {
  const [start, end] = [new Date(from).toISOString(), new Date(to).toISOString()];
  const rows = await readAll<Row>(demo, `v2/alerts/explore?from=${start}&to=${end}`, 200);
  return Promise.all(
    rows.map(async ({ id, active, firstSeenAt, lastSeenAt }) => {
      const ended = active ? NOW : Date.parse(lastSeenAt);
      const parts: Part[] = [];
      for (const { eventOccurred, changes = [] } of await readAll<Event>(
        demo,
        `v2/alerts/${id}/events?expand=changes`,
        100
      )) {
        const time = Date.parse(eventOccurred);
        for (const change of changes) {
          const open = parts.find(
            (part) =>
              part.to === Infinity &&
              part.change.nodeId === change.nodeId &&
              part.change.statTypeId === change.statTypeId
          );
          if (open && change.type === 'removed') {
            open.to = time;
          } else if (!open && change.type !== 'removed') {
            parts.push({ change, from: time, to: Infinity });
          }
        }
      }
      return {
        from: Date.parse(firstSeenAt),
        to: ended,
        parts: parts.map((one) => ({ ...one, to: Math.min(one.to, ended) })),
      };
    })
  );
}

const KEYS = {
  system: ({ systemId }: Change) => systemId,
  node: ({ nodeId }: Change) => nodeId,
  metric: ({ statTypeId }: Change) => statTypeId,
};

function truthOf(alerts: Truth[], by: keyof typeof KEYS, span: Span) {
  const sums = new Map<string, { alerts: number; time: number }>();
  for (const { from, to, parts } of alerts.filter((one) => one.from <= span.to && one.to >= span.from)) {
    const within = parts.filter((part) => part.from <= span.to && part.to >= span.from);
    for (const key of new Set(within.map(({ change }) => String(KEYS[by](change))))) {
      const sum = sums.get(key) ?? { alerts: 0, time: 0 };
      const time = Math.max(0, Math.min(to, span.to) - Math.max(from, span.from));
      sums.set(key, { alerts: sum.alerts + 1, time: sum.time + time });
    }
  }
  return sums;
}

async function report(
  { context }: Pick<Demo, 'context'>,
  query: Partial<AnomalyQuery>,
  range: Span
): Promise<DataFrame> {
  const request = fakeRequest([{ queryType: 'alertReport', ...query }], range);
  const { data, errors } = await lastValueFrom(runAny(request.targets, request, context));
  expect(errors).toBeUndefined();
  return data[0] as DataFrame;
}

let demo: Demo;
beforeAll(async () => {
  demo = await demoContext(NOW);
});
afterAll(() => demo.service.close());

it.each([
  ['system', 1],
  ['node', 3],
  ['metric', 3],
] as const)('by %s over %d days has the figures that all events show', async (by, days) => {
  const range = { from: NOW - days * DAY - 5 * HOUR, to: NOW - 5 * HOUR };
  const previous = { from: 2 * range.from - range.to, to: range.from };
  const all = await readTruth(demo, { from: previous.from - 9 * DAY, to: NOW });
  const [now, before] = [range, previous].map((span) => truthOf(all, by, span));
  const rows = rowsOf(await report(demo, { by }, range));
  const keys = new Set([...now.keys(), ...before.keys()]);
  expect(keys.size).toBeGreaterThan(2);
  expect(new Set(rows.map((row) => row[`${by}Id`]))).toEqual(keys);
  for (const row of rows) {
    const key = String(row[`${by}Id`]);
    const [present, past] = [now.get(key), before.get(key)].map((sum) => sum ?? { alerts: 0, time: 0 });
    expect(row).toMatchObject({
      alerts: present.alerts,
      activeTime: present.time,
      alertsBefore: past.alerts,
      activeTimeBefore: past.time,
      change: past.time === 0 ? null : present.time / past.time - 1,
      complete: true,
    });
  }
});

it('is the same whatever the page showed before', async () => {
  const range = { from: NOW - 2 * DAY, to: NOW };
  const earlier = fc.record({
    query: fc.constantFrom<Array<Partial<AnomalyQuery>>>(
      { queryType: 'alerts', metrics: true },
      { queryType: 'alertSearch' },
      { queryType: 'alertEvents', changes: true },
      { queryType: 'alertReport', by: 'metric' },
      { queryType: 'alertReport', by: 'impact' }
    ),
    from: fc.integer({ min: 1, max: 200 }),
    length: fc.integer({ min: 1, max: 60 }),
  });
  const bys = fc.constantFrom('impact', 'day', 'system', 'node', 'metric');
  const fresh = new Map<string, unknown>();
  for (const by of ['impact', 'day', 'system', 'node', 'metric']) {
    fresh.set(by, rowsOf(await report(another(), { by }, range)));
  }
  await fc.assert(
    fc.asyncProperty(fc.array(earlier, { minLength: 1, maxLength: 3 }), bys, async (shown, by) => {
      const page = another();
      for (const { query, from, length } of shown) {
        const to = NOW - from * HOUR + length * HOUR;
        const request = fakeRequest([query], { from: NOW - from * HOUR, to: Math.min(NOW, to) });
        await lastValueFrom(runAny(request.targets, request, page.context));
      }
      expect(rowsOf(await report(page, { by }, range))).toEqual(fresh.get(by));
    }),
    { numRuns: 12 }
  );
});

/** A new page: it knows nothing. */
function another(): Pick<Demo, 'context'> {
  const page = fakeService(() => ({ status: 500 }), { now: NOW });
  demo.connect();
  return page;
}

function rowsOf({ fields, length }: DataFrame): Array<Record<string, unknown>> {
  return Array.from({ length }, (_, i) => Object.fromEntries(fields.map(({ name, values }) => [name, values[i]])));
}
