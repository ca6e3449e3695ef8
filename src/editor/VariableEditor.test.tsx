import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import React, { useState } from 'react';
import { type AnomalyDataSource } from '../datasource';
import { testContext } from '../../tests/support/editorContext';
import { type AnomalyQuery } from '../ground/query';
import { VariableEditor } from './editors';

function show(stored: Partial<AnomalyQuery> | string) {
  const onChange = jest.fn<void, [AnomalyQuery]>();
  const datasource = { context: testContext() } as unknown as AnomalyDataSource;
  function Harness() {
    const [current, setCurrent] = useState(stored as AnomalyQuery);
    const take = (next: AnomalyQuery) => {
      onChange(next);
      setCurrent(next);
    };
    return <VariableEditor query={current} onChange={take} datasource={datasource} />;
  }
  render(<Harness />);
  return { last: () => onChange.mock.lastCall?.[0] };
}

it("reads Grafana's initial value, a text, as a query for nodes", async () => {
  const { last } = show('');
  expect(screen.getByLabelText('List')).toHaveValue('Nodes');
  await userEvent.type(screen.getByLabelText('Search'), 'web{Enter}');
  expect(last()).toMatchObject({ refId: 'variable', list: 'nodes', q: 'web' });
});

it('shows the fields of the list', async () => {
  const { last } = show({ list: 'systems' });
  expect(screen.queryByLabelText('System')).not.toBeInTheDocument();
  await userEvent.click(screen.getByLabelText('List'));
  await userEvent.click(await screen.findByRole('option', { name: 'Metrics' }));
  expect(last()).toMatchObject({ list: 'metrics', queryType: 'variable' });
  ['System', 'Node', 'Alert', 'Search'].forEach((label) => expect(screen.getByLabelText(label)).toBeVisible());
  await userEvent.type(screen.getByLabelText('Search'), 'cpu{Enter}');
  expect(last()).toMatchObject({ list: 'metrics', q: 'cpu' });
});

it('shows a node that narrows systems, so that it can be removed', () => {
  show({ list: 'systems', nodeId: '12' });
  expect(screen.getByLabelText('Node')).toBeVisible();
});
