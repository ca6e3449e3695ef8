import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { isEqual, uniqBy } from 'lodash';
import React, { useState } from 'react';
import { annotationFields } from './AnnotationEditor';
import { DESCRIPTORS } from '../families/families';
import { type Field, type FieldRow, type Option } from '../table/field';
import { FieldsEditor } from './FieldsEditor';
import { testContext } from '../../tests/support/editorContext';
import { labelOf } from '../ground/labels';
import { type AnomalyQuery, complete, type Model, type QueryOf, type QueryType } from '../ground/query';
import { variableFields } from './VariableEditor';
import { listedTypes } from './listed';

const TYPES = Object.keys(DESCRIPTORS) as QueryType[];
type Any = QueryOf<Model>;

async function rowsOf(type: QueryType): Promise<FieldRow[]> {
  const others: Partial<Record<QueryType, () => unknown>> = { annotations: annotationFields, variable: variableFields };
  const types = await listedTypes();
  const fields = types.find(({ descriptor }) => descriptor.model.queryType === type)?.fields ?? others[type];
  return fields?.() as FieldRow[];
}

const modelOf = (type: QueryType): Model => DESCRIPTORS[type].model;
const queryOf = (type: QueryType, stored: object = {}) =>
  complete({ refId: 'A', ...stored }, modelOf(type)) as unknown as AnomalyQuery;

/** Queries that together show every field: each option of each choice, with and without an alert. */
function situations(type: QueryType, rows: FieldRow[]): AnomalyQuery[] {
  const choices = rows.flatMap(({ fields }) =>
    fields.flatMap((field) =>
      field.input === 'choice' && Array.isArray(field.options)
        ? field.options.map(({ value }) => ({ [field.name]: value }))
        : []
    )
  );
  return [{}, ...choices].flatMap((stored) => [
    queryOf(type, stored),
    queryOf(type, { ...stored, alertId: 'a', like: 'a', withMetrics: true }),
  ]);
}

const context = testContext();
const isShown = (query: AnomalyQuery, { shownWhen }: Field) => shownWhen?.(query, context) ?? true;
const shownIn = (rows: FieldRow[], query: AnomalyQuery) =>
  rows.flatMap(({ fields }) => fields.filter((field) => isShown(query, field)));

function Harness({ type, rows, query, onChange }: Drawn) {
  const [current, setCurrent] = useState(query);
  const take = (next: Any) => {
    onChange?.(next);
    setCurrent(next as unknown as AnomalyQuery);
  };
  return (
    <FieldsEditor
      {...{ rows: rows as unknown as Array<FieldRow<Any>>, context }}
      model={modelOf(type)}
      query={current as unknown as Any}
      onChange={take}
    />
  );
}

