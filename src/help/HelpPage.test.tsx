import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import React from 'react';
import { type AnomalyDataSource } from '../datasource';
import { alertsNaming, testContext } from '../fields/testing/context';
import { listedTypes, type ListedType } from '../editor/listed';
import { DESCRIPTORS, isComplete, isQueryType } from '../families';
import { type AnomalyQuery } from '../query/query';
import { type Context } from '../answer/runner';
import { toAlert } from '../service/alerts';
import { toAnomaly } from '../service/anomalies';
import { of, throwError } from 'rxjs';
import { elsewhere } from './Elsewhere';
import { examplesOf } from './Examples';
import HelpPage from './HelpPage';

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

  it('takes the worst active alert, and its worst metric', async () => {
    const alert = (id: string, impact: string, statTypeName: string) =>
      toAlert({ id, active: true, impact, metrics: [{ nodeId: 7, nodeName: 'db', statTypeId: 'x', statTypeName }] });
    const listAlerts = () => of([alert('a-low', 'low', 'Memory'), alert('a-severe', 'severe', 'CPU load')]);
    const onClickExample = await show(testContext({ operations: { listAlerts } }));
    await userEvent.click(await list().findByRole('button', { name: 'How the worst alert of now went' }));
    expect(onClickExample).toHaveBeenCalledWith({
      refId: 'B',
      queryType: 'alertEvents',
      alertId: 'a-severe',
      changes: true,
    });
    expect(screen.getByRole('status')).toHaveTextContent(
      'The examples take what is alerting now, CPU load · db, and the metric CPU load · db.'
    );
  });

  it('takes a metric of the anomalies where no alert is active, and says so', async () => {
    const items = [{ node: { id: 7, name: 'db' }, metrics: [{ id: 'x', name: 'CPU load' }] }];
    await show(testContext({ operations: { listAnomalies: () => of([toAnomaly({ id: 'n', items })]) } }));
    expect(
      await screen.findByText('No alert is active now. The examples take the metric CPU load · db.')
    ).toBeVisible();
  });

  it('keeps metric examples where no metric is known: they say what they need, and ask for it', async () => {
    const onClickExample = await show(testContext());
    expect(await screen.findByText(/^Neither an active alert nor an anomaly of the last day/)).toBeVisible();
    const example = list().getByRole('button', { name: 'A metric in its corridors' });
    expect(example.closest('li')).toHaveTextContent('Needs a node and a metric: the query will ask for them.');
    await userEvent.click(example);
    expect(onClickExample).toHaveBeenCalledWith({ refId: 'B', queryType: 'metric' });
  });

  it('says that the service does not answer, and never that nothing is alerting', async () => {
    const failing = () => throwError(() => new Error('The service refused the access token (401).'));
    await show(testContext({ operations: { listAlerts: failing, listAnomalies: failing } }));
    await screen.findByText(/^What the service has could not be read: The service refused the access token \(401\)\./);
    expect(screen.getByRole('status')).not.toHaveTextContent(/no alert/i);
    expect(list().getAllByText('Needs a node and a metric: the query will ask for them.').length).toBeGreaterThan(2);
  });
});

describe('examples', () => {
  it('can all be run as they are, or say what they need', () => {
    const alert = { alertId: 'a', title: 'CPU load · db' };
    const all = examplesOf(types, { series: { nodeId: '1', metricId: 'a' }, alert });
    expect(all.filter(({ query }) => !isQueryType(query.queryType) || !isComplete(query))).toEqual([]);
    expect(new Set(all.map(({ title }) => title)).size).toBe(all.length);
    const unknown = examplesOf(types, {});
    expect(unknown.filter(({ query, needs }) => isComplete(query) !== !needs)).toEqual([]);
  });

  it('are there for every query type, also of a service that names nothing; those of no panel have a place of their own', () => {
    const shown = new Set(examplesOf(types, {}).map(({ query }) => query.queryType));
    const placed = Object.keys(elsewhere());
    expect([...shown, ...placed].sort()).toEqual(Object.keys(DESCRIPTORS).sort());
  });
});
