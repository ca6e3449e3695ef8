import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { isEqual, uniqBy } from 'lodash';
import React, { useState } from 'react';
import { DESCRIPTORS, type QueryType } from '../families/families';
import { FieldsEditor, shownRows } from './FieldsEditor';
import { testContext } from '../../tests/support/editorContext';
import { type AnomalyQuery, complete, type Model, type QueryOf } from '../ground/query';
import { labelOf, type Options, type Shape } from '../ground/shapes';

const TYPES = Object.keys(DESCRIPTORS) as QueryType[];
type Any = QueryOf<Model>;

const modelOf = (type: QueryType): Model => DESCRIPTORS[type].model as unknown as Model;
const queryOf = (type: QueryType, stored: object = {}) =>
  complete({ refId: 'A', ...stored }, modelOf(type)) as unknown as AnomalyQuery;

/** Fields with a label. Names are set together with others. */
function inputsOf(type: QueryType): string[] {
  const { fields } = modelOf(type);
  return Object.keys(fields).filter((name) => fields[name].label);
}

/** Queries that together show every field: each option of each choice, with and without an alert. */
function situations(type: QueryType): AnomalyQuery[] {
  const choices = Object.entries(modelOf(type).fields).flatMap(([name, shape]) =>
    shape.kind === 'choice' ? shape.words.map((word) => ({ [name]: word })) : []
  );
  return [{}, ...choices].flatMap((stored) => [
    queryOf(type, stored),
    queryOf(type, { ...stored, alertId: 'a', like: 'a', withMetrics: true }),
  ]);
}

const context = testContext();
const shownIn = (type: QueryType, query: AnomalyQuery) =>
  shownRows(modelOf(type), query, context.settings).flatMap(({ names }) => names);

interface Drawn {
  type: QueryType;
  query: AnomalyQuery;
  onChange?: jest.Mock<void, [Any]>;
}

function Harness({ type, query, onChange }: Drawn) {
  const [current, setCurrent] = useState(query);
  const take = (next: Any) => {
    onChange?.(next);
    setCurrent(next as unknown as AnomalyQuery);
  };
  return <FieldsEditor context={context} model={modelOf(type)} query={current as unknown as Any} onChange={take} />;
}

const inputOf = (label: string) => screen.getByLabelText(label, { selector: 'input' });

function labelsDrawn(): Set<string | null> {
  const inputs = [...document.querySelectorAll('input')];
  return new Set(
    inputs.flatMap((input) => [
      input.getAttribute('aria-label'),
      ...[...(input.labels ?? [])].map(({ textContent }) => textContent),
    ])
  );
}

/** Changes a field to another value. */
async function edit(name: string, shape: Shape, query: AnomalyQuery) {
  const label = labelOf(shape);
  const choose = async (option: string | RegExp) => {
    fireEvent.click(inputOf(label));
    fireEvent.click((await screen.findAllByRole('option', { name: option, hidden: true }))[0]);
  };
  const enter = (input: string, value: string) => {
    fireEvent.input(inputOf(input), { target: { value } });
    fireEvent.keyDown(inputOf(input), { key: 'Enter' });
  };
  const chooseOther = (options: Options) => {
    const [value, text] = Object.entries(options).find(([value]) => value !== query[name]) ?? ['', () => ''];
    return choose(new RegExp(`^${(typeof text === 'function' ? text() : text.label()) || value}`));
  };
  if (shape.kind === 'flag') {
    return fireEvent.click(inputOf(label));
  }
  if (shape.kind === 'list') {
    return choose((shape.words ?? shape.known ?? [''])[0]);
  }
  if (shape.kind === 'choice' || (shape.kind === 'text' && shape.options)) {
    return chooseOther(shape.options as Options);
  }
  if (shape.kind === 'texts' && shape.subject === 'name') {
    fireEvent.click(inputOf(label));
    fireEvent.change(inputOf(label), { target: { value: 'web-1' } });
    return fireEvent.click((await screen.findAllByRole('option', { hidden: true }))[0]);
  }
  return enter(label, name === 'at' || name === 'to' ? 'now-1h' : '7');
}

describe.each(TYPES)('the editor of %s', (type) => {
  const { fields } = modelOf(type);
  const labelIn = (name: string) => labelOf(fields[name]);

  it('shows each field with its label, only changes that field, and hides what does not apply', async () => {
    const all = situations(type);
    const names = inputsOf(type);
    for (const name of names) {
      const query = all.find((one) => shownIn(type, one).includes(name));
      if (!query) {
        throw new Error(`${name} is never shown`);
      }
      const onChange = jest.fn<void, [Any]>();
      const { unmount } = render(<Harness {...{ type, query, onChange }} />);
      await edit(name, fields[name], query);
      // A typed ID waits for the list of names.
      await waitFor(() => expect(onChange).toHaveBeenCalled());
      const edited: Record<string, unknown> = { ...onChange.mock.lastCall?.[0] };
      const changed = Object.keys(edited).filter((one) => !isEqual(edited[one], query[one]));
      expect([name, changed]).toEqual([name, [name]]);
      unmount();
    }
    for (const query of uniqBy(all, (one) => shownIn(type, one).join())) {
      const { unmount } = render(<Harness {...{ type, query }} />);
      const shown = shownIn(type, query);
      const drawn = labelsDrawn();
      expect(names.filter((name) => drawn.has(labelIn(name)) && !shown.includes(name))).toEqual([]);
      unmount();
    }
  });
});

