import { dateTime } from '@grafana/data';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import React, { useState } from 'react';
import { alertsNaming, testContext } from '../../../tests/support/editorContext';
import { type AnomalyQuery, complete } from '../../ground/query';
import { METRIC, type MetricQuery } from './models';
import { type Context } from '../../table/runner';
import { FieldsEditor } from '../../editor/FieldsEditor';
import { english } from '../../../tests/support/english';

const [from, to] = [dateTime(Date.UTC(2026, 0, 1)), dateTime(Date.UTC(2026, 0, 1, 6))];
const range = { from, to, raw: { from, to } };

function show(stored: Partial<AnomalyQuery>, { context = testContext() }: { context?: Context } = {}) {
  const onChange = jest.fn<void, [MetricQuery]>();
  const onRunQuery = jest.fn();
  function Harness() {
    const [query, setQuery] = useState(complete({ refId: 'A', ...stored }, METRIC));
    const take = (next: MetricQuery) => {
      onChange(next);
      setQuery(next);
    };
    return <FieldsEditor model={METRIC} {...{ query, onRunQuery, context, range }} onChange={take} />;
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

  it('shows stored series, which replace node and metric, until they are removed', async () => {
    const { last } = show({ nodeId: '7', metricId: 'old', series: '101:cpu' });
    expect(screen.queryByLabelText('Node')).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Clear value' }));
    expect(last()).toMatchObject({ series: '', nodeId: '7', metricId: 'old' });
    expect(screen.getByLabelText('Metric')).toHaveValue('old');
  });

  it('selects series one by one, without the names of node and metric', async () => {
    const { last } = show({ nodeId: '101', nodeName: 'db', systemName: 'shop', metricId: 'cpu', metricName: 'CPU' });
    await userEvent.type(screen.getByLabelText('Series'), '102:http:500{Enter}');
    const names = { nodeName: '', metricName: '', systemName: '' };
    await waitFor(() => expect(last()).toMatchObject({ series: '102:http:500', ...names }));
    await userEvent.click(screen.getByRole('button', { name: english('editor.picker.more', { label: 'Series' }) }));
    await userEvent.keyboard('103:rps{Enter}');
    await waitFor(() => expect(last()).toMatchObject({ series: ['102:http:500', '103:rps'], ...names }));
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
    await userEvent.click(screen.getByLabelText('Corridors'));
    await userEvent.click(await screen.findByRole('option', { name: 'main' }));
    expect(last()?.bands).toEqual(['main', 'inf']);
    await userEvent.click(screen.getByRole('option', { name: 'inf' }));
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
