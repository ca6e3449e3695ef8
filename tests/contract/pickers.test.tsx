import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import React from 'react';
import { type Context, type UserStorage } from '../../src/answer/runner';
import { ResourcePicker } from '../../src/fields/pickers';
import { tagValues } from '../../src/variables/filterKeys';
import { DAY } from '../../src/settings';
import { type Answer, type Call, fakeService } from '../support/fakeContext';

/** Options of pickers: never empty if the last month had names, or if the user chose something. */
const NOW = Date.UTC(2026, 10, 25, 12);

jest.setTimeout(30_000);

const KINDS = ['node', 'metric', 'series', 'system'] as const;
const FILTER_KEYS = ['node', 'metric', 'system'] as const;
const VALUES = { node: '101', metric: 'cpu', series: '101:cpu', system: '7' };

function anomalyOf(nodeId: number, daysAgo: number) {
  const node = { id: nodeId, name: `web ${nodeId}`, system: { id: nodeId - 94, name: `shop ${nodeId}` } };
  const time = new Date(NOW - daysAgo * DAY).toISOString();
  const metric = { id: nodeId === 101 ? 'cpu' : `cpu${nodeId}`, name: `CPU ${nodeId}`, updated: time };
  return { id: String(nodeId), event_occured: time, items: [{ node, metrics: [metric] }] };
}

function daysOf({ query }: Call): number {
  return Math.round((Date.parse(query.to) - Date.parse(query.from)) / DAY);
}

/** A service without alerts. Its anomalies depend on the length of the range in days. */
function quietService(anomalies: (days: number) => Answer, more: Partial<Context> = {}) {
  const service = fakeService((call) => (call.path === 'v2/anomalies' ? anomalies(daysOf(call)) : { body: [] }), {
    now: NOW,
  });
  const days = () => service.calls.filter(({ path }) => path === 'v2/anomalies').map(daysOf);
  return { context: { ...service.context, ...more }, days };
}

const ofMonth = (days: number): Answer => ({ body: days >= 7 ? [anomalyOf(101, 3), anomalyOf(102, 20)] : [] });

function Picker({
  context,
  kind,
  nodeId,
}: {
  context: Context;
  kind: (typeof KINDS)[number] | 'alert';
  nodeId?: string;
}) {
  const [value, setValue] = React.useState<string | string[]>('');
  return <ResourcePicker kind={kind} label="ID" {...{ context, nodeId, value }} onChange={setValue} />;
}

/** The options of a picker that is rendered again and opened. */
async function openOptions(props: React.ComponentProps<typeof Picker>): Promise<string[]> {
  const { unmount } = render(<Picker {...props} />);
  await userEvent.click(screen.getByLabelText('ID'));
  await waitFor(() => {
    expect(screen.queryByText(/Loading options/)).not.toBeInTheDocument();
  });
  const options = screen.queryAllByRole('option').map(({ textContent }) => textContent ?? '');
  unmount();
  return options;
}

describe('without any alerts', () => {
  it.each(KINDS)('a picker of kind %s has the names of the last month, read once', async (kind) => {
    const { context, days } = quietService(ofMonth);
    const options = await openOptions({ context, kind });
    expect(options).toHaveLength(2);
    expect(options[0]).not.toContain('last named');
    expect(options[1]).toContain('last named 20 days ago');
    expect(days()).toEqual([0, 30]);
    expect(await openOptions({ context, kind })).toEqual(options);
    expect(days().filter((one) => one > 0)).toEqual([30]);
  });

  it.each(FILTER_KEYS)('a filter on %s has them as values', async (key) => {
    const { context, days } = quietService(ofMonth);
    expect((await tagValues(context, { key })).map(({ value }) => value)).toContain(VALUES[key]);
    expect(days()).toEqual([0, 30]);
  });

  it('a week is requested if the service refuses a month', async () => {
    const { context, days } = quietService((span) => (span > 7 ? { status: 400 } : ofMonth(span)));
    expect(await openOptions({ context, kind: 'node' })).toHaveLength(2);
    expect(days()).toEqual([0, 30, 7]);
  });

  it('a month that cannot be read does not affect the rest, and is read the next time', async () => {
    let isDown = true;
    const { context } = quietService((span) => (span > 0 && isDown ? { status: 404 } : ofMonth(span)));
    expect(await openOptions({ context, kind: 'node' })).toEqual([]);
    isDown = false;
    expect(await openOptions({ context, kind: 'node' })).toHaveLength(2);
  });
});

