import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import React from 'react';
import { type AnomalyDataSource } from '../datasource';
import { DESCRIPTORS, isComplete } from '../families/families';
import { testContext } from '../../tests/support/editorContext';
import { type StoredSettings } from '../ground/settings';
import HelpPage, { examplesOfTypes } from './HelpPage';

async function show(jsonData: StoredSettings = {}) {
  const onClickExample = jest.fn();
  const datasource = { context: testContext({ jsonData }) } as AnomalyDataSource;
  render(<HelpPage datasource={datasource} query={{ refId: 'B' }} onClickExample={onClickExample} />);
  const list = await screen.findByRole('list', { name: 'Examples' });
  return { list: within(list), onClickExample };
}

describe('HelpPage', () => {
  it("returns the clicked example with the query's refId", async () => {
    const { list, onClickExample } = await show();
    await userEvent.click(list.getByRole('button', { name: /^Alerts in the time range by/ }));
    expect(onClickExample).toHaveBeenCalledWith({ refId: 'B', queryType: 'alertSearch', impact: ['severe'] });
  });

  it("shows metric examples with the settings' node and metric, or that they must be selected", async () => {
    const { list } = await show({ defaultNodeId: '1', defaultMetricId: 'a' });
    expect(list.getByText('metric nodeId=1 metricId=a')).toBeVisible();
    expect(list.queryByText(/^Choose a node/)).not.toBeInTheDocument();
    cleanup();
    const { list: bare } = await show();
    expect(bare.getAllByText(/^Choose a node and a metric/)).not.toHaveLength(0);
  });
});

it('has examples of every type that run unchanged, or show what they need', () => {
  const all = examplesOfTypes();
  expect(new Set(all.map(({ title }) => title())).size).toBe(all.length);
  const shown = new Set(all.map(({ query }) => query.queryType));
  expect([...shown, 'annotations', 'variable']).toEqual(Object.keys(DESCRIPTORS));
  const chosen = { nodeId: '1', metricId: 'a', alertId: 'a' };
  expect(all.filter(({ query }) => !isComplete(query) && !isComplete({ ...query, ...chosen }))).toEqual([]);
});
