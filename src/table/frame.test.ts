import {
  createTheme,
  type DataFrame,
  dateTime,
  FieldType,
  formattedValueToString,
  getDisplayProcessor,
} from '@grafana/data';
import { linksIn } from '../../tests/support/linksIn';
import {
  activeColumn,
  coloredColumn,
  type Column,
  countColumn,
  durationColumn,
  flagColumn,
  minuteColumn,
  scoreColumn,
  tableFrame,
  textColumn,
  timeColumn,
  wordColumn,
  metricColumns,
} from './frame';
import { type Named } from '../service/alerts';
import { MINUTE } from '../ground/spans';
import { english } from '../../tests/support/english';

interface Row {
  text: string | null;
  number: number | null;
  flag: boolean | null;
}

const TIME = Date.UTC(2026, 0, 31, 14, 2, 5);
const rows: Row[] = [
  { text: 'severe', number: 125 * MINUTE, flag: true },
  { text: null, number: null, flag: null },
  { text: 'low', number: 3.7, flag: false },
];
const text = (row: Row) => row.text;
const number = (row: Row) => row.number;
const flag = (row: Row) => row.flag;

/** What Grafana shows for a value of the column. */
function shown<R>(column: Column<R>, value: unknown): string {
  const field = { name: column.name, type: column.type, config: column.config, values: [] };
  return formattedValueToString(getDisplayProcessor({ field, theme: createTheme(), timeZone: 'utc' })(value));
}

it('has every column with the values of all rows, and is shown as a table', () => {
  const columns = [
    textColumn('name', text),
    wordColumn('eventType', ['ended'], text),
    coloredColumn('impact', text),
    timeColumn('time', number),
    durationColumn('duration', number),
    countColumn('count', number),
    scoreColumn('score', number),
    flagColumn('flag', flag),
    activeColumn(flag),
  ];
  const frame = tableFrame('Alerts', rows, columns);
  expect([frame.name, frame.length, frame.meta]).toEqual(['Alerts', 3, { preferredVisualisationType: 'table' }]);
  const { string, time, number: numeric, boolean } = FieldType;
  expect(frame.fields.map(({ name, type, values }) => [name, type, values])).toEqual([
    ['name', string, ['severe', null, 'low']],
    ['eventType', string, ['severe', null, 'low']],
    ['impact', string, ['severe', null, 'low']],
    ['time', time, [125 * MINUTE, null, 3.7]],
    ['duration', numeric, [125 * MINUTE, null, 3.7]],
    ['count', numeric, [125 * MINUTE, null, 3.7]],
    ['score', numeric, [125 * MINUTE, null, 3.7]],
    ['flag', boolean, [true, null, false]],
    ['active', boolean, [true, null, false]],
  ]);
  expect(tableFrame('Alerts', [], columns).fields.map(({ values }) => values)).toEqual(columns.map(() => []));
});

const KINDS: Array<[string, (look?: object) => Column<Row>]> = [
  ['text', (look) => textColumn('a', text, look)],
  ['word', (look) => wordColumn('a', ['ended'], text, look)],
  ['coloured word', (look) => coloredColumn('a', text, look)],
  ['time', (look) => timeColumn('a', number, look)],
  ['minute', (look) => minuteColumn('a', number, TIME, look)],
  ['duration', (look) => durationColumn('a', number, look)],
  ['count', (look) => countColumn('a', number, look)],
  ['score', (look) => scoreColumn('a', number, look)],
  ['flag', (look) => flagColumn('a', flag, look)],
  ['active', (look) => activeColumn(flag, look)],
];

it.each(KINDS)('a column of kind %s has a width, and accepts another, and a description', (_, column) => {
  const { custom, description } = column().config;
  expect(custom?.width).toBeGreaterThan(0);
  expect([description, custom?.hideFrom]).toEqual([undefined, undefined]);
  expect(column({ width: 42, description: 'What' }).config).toMatchObject({
    custom: { width: 42 },
    description: 'What',
  });
  expect(column({ width: 0 }).config.custom).not.toHaveProperty('width');
});

it.each(KINDS)('a hidden column of kind %s is not drawn', (_, column) => {
  expect(column({ hidden: true }).config.custom).toMatchObject({ hideFrom: { viz: true } });
});

it('links have their addresses in a hidden column, once, and are omitted if no row has one', () => {
  const links = [
    { title: 'One', urlOf: ({ a }: { a: string }) => (a === '' ? '' : `/x?a=${encodeURIComponent(a)}`) },
    { title: 'None', urlOf: () => '' },
  ];
  const columns = [
    textColumn('a', ({ a }: { a: string }) => a, { links }),
    textColumn('id', ({ a }: { a: string }) => a, { links }),
  ];
  const frame = JSON.parse(JSON.stringify(tableFrame('T', [{ a: '%25 &' }, { a: '' }], columns))) as DataFrame;
  expect(frame.fields.map(({ name }) => name)).toEqual(['a', 'id', 'aLink']);
  expect(frame.fields[2]).toMatchObject({
    values: ['/x?a=%2525%20%26', ''],
    config: { custom: { hideFrom: { viz: true } } },
  });
  expect(linksIn([frame])).toEqual(['a', 'id'].map((field) => ({ field, title: 'One', href: '/x?a=%2525%20%26' })));
  expect(tableFrame('T', [], columns).fields.map(({ name }) => name)).toEqual(['a', 'id']);
});