interface Drawn {
  type: QueryType;
  rows: FieldRow[];
  query: AnomalyQuery;
  onChange?: jest.Mock<void, [Any]>;
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
async function edit(field: Field, query: AnomalyQuery) {
  const choose = async (name: string | RegExp) => {
    fireEvent.click(inputOf(labelOf(field.name)));
    fireEvent.click((await screen.findAllByRole('option', { name, hidden: true }))[0]);
  };
  const enter = (label: string, value: string) => {
    fireEvent.input(inputOf(label), { target: { value } });
    fireEvent.keyDown(inputOf(label), { key: 'Enter' });
  };
  const type = async (label: string, value: string) => {
    fireEvent.click(inputOf(label));
    fireEvent.change(inputOf(label), { target: { value } });
    fireEvent.click((await screen.findAllByRole('option', { hidden: true }))[0]);
  };
  switch (field.input) {
    case 'flag':
      return fireEvent.click(inputOf(labelOf(field.name)));
    case 'bands':
      return fireEvent.click(within(screen.getByRole('group', { name: labelOf(field.name) })).getByLabelText('sup'));
    case 'values':
      return field.known.length > 0 ? choose(field.known[0]) : type(labelOf(field.name), 'web-1');
    case 'series':
      fireEvent.click(inputOf('Select by'));
      fireEvent.click((await screen.findAllByRole('option', { name: /^Series/, hidden: true }))[0]);
      return enter('Series', '1:cpu');
    case 'choice': {
      const options: Option[] = typeof field.options === 'function' ? field.options(query, { context }) : field.options;
      const other = options.find(({ value }) => value !== query[field.name]);
      return choose(new RegExp(`^${other?.label ?? other?.value}`));
    }
    default:
      return enter(labelOf(field.name), field.input === 'moment' ? 'now-1h' : '7');
  }
}

describe.each(TYPES)('the editor of %s', (type) => {
  it('shows each field with its label, only changes that field, and hides what does not apply', async () => {
    const rows = await rowsOf(type);
    const all = situations(type, rows);
    const labels = rows.flatMap(({ fields }) => fields.map(({ name }) => labelOf(name)));
    for (const label of new Set(labels)) {
      const query = all.find((one) => shownIn(rows, one).some((field) => labelOf(field.name) === label)) ?? all[0];
      const field = shownIn(rows, query).find(({ name }) => labelOf(name) === label);
      if (!field) {
        throw new Error(`${label} is never shown`);
      }
      const onChange = jest.fn<void, [Any]>();
      const { unmount } = render(<Harness {...{ type, rows, query, onChange }} />);
      await edit(field, query);
      // A typed ID waits for the list of names.
      await waitFor(() => expect(onChange).toHaveBeenCalled());
      const edited: Record<string, unknown> = { ...onChange.mock.lastCall?.[0] };
      const changed = Object.keys(edited).filter((name) => !isEqual(edited[name], query[name]));
      expect([labelOf(field.name), changed]).toEqual([labelOf(field.name), [field.name]]);
      unmount();
    }
    for (const query of uniqBy(all, (one) =>
      shownIn(rows, one)
        .map(({ name }) => labelOf(name))
        .join()
    )) {
      const { unmount } = render(<Harness {...{ type, rows, query }} />);
      const shown = shownIn(rows, query).map(({ name }) => labelOf(name));
      const drawn = labelsDrawn();
      expect(labels.filter((label) => drawn.has(label) && !shown.includes(label))).toEqual([]);
      unmount();
    }
  });

  it('has every field of its type', async () => {
    /** Set together with others by the choice of series, or only by Explore. */
    const apart = ['nodeName', 'metricName', 'systemName'];
    const names = (await rowsOf(type)).flatMap(({ fields }) =>
      fields.flatMap(({ name }) => (name === 'series' ? ['series', 'nodeId', 'metricId'] : name))
    );
    const missing = Object.keys(modelOf(type).fields).filter((name) => !apart.includes(name) && !names.includes(name));
    expect(missing).toEqual([]);
  });
});

it.each<[QueryType, object, string[]]>([
  [
    'deviations',
    { suspectsOf: 'a' },
    [
      ...['systemId', 'nodeId', 'nameOf', 'names', 'namePattern', 'suspectsOf', 'format', 'limit'],
      ...['minDeviation', 'minDeviationIn', 'side'],
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
    ['nameOf', 'names', 'namePattern', 'source', 'severity', 'limit', 'nodeId', 'metricId'],
  ],
  ['annotations', { source: 'alertEvents', alertId: 'a' }, ['source', 'impact', 'limit', 'alertId']],
  ['variable', { list: 'systems' }, ['list', 'alertId', 'q']],
])('shows for %s with %j what applies', async (type, stored, names) => {
  const query = queryOf(type, stored);
  const shown = shownIn(await rowsOf(type), query);
  expect(shown.map(({ name }) => name)).toEqual(names);
});

describe('FieldsEditor', () => {
  const draw = (stored: object, onChange: jest.Mock, rows: FieldRow[], type: QueryType) =>
    render(
      <FieldsEditor
        rows={rows as unknown as Array<FieldRow<Any>>}
        context={context}
        model={modelOf(type)}
        query={queryOf(type, stored) as unknown as Any}
        onChange={onChange}
      />
    );

  it('loses no change if Grafana has not rendered the previous one', async () => {
    const onChange = jest.fn();
    draw({}, onChange, await rowsOf('metric'), 'metric');
    await userEvent.click(screen.getByLabelText('Outliers'));
    await userEvent.type(screen.getByLabelText('Legend'), 'x{Enter}');
    expect(onChange.mock.lastCall).toEqual([expect.objectContaining({ outliers: false, legend: 'x' })]);
  });

  it('shows a variable that is stored for a flag, keeps it, and accepts yes or no instead', async () => {
    const onChange = jest.fn();
    const rows = await rowsOf('metric');
    const query = { ...queryOf('metric'), deviation: '$dev' } as unknown as Any;
    render(
      <FieldsEditor
        rows={rows as unknown as Array<FieldRow<Any>>}
        context={context}
        model={modelOf('metric')}
        query={query}
        onChange={onChange}
      />
    );
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
    draw({ filters }, onChange, await rowsOf('alerts'), 'alerts');
    await userEvent.click(screen.getByRole('button', { name: 'Remove node = db' }));
    expect(onChange.mock.lastCall).toEqual([expect.objectContaining({ filters: [filters[1]] })]);
  });
});
