import { type CoreApp } from '@grafana/data';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import React, { useState } from 'react';
import { type AnomalyDataSource } from '../datasource';
import { type AnomalyQuery } from '../ground/query';
import { listedTypes } from '../families/families';
import QueryEditor from './QueryEditor';
import { testContext } from '../../tests/support/editorContext';

const types = listedTypes();

async function show(stored: Partial<AnomalyQuery> = {}, context = testContext(), app?: CoreApp) {
  const onRunQuery = jest.fn();
  let current: AnomalyQuery = { refId: 'A', ...stored };
  const datasource = { context } as AnomalyDataSource;
  function Harness() {
    const [query, setQuery] = useState(current);
    current = query;
    return <QueryEditor {...{ datasource, query, onRunQuery, app }} onChange={setQuery} />;
  }
  render(<Harness />);
  await screen.findByLabelText('Query type');
  return { query: () => current, onRunQuery };
}

async function choose(name: RegExp) {
  await userEvent.click(screen.getByLabelText('Query type'));
  await userEvent.click(await screen.findByRole('option', { name }));
}

describe('QueryEditor', () => {
  it('describes each query type in a line', async () => {
    await show();
    await userEvent.click(screen.getByLabelText('Query type'));
    const options = await screen.findAllByRole('option');
    expect(options.length).toBeGreaterThan(3);
    for (const [i, option] of options.entries()) {
      expect(option).toHaveTextContent(types[i].about.name());
      expect(option).toHaveTextContent(types[i].about.purpose());
    }
  });

  it.each<[string, string]>([
    ['metric', 'Granularity'],
    ['forecast', 'Corridors'],
    ['alerts', 'Alert'],
    ['alertEvents', 'Alert'],
    ['alertSearch', 'Node'],
    ['alertCounts', 'Node'],
    ['anomalies', 'Query type'],
    ['deviations', 'Node'],
  ])('shows the editor of %s', async (queryType, label) => {
    await show({ queryType });
    expect(await screen.findAllByRole('group')).not.toHaveLength(0);
    expect(screen.getAllByText(label)[0]).toBeVisible();
    expect(screen.getByLabelText('Query type')).toHaveValue(
      types.find((type) => type.queryType === queryType)?.about.name()
    );
  });

  it('treats a query without a type, or with one from a newer version, as a metric query', async () => {
    await show({ queryType: 'later' });
    expect(screen.getByLabelText('Query type')).toHaveValue('Metric');
    expect(await screen.findByLabelText('Granularity')).toBeVisible();
  });

  it("shows the settings' node and metric if the query has none, and stores them with the first edit", async () => {
    const jsonData = { defaultNodeId: '101', defaultMetricId: 'response_time' };
    const { query } = await show({ queryType: 'metric' }, testContext({ jsonData }));
    expect(await screen.findByLabelText('Node')).toHaveValue('101');
    expect(screen.getByLabelText('Metric')).toHaveValue('response_time');
    await userEvent.click(screen.getByLabelText('Outliers'));
    expect(query()).toMatchObject({ nodeId: '101', metricId: 'response_time', outliers: false });
  });

  it("only shows the query's node if the type is not about one metric", async () => {
    const jsonData = { defaultNodeId: '101', defaultMetricId: 'response_time' };
    await show({ queryType: 'alertSearch' }, testContext({ jsonData }));
    expect(await screen.findByLabelText('Node')).toHaveValue('');
  });

  it('stores nothing before something is edited', async () => {
    const { query, onRunQuery } = await show({ nodeId: '1' });
    await screen.findByLabelText('Granularity');
    expect(query()).toEqual({ refId: 'A', nodeId: '1' });
    expect(onRunQuery).not.toHaveBeenCalled();
  });

  it('keeps the subject of the query and unknown fields, and runs the query', async () => {
    const { query, onRunQuery } = await show({ nodeId: '101', metricId: 'cpu', ours: 'kept' });
    await choose(/^Alert search/);
    expect(query()).toEqual({
      refId: 'A',
      queryType: 'alertSearch',
      nodeId: '101',
      metricId: 'cpu',
      ours: 'kept',
      headings: true,
    });
    expect(onRunQuery).toHaveBeenCalledTimes(1);
    expect(await screen.findByLabelText('Node')).toHaveValue('101');
  });

  it('does not change column names of a table that may have transformations', async () => {
    const { query } = await show({ queryType: 'alerts' });
    await choose(/^Alert search/);
    expect(query()).toEqual({ refId: 'A', queryType: 'alertSearch' });
  });

  it('only stores what was set', async () => {
    const { query, onRunQuery } = await show({ nodeId: '101', metricId: 'cpu', ours: 'kept' });
    await userEvent.click(await screen.findByLabelText('Outliers'));
    expect(query()).toEqual({
      refId: 'A',
      queryType: 'metric',
      nodeId: '101',
      metricId: 'cpu',
      ours: 'kept',
      outliers: false,
    });
    expect(onRunQuery).toHaveBeenCalledTimes(1);
  });
});
