import { filterRows, readFilters, storedFilters, unusedFilters } from './filters';
import { countColumn, textColumn } from './frame';

interface Row {
  id: string | null;
  name: string | null;
  score: number | null;
}

const rows: Row[] = [
  { id: '1', name: 'db', score: 5 },
  { id: '2', name: 'web', score: 10 },
  { id: '3', name: null, score: null },
];
const columns = [
  textColumn<Row>('nodeId', ({ id }) => id),
  textColumn<Row>('nodeName', ({ name }) => name),
  countColumn<Row>('score', ({ score }) => score),
];

describe('filterRows', () => {
  it.each([
    ['node', '=', 'db', ['1']],
    ['node', '=', '2', ['2']],
    ['node', '!=', 'db', ['2', '3']],
    ['node', '!=', '2', ['1', '3']],
    ['node', '=~', 'd.|w.*', ['1', '2']],
    ['node', '!~', 'd.', ['2', '3']],
    ['score', '>', '7', ['2']],
    ['score', '<', '7', ['1']],
    ['score', '<=', '5', ['1']],
    ['score', '>=', '5', ['1', '2']],
    ['score', '>=', '11', []],
    ['text', '=', 'WE', ['2']],
    ['text', '!=', 'e', ['1', '3']],
    ['text', '=~', 'W.', ['2']],
    ['text', '!~', 'W.', ['1', '3']],
    ['nodeName', '=', '', ['3']],
  ])('%s %s %s', (key, operator, value, ids) => {
    const { rows: left, notices } = filterRows(rows, columns, [{ key, operator, value }]);
    expect(left.map(({ id }) => id)).toEqual(ids);
    expect(notices).toEqual(ids.length > 0 ? [] : [{ severity: 'info', text: expect.stringMatching(/hide all/) }]);
  });

  it('has no notice if there were no rows', () => {
    expect(filterRows([], columns, [{ key: 'node', operator: '=', value: 'db' }])).toEqual({ rows: [], notices: [] });
  });

  it('supports several values, and several filters together', () => {
    const filters = [
      { key: 'node', operator: '=|', value: 'db', values: ['db', 'web'] },
      { key: 'score', operator: '>', value: '7' },
    ];
    expect(filterRows(rows, columns, filters).rows.map(({ id }) => id)).toEqual(['2']);
  });

  it.each(['constructor', '__proto__', 'toString'])('has no column named %s', (key) => {
    const { rows: left, notices } = filterRows(rows, columns, [{ key, operator: '=', value: 'x' }]);
    expect(left).toEqual(rows);
    expect(notices).toMatchObject([{ text: expect.stringContaining(key) }]);
  });

  it.each([
    ['node', '<>', 'db'],
    ['node', '>', 'db'],
    ['score', '<', ''],
    ['text', '<=', '7'],
    ['node', '=~', '('],
    ['node', '!~', '('],
    ['text', '=~', 'web['],
    ['text', '!~', '*'],
  ])('passes all rows if nothing can be compared, %s %s %j, with a notice', (key, operator, value) => {
    const { rows: left, notices } = filterRows(rows, columns, [{ key, operator, value }]);
    expect(left).toEqual(rows);
    expect(notices).toMatchObject([{ text: expect.stringContaining(`${key} ${operator} ${value}`) }]);
  });

  it('passes all rows if the table has no such column, with a notice', () => {
    const { rows: left, notices } = filterRows(rows, columns, [{ key: 'severity', operator: '=', value: 'red' }]);
    expect(left).toEqual(rows);
    expect(notices).toMatchObject([{ text: expect.stringContaining('severity') }]);
  });
});

describe('readFilters', () => {
  it('reads filters, whatever else a dashboard stores', () => {
    expect(readFilters([{ key: 'a', value: 1 }, null, 'x', { value: 'y' }, { key: '' }])).toEqual([
      { key: 'a', operator: '=', value: '1' },
    ]);
    expect(readFilters('none')).toEqual([]);
  });

  it('treats an unknown operator as equality, and uses the texts of several values', () => {
    expect(readFilters([{ key: 'a', operator: null, values: ['x', null, 2] }, { key: 7 }])).toEqual([
      { key: 'a', operator: '=', value: '', values: ['x', '2'] },
    ]);
  });

  it('finds stored filters of a query', () => {
    expect(storedFilters({ filters: [{ key: 'a', operator: '!=', value: 'b' }] })).toEqual([
      { key: 'a', operator: '!=', value: 'b' },
    ]);
    expect(storedFilters({})).toEqual([]);
  });
});

it('only compares existing values with less and more', () => {
  const column = textColumn<string | null>('score', (row) => row);
  const left = (operator: string, value: string) =>
    filterRows(['1', null, '5'], [column], [{ key: 'score', operator, value }]).rows;
  expect([left('<', '5'), left('>', '1'), left('<', '9'), left('>', '-1')]).toEqual([
    ['1'],
    ['5'],
    ['1', '5'],
    ['1', '5'],
  ]);
});

it('reports a filter that does not apply as it was written', () => {
  expect(unusedFilters([{ key: '<b>', operator: '=', value: '' }])[0].text).toBe(
    'The filter on "<b>" isn\'t supported here and was ignored.'
  );
});

it('searches text in names, and in an ID only if the name is missing', () => {
  const made = [
    { id: 'x1', metricId: 'ab', metricName: 'Load' },
    { id: 'x2', metricId: 'ab', metricName: null },
  ];
  const found = (value: string) =>
    filterRows(
      made,
      [
        textColumn('id', ({ id }) => id),
        textColumn('metricId', ({ metricId }) => metricId),
        textColumn('metricName', ({ metricName }) => metricName),
      ],
      [{ key: 'text', operator: '=', value }]
    ).rows.map(({ id }) => id);
  expect([found('x'), found('ab'), found('load')]).toEqual([[], ['x2'], ['x1']]);
});

it('searches text in texts, not in numbers', () => {
  expect(filterRows(rows, columns, [{ key: 'text', operator: '=', value: '10' }]).rows).toEqual([]);
});