it('texts and words can be filtered by a click, and words are colored', () => {
  expect(textColumn('a', text).config.custom?.filterable).toBe(true);
  expect(wordColumn('a', [], text).config.custom?.filterable).toBe(true);
  const { custom, mappings } = coloredColumn('a', text).config;
  expect(custom).toMatchObject({ filterable: true, cellOptions: { type: 'color-text' } });
  expect(mappings).toMatchObject([{ options: { severe: {} } }]);
});

it('a time to the minute has the year if it is needed', () => {
  const [near, far] = [TIME, TIME + 400 * 24 * 60 * MINUTE].map((now) => {
    const column = minuteColumn('a', number, now);
    const [{ config }] = tableFrame('a', [{ ...rows[0], number: TIME }], [column]).fields;
    return { ...column, config };
  });
  expect(shown(near, TIME)).toBe('Jan 31, 14:02');
  expect(shown(far, TIME)).toBe('Jan 31, 2026, 14:02');
  expect(far.config.custom?.width).toBeGreaterThan(near.config.custom?.width);
});

it('a duration has its two largest units, is sorted as a number, and Grafana’s reductions have units, too', () => {
  const [HOUR, DAY] = [60 * MINUTE, 24 * 60 * MINUTE];
  const spans = [8 * DAY + 23 * HOUR, 40 * MINUTE, 125 * MINUTE, null, 0];
  const column = durationColumn<number | null>('duration', (span) => span);
  const [field] = tableFrame('Alerts', spans, [column]).fields;
  const display = getDisplayProcessor({ field, theme: createTheme(), timeZone: 'utc' });
  expect(field.values.map((value) => formattedValueToString(display(value)))).toEqual([
    '8 d 23 h',
    '40 min',
    '2 h 5 min',
    '',
    '0',
  ]);
  expect(field.values).toEqual(spans);
  expect(display(125 * MINUTE).numeric).toBe(125 * MINUTE);
  expect(formattedValueToString(display(9 * DAY))).toBe('1 week, 2 days, 0 hours');
});

it('counts are integers, and whether an alert is active is a word', () => {
  expect(shown(countColumn('a', number), 3.7)).toBe('4');
  expect(shown(scoreColumn('a', number), 3.75)).toBe('3.75');
  expect([true, false].map((value) => shown(activeColumn(flag), value))).toEqual(['active', 'ended']);
});

describe('metric columns', () => {
  const range = { from: dateTime(0), to: dateTime(1), raw: { from: 'now-6h', to: 'now' } };
  const place = { dataSource: { uid: 'uid', name: 'Anomalies', type: 'anomaly' }, range, now: 1 };

  const named: Named = {
    nodeId: '7',
    nodeName: 'db',
    systemId: '1',
    systemName: 'Shop',
    metricId: 'cpu',
    metricName: 'CPU load',
  };
  const bare: Named = { ...named, nodeName: null, metricName: null };

  interface Row {
    metric: Named | null;
  }

  const columnsOf = (...metrics: Array<Named | null>) =>
    metricColumns<Row>(
      place,
      metrics.map((metric) => ({ metric })),
      ({ metric }) => metric
    );
  const isHidden = (column: { config: { custom?: { hideFrom?: { viz?: boolean } } } }) =>
    column.config.custom?.hideFrom?.viz === true;

  it('show the metric of a row under their own names, and are empty for a row without a metric', () => {
    for (const [name, column] of Object.entries(columnsOf(named, null))) {
      expect(column.name).toBe(name);
      expect(column.of({ metric: named })).toBe(named[name as keyof Named]);
      expect(column.of({ metric: null })).toBeNull();
    }
  });

  it.each<[string, Array<Named | null>, boolean]>([
    ['every metric has names', [named, named], true],
    ['a row has no metric', [named, null], true],
    ['a metric has none', [named, bare], false],
    ['there are no rows', [], true],
  ])('hide IDs if names are sufficient: %s', (_, metrics, hidden) => {
    const { nodeId, metricId, systemId, nodeName, metricName, systemName } = columnsOf(...metrics);
    expect([nodeId, metricId].map(isHidden)).toEqual([hidden, hidden]);
    expect([systemId, nodeName, metricName, systemName].map(isHidden)).toEqual([true, false, false, false]);
  });

  it('show the ID that tells metrics with equal names apart', () => {
    const hidden = (...metrics: Named[]) => {
      const { nodeId, metricId } = columnsOf(...metrics);
      return [nodeId, metricId].map(isHidden);
    };
    expect(hidden(named, { ...named, nodeId: '70' })).toEqual([false, true]);
    expect(hidden(named, { ...named, metricId: 'other' })).toEqual([true, false]);
    expect(hidden(named, { ...named, nodeId: '70', nodeName: 'db-2' })).toEqual([true, true]);
  });

  it('link from a node to its alerts, and from a metric to its corridors, on name and ID', () => {
    const columns = columnsOf(named);
    const titles = (name: keyof Named) => columns[name].links?.map(({ title }) => title) ?? [];
    expect([titles('nodeId'), titles('nodeName')]).toEqual([
      [english('links.node-alerts')],
      [english('links.node-alerts')],
    ]);
    const url = columns.nodeName.links?.[0].urlOf({ metric: named });
    expect(decodeURIComponent(url ?? '')).toContain('"nodeId":"7"');
    expect([titles('metricId'), titles('metricName')]).toEqual([
      [english('links.corridors')],
      [english('links.corridors')],
    ]);
    expect([titles('systemId'), titles('systemName')]).toEqual([[], []]);
  });
});
