import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import React, { useState } from 'react';
import { type AnomalyDataSource } from '../datasource';
import { testContext } from '../../tests/support/editorContext';
import { type AnomalyQuery } from '../ground/query';
import { AnnotationEditor } from './editors';

function show(stored: Partial<AnomalyQuery>, variables: Record<string, string[]> = {}) {
  const onChange = jest.fn<void, [AnomalyQuery]>();
  const datasource = { context: testContext({ variables }) } as unknown as AnomalyDataSource;
  function Harness() {
    const [current, setCurrent] = useState<AnomalyQuery>({ refId: 'Anno', ...stored });
    const take = (next: AnomalyQuery) => {
      onChange(next);
      setCurrent(next);
    };
    return <AnnotationEditor query={current} onChange={take} datasource={datasource} />;
  }
  render(<Harness />);
  return { last: () => onChange.mock.lastCall?.[0] };
}

const has = (label: string) => screen.queryByLabelText(label) !== null;

it('shows the fields of the source', async () => {
  const { last } = show({});
  expect([has('Shape'), has('Impact'), has('Severity'), has('Alert'), has('Search')]).toEqual([
    true,
    true,
    false,
    true,
    true,
  ]);
  await userEvent.click(screen.getByLabelText('Source'));
  await userEvent.click(await screen.findByRole('option', { name: /Anomalies/ }));
  expect(last()).toMatchObject({ queryType: 'annotations', source: 'anomalies' });
  expect([has('Shape'), has('Impact'), has('Severity'), has('Alert'), has('Search')]).toEqual([
    false,
    false,
    true,
    false,
    false,
  ]);
});

it('sends no search for the events of one alert', () => {
  show({ source: 'alertEvents', alertId: 'a' });
  expect([has('Alert'), has('Node'), has('Metric'), has('Search')]).toEqual([true, false, false, false]);
});

it('accepts several impacts and a limit', async () => {
  const { last } = show({});
  await userEvent.click(screen.getByLabelText('Impact'));
  await userEvent.click(await screen.findByRole('option', { name: 'severe' }));
  expect(last()).toMatchObject({ impact: ['severe'] });
  await userEvent.clear(screen.getByLabelText('Limit'));
  await userEvent.type(screen.getByLabelText('Limit'), '50{Enter}');
  expect(last()).toMatchObject({ impact: ['severe'], limit: 50 });
});

describe('names of another dashboard', () => {
  it('are first, and list the variables of the dashboard', async () => {
    const { last } = show({}, { instance: ['web-1'] });
    const labels = [...document.querySelectorAll('label')].map(({ textContent }) => textContent);
    expect(labels.slice(0, 3)).toEqual(['Match', 'Names', 'Name pattern']);
    expect(screen.getByLabelText('Match')).toHaveValue('Nodes named by');
    await userEvent.click(screen.getByLabelText('Names'));
    await userEvent.click(await screen.findByRole('option', { name: '$instance' }));
    expect(last()).toMatchObject({ names: ['$instance'] });
  });

  it('show what is wrong with their pattern', () => {
    show({ names: ['web-1'], namePattern: '([' });
    expect(screen.getByText(/Name pattern: "\(\["/)).toBeVisible();
  });
});
