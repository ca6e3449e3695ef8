import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import React, { useState } from 'react';
import { type AnomalyDataSource } from '../datasource';
import { testContext } from '../../tests/support/editorContext';
import { type AnomalyQuery } from '../query/query';
import AnnotationEditor from './AnnotationEditor';

jest.setTimeout(30_000);

function show(stored: Partial<AnomalyQuery>) {
  const onChange = jest.fn<void, [AnomalyQuery]>();
  const datasource = { context: testContext() } as unknown as AnomalyDataSource;
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

it('offers the fields of the source', async () => {
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

it('searches for nothing where the events of one alert are wanted', () => {
  show({ source: 'alertEvents', alertId: 'a' });
  expect([has('Alert'), has('Node'), has('Metric'), has('Search')]).toEqual([true, false, false, false]);
});

it('takes several impacts and a limit', async () => {
  const { last } = show({});
  await userEvent.click(screen.getByLabelText('Impact'));
  await userEvent.click(await screen.findByRole('option', { name: 'severe' }));
  expect(last()).toMatchObject({ impact: ['severe'] });
  await userEvent.clear(screen.getByLabelText('Limit'));
  await userEvent.type(screen.getByLabelText('Limit'), '50{Enter}');
  expect(last()).toMatchObject({ impact: ['severe'], limit: 50 });
});
