import { type DataQueryResponse } from '@grafana/data';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import React, { useState } from 'react';
import { type Observable, of, Subject, throwError } from 'rxjs';
import { type AnomalyDataSource } from '../datasource';
import { testContext } from '../fields/testing/context';
import { type AnomalyQuery } from '../query/query';
import { type Request } from '../answer/runner';
import { valuesFrame } from './runner';
import VariableEditor from './VariableEditor';

jest.setTimeout(30_000);

const entries = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ value: `${i + 1}`, text: `node ${i + 1}` }));

function show(stored: Partial<AnomalyQuery> | string, answer: () => Observable<DataQueryResponse>) {
  const onChange = jest.fn<void, [AnomalyQuery]>();
  const query = jest.fn<Observable<DataQueryResponse>, [Request]>(answer);
  const datasource = { context: testContext(), query } as unknown as AnomalyDataSource;
  function Harness() {
    const [current, setCurrent] = useState(stored as AnomalyQuery);
    const take = (next: AnomalyQuery) => {
      onChange(next);
      setCurrent(next);
    };
    return <VariableEditor query={current} onChange={take} datasource={datasource} />;
  }
  return { ...render(<Harness />), query, last: () => onChange.mock.lastCall?.[0] };
}

it('shows the first values, each with the id behind its text', async () => {
  const { query } = show({ list: 'nodes' }, () => of({ data: [valuesFrame(entries(7))] }));
  const table = await screen.findByRole('table', { name: 'Showing the first 5 of 7.' });
  expect(screen.getByText('Showing the first 5 of 7.')).toBeInTheDocument();
  const rows = within(table).getAllByRole('row').slice(1);
  expect(rows).toHaveLength(5);
  expect(rows[0]).toHaveTextContent('node 11');
  expect(query.mock.lastCall?.[0].targets).toEqual([expect.objectContaining({ queryType: 'variable', list: 'nodes' })]);
});

it('takes what Grafana starts with, a text, for a query of nodes', async () => {
  const { query } = show('', () => of({ data: [valuesFrame([])] }));
  expect(await screen.findByText(/^Nothing found/)).toBeInTheDocument();
  expect(query.mock.lastCall?.[0].targets[0]).toMatchObject({ refId: 'variable', list: 'nodes' });
});

it('offers the fields that the list has', async () => {
  const { last } = show({ list: 'systems' }, () => of({ data: [] }));
  expect(screen.queryByLabelText('System')).not.toBeInTheDocument();
  await userEvent.click(screen.getByLabelText('List'));
  await userEvent.click(await screen.findByRole('option', { name: 'Metrics' }));
  expect(last()).toMatchObject({ list: 'metrics', queryType: 'variable' });
  ['System', 'Node', 'Alert', 'Search'].forEach((label) => expect(screen.getByLabelText(label)).toBeVisible());
  await userEvent.type(screen.getByLabelText('Search'), 'cpu{Enter}');
  expect(last()).toMatchObject({ list: 'metrics', q: 'cpu' });
});

it('says why there are no values', async () => {
  show({ list: 'nodes' }, () => of({ data: [], errors: [{ message: 'The service refused the access token.' }] }));
  expect(await screen.findByText('The service refused the access token.')).toBeInTheDocument();
});

it('says why the query cannot be run at all', async () => {
  show({ list: 'nodes' }, () => throwError(() => new Error('broken')));
  expect(await screen.findByText('broken')).toBeInTheDocument();
});

it('stops asking when it goes', async () => {
  const answer = new Subject<DataQueryResponse>();
  const { query, unmount } = show({ list: 'nodes' }, () => answer);
  await waitFor(() => expect(answer.observed).toBe(true));
  expect(query).toHaveBeenCalledTimes(1);
  unmount();
  expect(answer.observed).toBe(false);
});
