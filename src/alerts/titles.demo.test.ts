import { type DataFrame } from '@grafana/data';
import { lastValueFrom } from 'rxjs';
import { type Demo, demoContext } from '../../tests/support/demoContext';
import { fakeRequest } from '../../tests/support/fakeContext';
import { runAny } from '../../tests/support/run';
import { type AnomalyQuery } from '../query/query';
import { DAY, HOUR } from '../settings';
import { iso } from '../../tests/support/times';

// Titles, extents and similar alerts compared with what the demo service's full event lists show, read past the plugin.

const NOW = Date.UTC(2026, 10, 22, 20);
const RANGE = { from: NOW - 90 * DAY, to: NOW };
const SEVERITIES = ['blood_red', 'red', 'orange', 'yellow', 'green'];

interface Change {
  type: string;
  nodeId: number;
  nodeName: string | null;
  statTypeId: string;
  statTypeName: string | null;
  values: { type: string | null; severity: string; score: { contribution: number } } | null;
}
interface Listed {
  id: string;
  active: boolean;
  firstSeenAt: string;
  lastSeenAt: string;
}
interface Truth {
  title: string;
  extent: string;
  /** Those that were worst at any time first. */
  metrics: Change[];
}

jest.setTimeout(240_000);

let demo: Demo;
let alerts: Listed[];
const truths = new Map<string, Truth>();

beforeAll(async () => {
  demo = await demoContext(NOW);
  alerts = await pages<Listed>(`v2/alerts/explore?from=${iso(RANGE.from)}&to=${iso(RANGE.to)}`, 200);
  for (const { id } of alerts) {
    truths.set(id, truthOf(await pages(`v2/alerts/${id}/events?expand=changes`, 100)));
  }
});
afterAll(() => demo.service.close());

async function pages<T>(path: string, limit: number): Promise<T[]> {
  const all: T[] = [];
  for (let page = 1; ; page++) {
    const { items } = await demo.read<{ items: T[] }>(`${path}&page=${page}&limit=${limit}`);
    all.push(...items);
    if (items.length < limit) {
      return all;
    }
  }
}

const rankOf = (severity?: string) => SEVERITIES.indexOf(severity ?? '');
const nameOf = ({ nodeId, nodeName, statTypeId, statTypeName }: Change) =>
  `${statTypeName ?? statTypeId} · ${nodeName ?? nodeId}`;
