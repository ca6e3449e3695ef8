import { filterRows, readFilters } from './filters';
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
    ['node', '=~', '(', []],
    ['score', '>', '7', ['2']],
    ['score', '<', '7', ['1']],
    ['text', '=', 'WE', ['2']],
    ['text', '!=', 'e', ['1', '3']],
    ['nodeName', '=', '', ['3']],
  ])('%s %s %s', (key, operator, value, ids) => {
    const { rows: left, notices } = filterRows(rows, columns, [{ key, operator, value }]);
    expect(left.map(({ id }) => id)).toEqual(ids);
    expect(notices).toEqual(ids.length > 0 ? [] : [{ severity: 'info', text: expect.stringMatching(/hide all/) }]);
  });

  it('says nothing where there was nothing to let through', () => {
    expect(filterRows([], columns, [{ key: 'node', operator: '=', value: 'db' }])).toEqual({ rows: [], notices: [] });
  });

  it('takes several values, and several filters together', () => {
    const filters = [
      { key: 'node', operator: '=|', value: 'db', values: ['db', 'web'] },
      { key: 'score', operator: '>', value: '7' },
    ];
    expect(filterRows(rows, columns, filters).rows.map(({ id }) => id)).toEqual(['2']);
  });

  it.each(['constructor', '__proto__', 'toString'])('knows no column named %s', (key) => {
    const { rows: left, notices } = filterRows(rows, columns, [{ key, operator: '=', value: 'x' }]);
    expect(left).toEqual(rows);
    expect(notices).toMatchObject([{ text: expect.stringContaining(key) }]);
  });

  it('lets all through where the table has no such column, and says so', () => {
    const { rows: left, notices } = filterRows(rows, columns, [{ key: 'severity', operator: '=', value: 'red' }]);
    expect(left).toEqual(rows);
    expect(notices).toMatchObject([{ text: expect.stringContaining('severity') }]);
  });
});

describe('readFilters', () => {
  it('takes what is a filter, whatever else a dashboard stores', () => {
    expect(readFilters([{ key: 'a', value: 1 }, null, 'x', { value: 'y' }, { key: '' }])).toEqual([
      { key: 'a', operator: '=', value: '1' },
    ]);
    expect(readFilters('none')).toEqual([]);
  });
});