it.each<[QueryType, object, string[]]>([
  [
    'deviations',
    { suspectsOf: 'a' },
    [
      ...['systemId', 'nodeId', 'nameOf', 'names', 'namePattern', 'suspectsOf', 'format', 'distance'],
      ...['limit', 'minDeviation', 'minDeviationIn', 'side'],
    ],
  ],
  ['anomalies', { scope: 'range' }, ['scope', 'withMetrics']],
  ['anomalies', { scope: 'range', to: 'now-1h' }, ['scope', 'to', 'withMetrics']],
  ['anomalies', { scope: 'range', withMetrics: true }, ['scope', 'withMetrics', 'format']],
  ['anomalies', { scope: 'current' }, ['scope', 'to']],
  ['anomalies', { scope: 'unread' }, ['scope', 'to', 'withMetrics']],
  ['anomalies', { scope: 'alert', to: 'now-1h' }, ['scope', 'alertId']],
  ['anomalies', { scope: 'update' }, ['scope', 'alertId', 'updateId', 'withMetrics']],
  [
    'alertEvents',
    {},
    ['alertId', 'q', 'nodeId', 'metricId', 'nameOf', 'names', 'namePattern', 'format', 'changes', 'limit'],
  ],
  ['alertEvents', { alertId: 'a' }, ['alertId', 'sequence', 'format', 'changes', 'limit']],
  ['alertEvents', { alertId: 'a', format: 'states' }, ['alertId', 'format']],
  ['alerts', { format: 'counts' }, ['alertId', 'at', 'format']],
  [
    'annotations',
    { source: 'anomalies' },
    ['nameOf', 'names', 'namePattern', 'source', 'nodeId', 'metricId', 'severity', 'limit'],
  ],
  ['annotations', { source: 'alertEvents', alertId: 'a' }, ['source', 'alertId', 'impact', 'limit']],
  ['variable', { list: 'systems' }, ['list', 'alertId', 'q']],
])('shows for %s with %j what applies', (type, stored, names) => {
  const query = queryOf(type, stored);
  expect(shownIn(type, query)).toEqual(names);
});

describe('FieldsEditor', () => {
  const draw = (stored: object, onChange: jest.Mock, type: QueryType) =>
    render(
      <FieldsEditor
        context={context}
        model={modelOf(type)}
        query={queryOf(type, stored) as unknown as Any}
        onChange={onChange}
      />
    );

  it('loses no change if Grafana has not rendered the previous one', async () => {
    const onChange = jest.fn();
    draw({}, onChange, 'metric');
    await userEvent.click(screen.getByLabelText('Outliers'));
    await userEvent.type(screen.getByLabelText('Legend'), 'x{Enter}');
    expect(onChange.mock.lastCall).toEqual([expect.objectContaining({ outliers: false, legend: 'x' })]);
  });

  it.each(['0', '51', '1.5', 'x', '-1'])('marks %s as a limit, and does not accept it', async (text) => {
    const onChange = jest.fn();
    draw({}, onChange, 'deviations');
    await userEvent.clear(screen.getByLabelText('Limit'));
    await userEvent.type(screen.getByLabelText('Limit'), `${text}{Enter}`);
    expect(screen.getByLabelText('Limit')).toHaveAccessibleDescription('Enter a whole number from 1 to 50.');
    expect(onChange).not.toHaveBeenCalled();
  });

  it('stores a number as a number, and its default when it is cleared', async () => {
    const onChange = jest.fn();
    draw({ limit: 5 }, onChange, 'deviations');
    await userEvent.type(screen.getByLabelText('Limit'), '0{Enter}');
    expect(onChange.mock.lastCall).toEqual([expect.objectContaining({ limit: 50 })]);
    await userEvent.clear(screen.getByLabelText('Limit'));
    await userEvent.tab();
    expect(onChange.mock.lastCall).toEqual([expect.objectContaining({ limit: 20 })]);
  });

  it('shows a variable that is stored for a flag, keeps it, and accepts yes or no instead', async () => {
    const onChange = jest.fn();
    const query = { ...queryOf('metric'), deviation: '$dev' } as unknown as Any;
    render(<FieldsEditor context={context} model={modelOf('metric')} query={query} onChange={onChange} />);
    expect(screen.getByLabelText('Deviation')).toHaveValue('$dev');
    await userEvent.click(screen.getByLabelText('Outliers'));
    expect(onChange.mock.lastCall).toEqual([expect.objectContaining({ outliers: false, deviation: '$dev' })]);
    await userEvent.click(screen.getByLabelText('Deviation'));
    await userEvent.click(await screen.findByRole('option', { name: 'yes' }));
    expect(onChange.mock.lastCall).toEqual([expect.objectContaining({ deviation: true })]);
  });

  it('shows the filters that were clicked in Explore, and removes one', async () => {
    const onChange = jest.fn();
    const filters = [
      { key: 'node', operator: '=', value: 'db' },
      { key: 'impact', operator: '!=', value: 'low' },
    ];
    draw({ filters }, onChange, 'alerts');
    await userEvent.click(screen.getByRole('button', { name: 'Remove node = db' }));
    expect(onChange.mock.lastCall).toEqual([expect.objectContaining({ filters: [filters[1]] })]);
  });
});
