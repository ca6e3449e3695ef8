import { type DataFrame, FieldType } from '@grafana/data';
import fc from 'fast-check';
import { displayName, labelsOf, finalName, distinct, uniqueNames } from './frameNames';

const IDENTITY = { nodeId: '12', metricId: 'cpu.load', aggregation: '', nodeName: '', metricName: '', systemName: '' };
const NAMED = { ...IDENTITY, aggregation: 'max', nodeName: 'db', metricName: 'Load', systemName: 'shop' };

describe('displayName', () => {
  it.each([
    ['', IDENTITY, 'cpu.load · 12'],
    ['', NAMED, 'Load · db'],
    ['{{node}}/{{ metric }}', NAMED, 'db/Load'],
    ['{{node}}', IDENTITY, '12'],
    ['{{node_id}} {{metric_id}} {{aggregation}} {{system}}', NAMED, '12 cpu.load max shop'],
    ['{{system}}', IDENTITY, 'cpu.load · 12'],
    ['{{nothing}}{{constructor}}{{__proto__}}', NAMED, 'Load · db'],
    ['  plain  ', NAMED, 'plain'],
    ['{{node}}', { ...NAMED, nodeName: '$& {{metric}} $1' }, '$& {{metric}} $1'],
  ])('for the legend %j', (legend, identity, expected) => {
    expect(displayName(legend, identity)).toBe(expected);
  });

  it('uses the aggregation of the answer if the query has none', () => {
    const name = displayName('{{metric}} {{aggregation}}', IDENTITY);
    expect(finalName(name, { ...IDENTITY, aggregation: 'sum' })).toBe('cpu.load sum');
    expect(finalName(name, IDENTITY)).toBe('cpu.load');
    expect(finalName(displayName('{{aggregation}}', IDENTITY), IDENTITY)).toBe('cpu.load · 12');
  });
});

it('labels contain IDs, and known names', () => {
  expect(labelsOf(IDENTITY)).toEqual({ node_id: '12', metric_id: 'cpu.load', aggregation: '' });
  expect(labelsOf(NAMED)).toMatchObject({ node: 'db', metric: 'Load', system: 'shop', aggregation: 'max' });
});

const name = fc.constantFrom('a', 'b', 'a (A)', 'a (B)', 'a (A 2)', 'a (A) (B)', '');
const refId = fc.constantFrom('A', 'B', 'C');

describe('distinct', () => {
  it('names are unique, and unique names are unchanged', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ name, refId }), { maxLength: 12 }), (items) => {
        const unique = distinct(items);
        expect(new Set(unique).size).toBe(items.length);
        unique.forEach((shown, i) => expect(shown.startsWith(items[i].name)).toBe(true));
      })
    );
    expect(
      distinct([
        { name: 'a', refId: 'A' },
        { name: 'b', refId: 'A' },
      ])
    ).toEqual(['a', 'b']);
  });

  it('a repeated name gets its refId, and a number if that is not enough', () => {
    const double = (id: string) => ({ name: 'cpu', refId: id });
    expect(distinct([double('A'), double('B')])).toEqual(['cpu (A)', 'cpu (B)']);
    expect(distinct([double('A'), double('A')])).toEqual(['cpu (A)', 'cpu (A 2)']);
  });
});

describe('uniqueNames', () => {
  const frame = (base: string, id: string): DataFrame => ({
    refId: id,
    length: 0,
    fields: [
      { name: 'time', type: FieldType.time, config: {}, values: [] },
      { name: 'v', type: FieldType.number, config: { displayNameFromDS: base }, values: [] },
      {
        name: 'up',
        type: FieldType.number,
        config: { displayNameFromDS: `${base} up`, custom: { fillBelowTo: `${base} down`, lineWidth: 0 } },
        values: [],
      },
      { name: 'down', type: FieldType.number, config: { displayNameFromDS: `${base} down` }, values: [] },
    ],
  });

  it('makes names of frames unique, and each band keeps its own partner', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(name, refId), { maxLength: 8 }), (items) => {
        const frames = items.map(([base, id]) => frame(base, id));
        const before = JSON.stringify(frames);
        const result = uniqueNames(frames);
        const shown = result.flatMap(({ fields }) => fields.slice(1).map(({ config }) => config.displayNameFromDS));
        expect(new Set(shown).size).toBe(shown.length);
        for (const { fields } of result) {
          expect(fields[2].config.custom).toEqual({ fillBelowTo: fields[3].config.displayNameFromDS, lineWidth: 0 });
        }
        expect(JSON.stringify(frames)).toBe(before);
      })
    );
  });

  it('a frame with a repeated name gets its refId, and a number if that is not enough', () => {
    const shownBy = (frames: DataFrame[]) => frames.map(({ fields }) => fields[1].config.displayNameFromDS);
    expect(shownBy(uniqueNames([frame('a', 'A'), frame('a', 'B')]))).toEqual(['a', 'a (B)']);
    expect(shownBy(uniqueNames([frame('a', 'A'), frame('a', 'A'), frame('a', 'A')]))).toEqual([
      'a',
      'a (A)',
      'a (A 2)',
    ]);
  });

  it('the internal name of an edge changes with it, and the time stays unchanged', () => {
    const edges = (id: string): DataFrame => {
      const { fields, ...rest } = frame('a', id);
      return {
        ...rest,
        fields: fields.map((field) =>
          field.name === 'up' ? { ...field, config: { ...field.config, displayName: 'a up' } } : field
        ),
      };
    };
    const [first, second] = uniqueNames([edges('A'), edges('B')]);
    expect(first.fields[2].config.displayName).toBe('a up');
    expect(second.fields.map(({ config }) => config.displayName)).toEqual([
      undefined,
      undefined,
      'a up (B)',
      undefined,
    ]);
    expect(second.fields[0].config).toEqual({});
  });

  it('does not change frames with unique names', () => {
    const frames = [frame('a', 'A'), frame('b', 'B')];
    expect(uniqueNames(frames)).toEqual(frames);
  });
});
