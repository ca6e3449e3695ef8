import { dateTime } from '@grafana/data';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import React, { type ComponentType, useState } from 'react';
import AnomaliesEditor from '../anomalies/AnomaliesEditor';
import { type EditorProps } from '../fields/props';
import { testContext } from '../fields/testing/context';
import { type AnomalyQuery, complete, type QueryModels, type QueryOf } from '../query/query';
import { DESCRIPTORS } from '../families';
import AlertCountsEditor from './AlertCountsEditor';
import AlertEventsEditor from './AlertEventsEditor';
import AlertSearchEditor from './AlertSearchEditor';
import AlertsEditor from './AlertsEditor';

const from = dateTime(Date.UTC(2026, 0, 1));
const to = dateTime(Date.UTC(2026, 0, 2));
const range = { from, to, raw: { from, to } };

function show<T extends keyof QueryModels>(
  Editor: ComponentType<EditorProps<QueryOf<QueryModels[T]>>>,
  type: T,
  stored: Partial<AnomalyQuery> = {}
) {
  const onChange = jest.fn<void, [QueryOf<QueryModels[T]>]>();
  const onRunQuery = jest.fn();
  const context = testContext();
  function Harness() {
    const [query, setQuery] = useState(
      complete({ refId: 'A', ...stored }, DESCRIPTORS[type].model) as QueryOf<QueryModels[T]>
    );
    const take = (next: QueryOf<QueryModels[T]>) => {
      onChange(next);
      setQuery(next);
    };
    return <Editor {...{ query, onRunQuery, context, range }} onChange={take} />;
  }
  render(<Harness />);
  return { onRunQuery, last: () => onChange.mock.lastCall?.[0] };
}

const has = (label: string | RegExp) => screen.queryByLabelText(label) !== null;

describe('AlertsEditor', () => {
  it('marks what is no time where it is typed, and takes date math', async () => {
    const { last, onRunQuery } = show(AlertsEditor, 'alerts');
    await userEvent.type(screen.getByLabelText('At'), 'soon');
    expect(screen.getByLabelText('At')).toBeInvalid();
    await userEvent.clear(screen.getByLabelText('At'));
    await userEvent.type(screen.getByLabelText('At'), 'now-6h{Enter}');
    expect(screen.getByLabelText('At')).toBeValid();
    expect(last()).toMatchObject({ at: 'now-6h' });
    expect(onRunQuery).toHaveBeenCalledTimes(1);
  });

  it('takes an alert that no list has, and switches to a row per metric', async () => {
    const { last } = show(AlertsEditor, 'alerts');
    await userEvent.type(screen.getByLabelText('Alert'), 'a-17{Enter}');
    expect(last()).toMatchObject({ alertId: 'a-17' });
    await userEvent.click(screen.getByLabelText('Row per metric'));
    expect(last()).toMatchObject({ alertId: 'a-17', metrics: true });
  });

  it('shows the filters that were clicked in Explore, and takes one away', async () => {
    const filters = [
      { key: 'node', operator: '=', value: 'db' },
      { key: 'impact', operator: '!=', value: 'low' },
    ];
    const { last } = show(AlertsEditor, 'alerts', { filters });
    await userEvent.click(screen.getByLabelText('Remove the filter node = db'));
    expect(last()).toMatchObject({ filters: [{ key: 'impact', operator: '!=', value: 'low' }] });
    expect(screen.getByText('impact != low')).toBeInTheDocument();
  });
});

describe('AlertEventsEditor', () => {
  it('asks which alerts where no one alert is given, and for a single event only of one', async () => {
    show(AlertEventsEditor, 'alertEvents');
    expect([has('Text'), has('Node'), has('Metric'), has('Sequence')]).toEqual([true, true, true, false]);
    await userEvent.type(screen.getByLabelText('Alert'), 'a{Enter}');
    expect([has('Text'), has('Node'), has('Metric'), has('Sequence')]).toEqual([false, false, false, true]);
  });

  it('marks a sequence that is no number', async () => {
    show(AlertEventsEditor, 'alertEvents', { alertId: 'a' });
    await userEvent.type(screen.getByLabelText('Sequence'), 'first');
    expect(screen.getByLabelText('Sequence')).toBeInvalid();
  });

  it('asks for no limit, changes or sequence where states are wanted', () => {
    show(AlertEventsEditor, 'alertEvents', { alertId: 'a', format: 'states' });
    expect([has('Limit'), has('Row per change'), has('Sequence')]).toEqual([false, false, false]);
  });
});

describe('AlertSearchEditor', () => {
  it('takes every filter', async () => {
    const { last } = show(AlertSearchEditor, 'alertSearch');
    await userEvent.type(screen.getByLabelText('Text'), 'disk{Enter}');
    await userEvent.type(screen.getByLabelText('Least score'), '0.5{Enter}');
    await userEvent.type(screen.getByLabelText('Node'), '7{Enter}');
    await userEvent.type(screen.getByLabelText('Metric'), 'cpu{Enter}');
    await userEvent.clear(screen.getByLabelText('Limit'));
    await userEvent.type(screen.getByLabelText('Limit'), '50{Enter}');
    expect(last()).toMatchObject({ q: 'disk', minScore: '0.5', nodeId: '7', metricId: 'cpu', limit: 50 });
  });

  it('marks a score that is no number, unless it is a variable', async () => {
    show(AlertSearchEditor, 'alertSearch');
    const input = screen.getByLabelText('Least score');
    await userEvent.type(input, 'much');
    expect(input).toBeInvalid();
    await userEvent.clear(input);
    await userEvent.type(input, '$least');
    expect(input).toBeValid();
  });
});

describe('AlertCountsEditor', () => {
  it('takes a bucket', async () => {
    const { last } = show(AlertCountsEditor, 'alertCounts');
    await userEvent.click(screen.getByLabelText('Bucket'));
    await userEvent.click(await screen.findByRole('option', { name: /4h/ }));
    expect(last()).toMatchObject({ bucket: '4h' });
  });
});

describe('AnomaliesEditor', () => {
  it.each([
    ['range', { Alert: false, Update: false, Until: false, 'With metrics': true }],
    ['current', { Alert: false, Update: false, Until: true, 'With metrics': false }],
    ['unread', { Alert: false, Update: false, Until: true, 'With metrics': true }],
    ['alert', { Alert: true, Update: false, Until: false, 'With metrics': false }],
    ['update', { Alert: true, Update: true, Until: false, 'With metrics': true }],
  ])('shows what applies to %s only', (scope, shown) => {
    show(AnomaliesEditor, 'anomalies', { scope });
    expect(Object.fromEntries(Object.keys(shown).map((label) => [label, has(label)]))).toEqual(shown);
  });

  it('offers time series once metrics are asked for, and takes them back with them', async () => {
    const { last } = show(AnomaliesEditor, 'anomalies', { format: 'timeseries', withMetrics: true });
    expect(has('Format')).toBe(true);
    await userEvent.click(screen.getByLabelText('With metrics'));
    expect(last()).toMatchObject({ withMetrics: false, format: 'table' });
    expect(has('Format')).toBe(false);
  });
});
