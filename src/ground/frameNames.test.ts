import { type DataFrame, FieldType } from '@grafana/data';
import fc from 'fast-check';
import { displayName, finalName, distinct, uniqueNames } from './frameNames';

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
});
