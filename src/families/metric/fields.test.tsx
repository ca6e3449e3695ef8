import { dateTime, LoadingState, type PanelData, toDataFrame } from '@grafana/data';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import React, { useState } from 'react';
import { alertsNaming, testContext } from '../../../tests/support/editorContext';
import { type AnomalyQuery, complete } from '../../ground/query';
import { METRIC, type MetricQuery } from './models';
import { type Context } from '../../table/runner';
import { FieldsEditor } from '../../editor/FieldsEditor';
import { english } from '../../../tests/support/english';

const range = (hours: number) => {
  const from = dateTime(Date.UTC(2026, 0, 1));
  const to = dateTime(Date.UTC(2026, 0, 1, hours));
  return { from, to, raw: { from, to } };
};

interface Options {
  context?: Context;
  hours?: number;
  data?: PanelData;
}

function show(stored: Partial<AnomalyQuery>, { context = testContext(), hours = 6, data }: Options = {}) {
  const onChange = jest.fn<void, [MetricQuery]>();
  const onRunQuery = jest.fn();
  function Harness() {
    const [query, setQuery] = useState(complete({ refId: 'A', ...stored }, METRIC));
    const take = (next: MetricQuery) => {
      onChange(next);
      setQuery(next);
    };
    return (
      <FieldsEditor model={METRIC} {...{ query, onRunQuery, context, data }} onChange={take} range={range(hours)} />
    );
  }
  render(<Harness />);
  return { onChange, onRunQuery, last: () => onChange.mock.lastCall?.[0] };
}

describe('the fields of a metric query', () => {
  it('stores IDs and names from the pickers, and runs the query', async () => {
    const listAlerts = alertsNaming({
      nodeId: '101',
      nodeName: 'db primary',
      systemId: '1',
      systemName: 'shop',
      metricId: 'cpu',
      metricName: 'CPU load',
    });
    const { last, onRunQuery } = show({}, { context: testContext({ operations: { listAlerts } }) });
    await userEvent.click(screen.getByLabelText('Node'));
    await userEvent.click(await screen.findByRole('option', { name: /db primary/ }));
    await userEvent.click(screen.getByLabelText('Metric'));
    await userEvent.click(await screen.findByRole('option', { name: /CPU load/ }));
    expect(last()).toMatchObject({
      nodeId: '101',
      nodeName: 'db primary',
      systemName: 'shop',
      metricId: 'cpu',
      metricName: 'CPU load',
    });
    expect(onRunQuery).toHaveBeenCalledTimes(2);
  });

  it('discards the names when an unknown ID is typed', async () => {
    const { last } = show({ nodeId: '101', nodeName: 'db primary', systemName: 'shop' });
    await userEvent.type(screen.getByLabelText('Node'), '4711{Enter}');
    await waitFor(() => expect(last()).toMatchObject({ nodeId: '4711', nodeName: '', systemName: '' }));
  });

  it('stores several nodes as a list, without the name of one of them', async () => {
    const { last } = show({ nodeId: '101', nodeName: 'db primary', systemName: 'shop', metricId: 'cpu' });
    await userEvent.click(screen.getByRole('button', { name: english('editor.picker.more', { label: 'Node' }) }));
    await userEvent.keyboard('102{Enter}');
    await waitFor(() => expect(last()).toMatchObject({ nodeId: ['101', '102'], nodeName: '', systemName: '' }));
  });

  it('shows stored series, which replace node and metric, and can return to these', async () => {
    const { last } = show({ nodeId: '7', metricId: 'old', series: ['101:cpu', '$series'] });
    expect(screen.queryByLabelText('Node')).not.toBeInTheDocument();
    act(() => screen.getByLabelText('Series').focus());
    await userEvent.keyboard('{Backspace}');
    expect(last()).toMatchObject({ series: '101:cpu' });
    await userEvent.click(screen.getByLabelText('Select by'));
    await userEvent.click(await screen.findByRole('option', { name: 'Node and metric' }));
    expect(last()).toMatchObject({ series: '', nodeId: '101', metricId: 'cpu' });
    expect(screen.getByLabelText('Metric')).toHaveValue('cpu');
  });

  it('selects series one by one, starting with the selected node and metric', async () => {
    const { last } = show({ nodeId: '101', nodeName: 'db', systemName: 'shop', metricId: 'cpu', metricName: 'CPU' });
    await userEvent.click(screen.getByLabelText('Select by'));
    await userEvent.click(await screen.findByRole('option', { name: 'Series' }));
    expect(last()).toMatchObject({ series: '101:cpu', nodeName: 'db', metricName: 'CPU' });
    await userEvent.click(screen.getByRole('button', { name: english('editor.picker.more', { label: 'Series' }) }));
    await userEvent.keyboard('102:http:500{Enter}');
    await userEvent.keyboard('103:rps{Enter}');
    const names = { nodeName: '', metricName: '', systemName: '' };
    await waitFor(() => expect(last()).toMatchObject({ series: ['101:cpu', '102:http:500', '103:rps'], ...names }));
  });

  it.each([
    [6, 'auto (1m)'],
    [48, 'auto (15m)'],
    [24 * 10, 'auto (1h)'],
  ])('shows what auto means for %i hours', (hours, text) => {
    show({}, { hours });
    expect(screen.getByLabelText('Granularity')).toHaveValue(text);
  });

  it.each([
    ['15m', 'auto (15m)'],
    ['60m', 'auto (1h)'],
    ['5m', 'auto (5m)'],
  ])('shows that the service used %s for auto', (granularity, text) => {
    const frame = { ...toDataFrame({ fields: [] }), refId: 'A', meta: { custom: { granularity } } };
    show({}, { data: { series: [frame], state: LoadingState.Done, timeRange: range(6) } });
    expect(screen.getByLabelText('Granularity')).toHaveValue(text);
  });

  it('has no granularity on v2, which does not support it', () => {
    show({}, { context: testContext({ jsonData: { metricVersion: 'v2' } }) });
    expect(screen.queryByLabelText('Granularity')).not.toBeInTheDocument();
  });

  it('shows a stored granularity on v2, so that it can be undone', () => {
    show({ granularity: '1h' }, { context: testContext({ jsonData: { metricVersion: 'v2' } }) });
    expect(screen.getByLabelText('Granularity')).toHaveValue('1h');
  });

  it('keeps the corridors in their order', async () => {
    const { last } = show({ bands: ['inf'] });
    await userEvent.click(within(screen.getByRole('group', { name: 'Corridors' })).getByLabelText('main'));
    expect(last()?.bands).toEqual(['main', 'inf']);
    await userEvent.click(screen.getByLabelText('inf'));
    expect(last()?.bands).toEqual(['main']);
  });

  it.each(['Aggregation', 'Granularity', 'Compare', 'Overlay'] as const)('lists variables for %s', async (label) => {
    const { last } = show({}, { context: testContext({ variables: { choice: ['max'] } }) });
    await userEvent.click(screen.getByLabelText(label));
    await userEvent.click(await screen.findByRole('option', { name: /\$choice/ }));
    expect(last()?.[label.toLowerCase() as Lowercase<typeof label>]).toBe('$choice');
  });

  it('stores the legend when the field loses focus, and shows how to write labels', async () => {
    const { onChange, last } = show({});
    await userEvent.type(screen.getByLabelText('Legend'), '{{{{node}}');
    expect(onChange).not.toHaveBeenCalled();
    await userEvent.tab();
    expect(last()?.legend).toBe('{{node}}');
    expect(screen.getByLabelText(/\{\{node\}\}, \{\{metric\}\}/)).toBeVisible();
  });
});
