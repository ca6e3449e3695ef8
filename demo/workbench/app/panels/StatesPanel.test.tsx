import { applyFieldOverrides, createTheme, dateTime, FieldType, LoadingState, toDataFrame } from '@grafana/data';
import { render, screen } from '@testing-library/react';
import React from 'react';
import { fieldOptions } from '../boot/field-options';
import { StatesPanel } from './StatesPanel';

const MAPPINGS = [
  { type: 'value', options: { 0: { text: 'inside', color: 'green', index: 0 } } },
  { type: 'range', options: { from: 0, to: null, result: { text: 'above', color: 'red', index: 1 } } },
];
const timeRange = { from: dateTime(0), to: dateTime(1000), raw: { from: 'now-1h', to: 'now' } };

function draw(fields: object[], noValue?: string) {
  const fieldConfig = { defaults: { color: { mode: 'fixed' }, mappings: MAPPINGS, noValue }, overrides: [] } as never;
  const series = [toDataFrame({ fields })];
  const frames = applyFieldOverrides({
    data: series,
    fieldConfig,
    fieldConfigRegistry: fieldOptions,
    theme: createTheme(),
    replaceVariables: (text) => text,
  });
  const data = { state: LoadingState.Done, series, timeRange };
  render(
    <StatesPanel
      {...{ data, frames, timeRange, fieldConfig, marks: [], options: {}, scopedVars: {}, onZoom: () => {} }}
      width={500}
      height={200}
    />
  );
}

it('has a legend of the states that occur, each once', () => {
  draw([
    { name: 'time', type: FieldType.time, values: [0, 200, 400] },
    { name: 'a', type: FieldType.number, values: [0, 1, 2] },
  ]);
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['inside', 'above']);
});

it('says "No data" without a time field, or what the panel says instead', () => {
  draw([{ name: 'a', type: FieldType.number, values: [1] }]);
  expect(screen.getByText('No data')).toBeInTheDocument();
  draw([], 'Nothing happened');
  expect(screen.getByText('Nothing happened')).toBeInTheDocument();
});