it('a picker with ten options reads nothing else', async () => {
  const many = Array.from({ length: 10 }, (_, i) => anomalyOf(101 + i, 0));
  const { context, days } = quietService(() => ({ body: many }));
  // The list only draws options that fit.
  expect((await openOptions({ context, kind: 'node' })).length).toBeGreaterThan(5);
  expect(days()).toEqual([0]);
});

/** What Grafana stores for a user. */
function storage() {
  const kept = new Map<string, string>();
  const userStorage = (): UserStorage => ({
    getItem: (key) => Promise.resolve(kept.get(key) ?? null),
    setItem: (key, value) => Promise.resolve(void kept.set(key, value)),
  });
  return { kept, userStorage };
}

const nothing = () => ({ body: [] });

async function type(props: React.ComponentProps<typeof Picker>, text: string) {
  const { unmount } = render(<Picker {...props} />);
  await userEvent.type(screen.getByLabelText('ID'), `${text}{Enter}`);
  unmount();
}

describe('what a user typed or chose', () => {
  it.each(KINDS)('is an option on the next page in a picker of kind %s', async (kind) => {
    const { userStorage } = storage();
    await type({ context: quietService(nothing, { userStorage }).context, kind }, '4:711');
    const { context } = quietService(nothing, { userStorage });
    expect(await openOptions({ context, kind })).toEqual([expect.stringMatching(/^4:711.*chosen before/)]);
    for (const other of KINDS.filter((one) => one !== kind)) {
      expect(await openOptions({ context, kind: other })).toEqual([]);
    }
  });

  it('keeps its name, and when the service last named it', async () => {
    const { userStorage } = storage();
    const { context } = quietService(ofMonth, { userStorage });
    const { unmount } = render(<Picker context={context} kind="node" />);
    await userEvent.click(screen.getByLabelText('ID'));
    await userEvent.click(await screen.findByRole('option', { name: /web 102/ }));
    unmount();
    const later = quietService(nothing, { userStorage, now: () => NOW + 20 * DAY });
    expect(await openOptions({ context: later.context, kind: 'node' })).toEqual([
      expect.stringMatching(/^web 102.*last named 40 days ago/),
    ]);
  });

  it('is an option for the same node, and without a node', async () => {
    const { userStorage } = storage();
    const { context } = quietService(nothing, { userStorage });
    await type({ context, kind: 'metric', nodeId: '1' }, 'rps');
    expect(await openOptions({ context, kind: 'metric', nodeId: '1' })).toHaveLength(1);
    expect(await openOptions({ context, kind: 'metric' })).toHaveLength(1);
    expect(await openOptions({ context, kind: 'metric', nodeId: '2' })).toEqual([]);
  });

  it('is kept until the page closes if Grafana stores nothing', async () => {
    const { context } = quietService(nothing);
    await type({ context, kind: 'node' }, '4711');
    expect(await openOptions({ context, kind: 'node' })).toHaveLength(1);
  });

  it('is an option while the service is down', async () => {
    const { userStorage } = storage();
    await type({ context: quietService(nothing, { userStorage }).context, kind: 'node' }, '4711');
    const { context } = fakeService(() => ({ status: 404 }), { now: NOW });
    expect(await openOptions({ context: { ...context, userStorage }, kind: 'node' })).toHaveLength(1);
  });

  it('is not kept for alerts and variables', async () => {
    const { kept, userStorage } = storage();
    const { context } = quietService(nothing, { userStorage });
    await type({ context, kind: 'alert' }, 'a1');
    await type({ context, kind: 'node' }, '$node');
    expect([...kept]).toEqual([]);
  });

  it.each(['no JSON', '{}', '[1, null, {}]', '[{"value": {}}]'])('is harmless as %s', async (stored) => {
    const { kept, userStorage } = storage();
    kept.set('choices-uid', stored);
    const { context } = quietService(ofMonth, { userStorage });
    expect(await openOptions({ context, kind: 'node' })).toHaveLength(2);
  });

  it("is harmless if it can't be read or stored", async () => {
    const broken = () => Promise.reject(new Error('down'));
    const { context } = quietService(nothing, { userStorage: () => ({ getItem: broken, setItem: broken }) });
    await type({ context, kind: 'node' }, '4711');
    expect(await openOptions({ context, kind: 'node' })).toHaveLength(1);
  });
});
