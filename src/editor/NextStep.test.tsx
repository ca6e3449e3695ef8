import { getDefaultTimeRange, LoadingState, type PanelData, toDataFrame } from '@grafana/data';
import { render, screen } from '@testing-library/react';
import React from 'react';
import { listedTypes } from '../families/families';
import { type AnomalyQuery } from '../ground/query';
import { NextStep } from './QueryEditor';

function answered(rows: unknown[], more: Partial<PanelData> = {}, notice?: string): PanelData {
  const meta = notice ? { custom: { notices: [{ severity: 'info' as const, text: notice }] } } : {};
  const frame = toDataFrame({ refId: 'A', fields: [{ name: 'title', values: rows }], meta });
  return { state: LoadingState.Done, series: [frame], timeRange: getDefaultTimeRange(), ...more };
}

function show(query: Partial<AnomalyQuery>, data?: PanelData) {
  const [model] = listedTypes().filter(({ queryType }) => queryType === (query.queryType ?? 'metric'));
  render(<NextStep model={model} query={{ refId: 'A', ...query }} data={data} />);
  return screen.getByRole('status');
}

/** A query of each type that can run. */
const RUNS = listedTypes().map(({ queryType }) => ({
  queryType,
  nodeId: '1',
  metricId: 'a',
  alertId: 'a',
  updateId: 'u',
}));

it.each(RUNS)('$queryType: an empty answer shows what to do', (query) => {
  expect(show(query, answered([]))).toHaveTextContent(/\w+ .*\w+\.$/);
});

it.each(RUNS)('$queryType: an answer with rows shows nothing', (query) => {
  expect(show(query, answered(['x']))).toBeEmptyDOMElement();
});

it.each(['metric', 'forecast', 'explain', 'anomalies'])('%s: shows what to select first', (queryType) => {
  expect(show({ queryType, scope: 'alert' })).toHaveTextContent(/^Choose an? \w+/);
});

it('shows why it is empty if the answer gives a reason, and nothing else', () => {
  const hidden = 'There was something, and the filters hide all of it.';
  expect(show({ queryType: 'alerts' }, answered([], {}, hidden))).toHaveTextContent(hidden);
  expect(screen.getByRole('status')).not.toHaveTextContent(/no active alert/);
});

it.each<[string, Partial<PanelData>]>([
  ['while it is loading', { state: LoadingState.Loading }],
  ['while parts are missing', { state: LoadingState.Streaming }],
  ['if it failed', { errors: [{ refId: 'A', message: 'The service refused the access token (401).' }] }],
  ['if it is unknown what failed', { errors: [{ message: 'gone' }] }],
  ['where it is of another query', { series: [toDataFrame({ refId: 'B', fields: [] })] }],
])('shows nothing for an answer %s', (_, more) => {
  expect(show({ queryType: 'alerts' }, answered([], more))).toBeEmptyDOMElement();
});

it('ignores the answer to the query before its change', () => {
  const request = { targets: [{ refId: 'A', queryType: 'anomalies' }] } as unknown as PanelData['request'];
  expect(show({ queryType: 'alerts' }, answered([], { request }))).toBeEmptyDOMElement();
});