const keyOf = ({ nodeId, statTypeId }: Change) => `${nodeId}/${statTypeId}`;
const counted = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`;

function truthOf(events: Array<{ changes: Change[] }>): Truth {
  const joined = events.map(({ changes }) => changes.filter(({ type }) => type !== 'removed'));
  const [first] = joined.filter((changes) => changes.length > 0);
  const contribution = ({ values }: Change) => values?.score.contribution ?? -Infinity;
  const bySeverity = (a: Change, b: Change) => rankOf(a.values?.severity) - rankOf(b.values?.severity);
  const [named] = [...first].sort((a, b) => bySeverity(a, b) || contribution(b) - contribution(a));
  const worst = new Map<string, Change>();
  for (const change of joined.flat()) {
    const known = worst.get(keyOf(change));
    if (!known || bySeverity(change, known) < 0) {
      worst.set(keyOf(change), change);
    }
  }
  const nodes = new Set([...worst.values()].map(({ nodeId }) => nodeId));
  const newest = new Map(joined.flat().map((change) => [keyOf(change), change]));
  const isMissing = [...newest.values()].every(({ values }) => values?.type === 'missing_data');
  return {
    title: nameOf(named) + (worst.size > 1 ? ` +${worst.size - 1}` : ''),
    extent: `${counted(worst.size, 'metric')} on ${counted(nodes.size, 'node')}${isMissing ? ', missing data' : ''}`,
    metrics: [...worst.values()].sort(bySeverity),
  };
}

async function rowsOf(query: Partial<AnomalyQuery>, range = RANGE, context = demo.context) {
  const request = fakeRequest([query], range);
  const { data, errors } = await lastValueFrom(runAny(request.targets, request, context));
  expect(errors).toBeUndefined();
  const frame: DataFrame = data[0];
  const rows = Array.from({ length: frame.length }, (_, i) =>
    Object.fromEntries(frame.fields.map(({ name, values }) => [name, values[i] as string | number | null]))
  );
  return { rows, notices: (frame.meta?.notices ?? []).map(({ text }) => text) };
}

it('no alert of 90 days is without its name after four refreshes, and the cascades have one', async () => {
  for (let refresh = 0; refresh < 3; refresh++) {
    await rowsOf({ queryType: 'alertSearch' });
  }
  const { rows } = await rowsOf({ queryType: 'alertSearch' });
  expect(rows.length).toBe(alerts.length);
  const shown = new Map(rows.map(({ id, title, extent }) => [id, { title, extent }]));
  for (const [id, { title, extent }] of truths) {
    expect([id, shown.get(id)]).toEqual([id, { title, extent }]);
  }
  const cascades = [...truths.values()].filter(({ title, metrics }) => /^Query time/.test(title) && metrics.length > 2);
  expect(cascades.length).toBeGreaterThan(2);
  expect(new Set(cascades.map(({ title }) => title.replace(/ \+\d+$/, ''))).size).toBe(1);
});

it('a title is the same at any time range and moment, and in any order of queries', async () => {
  const some = alerts.filter((_, i) => i % 25 === 0);
  const queries: Array<[Partial<AnomalyQuery>, { from: number; to: number }]> = [
    [{ queryType: 'alerts' }, RANGE],
    [{ queryType: 'alertSearch', at: String(NOW - 3 * DAY) }, RANGE],
    [{ queryType: 'alertSearch' }, { from: NOW - 12 * DAY, to: NOW - 9 * DAY }],
    [{ queryType: 'alertSearch' }, { from: NOW - 6 * HOUR, to: NOW }],
    [{ queryType: 'alertEvents' }, { from: NOW - 3 * DAY, to: NOW - DAY }],
    ...some.map(
      ({ id }) => [{ queryType: 'alertEvents', alertId: id }, RANGE] as [Partial<AnomalyQuery>, typeof RANGE]
    ),
  ];
  for (const order of [queries, [...queries].reverse()]) {
    // A page that knows nothing yet.
    const fresh = await demoContext(NOW);
    for (const [query, range] of order) {
      const { rows } = await rowsOf(query, range, fresh.context);
      for (const row of rows) {
        const id = String(row.id ?? row.alertId);
        expect([query, id, row.title]).toEqual([query, id, truths.get(id)?.title ?? row.title]);
      }
    }
    await fresh.service.close();
  }
  demo.connect();
});

it('similar alerts are those that the searches for the 8 worst metrics find, at the first load', async () => {
  const active = alerts.filter((alert) => alert.active);
  const ended = alerts.filter((alert) => !alert.active && truths.get(alert.id)!.metrics.length > 3).slice(0, 2);
  for (const alert of [...active, ...ended]) {
    const shared = new Map<string, string[]>();
    const { metrics } = truths.get(alert.id)!;
    for (const metric of metrics.slice(0, 8)) {
      const path = `v2/alerts/explore?from=${iso(RANGE.from)}&to=${iso(RANGE.to)}&nodeId=${metric.nodeId}&statTypeId=${encodeURIComponent(metric.statTypeId)}`;
      for (const found of await pages<Listed>(path, 200)) {
        if (found.firstSeenAt < alert.firstSeenAt) {
          shared.set(found.id, [...(shared.get(found.id) ?? []), nameOf(metric)]);
        }
      }
    }
    const { rows, notices } = await rowsOf({ queryType: 'alertSearch', like: alert.id });
    expect(Object.fromEntries(rows.map(({ id, sharedMetrics }) => [id, sharedMetrics]))).toEqual(
      Object.fromEntries([...shared].map(([id, names]) => [id, names.join(', ')]))
    );
    expect(rows.map((row) => row.shared)).toEqual(
      [...shared.values()].map(({ length }) => length).sort((a, b) => b - a)
    );
    expect(notices.some((text) => text.startsWith('Compared by the worst 8'))).toBe(metrics.length > 8);
  }
});
