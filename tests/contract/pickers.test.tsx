import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import React from 'react';
import { type Context } from '../../src/table/runner';
import { ResourcePicker } from '../../src/editor/pickers';
import { tagValues } from '../../src/families/variables/filterKeys';
import { DAY } from '../../src/ground/spans';
import { type Answer, type Call, fakeService } from '../support/fakeContext';

/** Options of pickers: what the range and the last month had names for. */
const NOW = Date.UTC(2026, 10, 25, 12);

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
function quietService(anomalies: (days: number) => Answer) {
  const service = fakeService((call) => (call.path === 'v2/anomalies' ? anomalies(daysOf(call)) : { body: [] }), {
    now: NOW,
  });
  const days = () => service.calls.filter(({ path }) => path === 'v2/anomalies').map(daysOf);
  return { context: service.context, days };
}

const ofMonth = (days: number): Answer => ({ body: days >= 7 ? [anomalyOf(101, 3), anomalyOf(102, 20)] : [] });

function Picker({ context, kind }: { context: Context; kind: (typeof KINDS)[number] }) {
  const [value, setValue] = React.useState<string | string[]>('');
  return <ResourcePicker kind={kind} label="ID" {...{ context, value }} onChange={setValue} />;
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
    expect(days().sort()).toEqual([0, 30]);
    expect(await openOptions({ context, kind })).toEqual(options);
    expect(days().filter((one) => one > 0)).toEqual([30]);
  });

  it.each(FILTER_KEYS)('a filter on %s has them as values', async (key) => {
    const { context, days } = quietService(ofMonth);
    expect((await tagValues(context, { key })).map(({ value }) => value)).toContain(VALUES[key]);
    expect(days().sort()).toEqual([0, 30]);
  });

  it('a week is requested if the service refuses a month', async () => {
    const { context, days } = quietService((span) => (span > 7 ? { status: 400 } : ofMonth(span)));
    expect(await openOptions({ context, kind: 'node' })).toHaveLength(2);
    expect(days().filter((span) => span > 0)).toEqual([30, 7]);
  });

  it('a month that cannot be read does not affect the rest, and is read the next time', async () => {
    let isDown = true;
    const { context } = quietService((span) => (span > 0 && isDown ? { status: 404 } : ofMonth(span)));
    expect(await openOptions({ context, kind: 'node' })).toEqual([]);
    isDown = false;
    expect(await openOptions({ context, kind: 'node' })).toHaveLength(2);
  });
});

const named = (days: number): Answer => ({ body: days < 7 ? [anomalyOf(101, 0)] : [anomalyOf(102, 20)] });

/** What a picker reports after typing, with all requests answered at once. */
async function typed(text: string, kind: (typeof KINDS)[number], answer = named): Promise<unknown[]> {
  const onChange = jest.fn();
  const { context } = quietService(answer);
  render(<ResourcePicker kind={kind} label="ID" value="" context={context} onChange={onChange} />);
  await userEvent.type(screen.getByLabelText('ID'), text);
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(onChange).toHaveBeenCalled());
  return onChange.mock.calls.map(([value]) => value);
}

describe('a text that is typed and confirmed', () => {
  it.each([
    ['node', 'web 101', '101'],
    ['node', 'WEB 102', '102'],
    ['metric', 'CPU 101', 'cpu'],
    ['system', 'shop 102', '8'],
    ['node', 'b 10', 'b 10'],
    ['node', 'b 101', '101'],
    ['system', '10', '10'],
  ] as const)('is the option with that name, in a picker of kind %s', async (kind, text, id) => {
    expect(await typed(text, kind)).toEqual([id]);
  });

  it.each(KINDS)('is a value of its own if no option has that name, in a picker of kind %s', async (kind) => {
    expect(await typed('4:711', kind)).toEqual(['4:711']);
  });

  it.each(KINDS)('is a value of its own while the service fails, in a picker of kind %s', async (kind) => {
    expect(await typed('4:711', kind, () => ({ status: 404 }))).toEqual(['4:711']);
  });
});

it.each(KINDS)('options of kind %s are sorted by text, whatever was in an alert last', async (kind) => {
  const { context } = quietService(() => ({ body: [anomalyOf(103, 0), anomalyOf(101, 3), anomalyOf(102, 1)] }));
  const options = await openOptions({ context, kind });
  expect(options).toHaveLength(3);
  expect([...options].sort()).toEqual(options);
});
