import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import React from 'react';
import { type AnomalyDataSource } from '../datasource';
import { alertsNaming, testContext } from '../fields/testing/context';
import { listedTypes, type ListedType } from '../editor/listed';
import { isComplete, isQueryType } from '../families';
import { type AnomalyQuery } from '../query/query';
import { type Context } from '../answer/runner';
import HelpPage, { examplesOf } from './HelpPage';

let types: ListedType[];
beforeAll(async () => {
  types = await listedTypes();
});

async function show(context: Context, query: Partial<AnomalyQuery> = {}) {
  const onClickExample = jest.fn();
  const datasource = { context } as AnomalyDataSource;
  render(<HelpPage datasource={datasource} query={{ refId: 'B', ...query }} onClickExample={onClickExample} />);
  await screen.findAllByRole('list', { name: 'Examples' });
  return onClickExample;
}

const list = () => within(screen.getByRole('list', { name: 'Examples' }));

describe('HelpPage', () => {
  it('gives the example that was clicked, under the refId of the query', async () => {
    const onClickExample = await show(testContext());
    await userEvent.click(list().getByRole('button', { name: "The range's severe alerts" }));
    expect(onClickExample).toHaveBeenCalledWith({ refId: 'B', queryType: 'alertSearch', impact: 'severe' });
  });

  it('shows metric examples with a metric that an alert names', async () => {
    const listAlerts = alertsNaming({ nodeId: '101', nodeName: 'db', metricId: 'cpu' });
    const onClickExample = await show(testContext({ operations: { listAlerts } }));
    await userEvent.click(await list().findByRole('button', { name: 'A metric in its corridors' }));
    expect(onClickExample).toHaveBeenCalledWith({
      refId: 'B',
      queryType: 'metric',
      nodeId: '101',
      nodeName: 'db',
      metricId: 'cpu',
    });
  });

  it("prefers the query's own metric, then that of the settings", async () => {
    const context = testContext({ jsonData: { defaultNodeId: '1', defaultMetricId: 'a' } });
    await show(context);
    expect(list().getByText('metric a · 1')).toBeVisible();
    await show(context, { nodeId: '2', metricId: 'b' });
    expect(screen.getByText('metric b · 2')).toBeVisible();
  });

  it('keeps the examples apart by the gap of their grid alone', () => {
    show(testContext());
    const [item] = list().getAllByRole('listitem');
    expect(item.firstElementChild).toHaveStyle({ marginBottom: 0 });
  });

  it('leaves metric examples out where no metric is known', async () => {
    await show(testContext());
    expect(list().queryByRole('button', { name: 'A metric in its corridors' })).not.toBeInTheDocument();
  });
});

describe('examples', () => {
  it('can all be run as they are', () => {
    const all = examplesOf(types, { nodeId: '1', metricId: 'a' });
    expect(all.filter(({ query }) => !isQueryType(query.queryType) || !isComplete(query))).toEqual([]);
    expect(new Set(all.map(({ title }) => title)).size).toBe(all.length);
  });
});
