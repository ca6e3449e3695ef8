import { FieldType, toDataFrame } from '@grafana/data';
import { eventsOf, oncePerId } from './events';

const FRAME = toDataFrame({
  fields: [
    { name: 'when', type: FieldType.time, values: [1, 5] },
    { name: 'timeEnd', type: FieldType.time, values: [3, null] },
    { name: 'text', type: FieldType.string, values: ['a', 'b'] },
    { name: 'tags', values: [['x', 'y'], 'p,q'] },
    { name: 'color', type: FieldType.string, values: ['red', 'blue'] },
  ],
});

describe('eventsOf', () => {
  it('finds fields by name, the time by its type, and regions by their end', () => {
    expect(eventsOf([FRAME])).toEqual([
      { time: 1, timeEnd: 3, text: 'a', tags: ['x', 'y'], isRegion: true },
      { time: 5, text: 'b', tags: ['p', 'q'], isRegion: false },
    ]);
  });

  it("only uses colors from a panel's frames", () => {
    expect(eventsOf([FRAME], true).map(({ color }) => color)).toEqual(['red', 'blue']);
  });
});

describe('oncePerId', () => {
  it('keeps one event per ID, and all events without one', () => {
    const events = [{ id: 'a' }, { id: 'a' }, {}, {}].map((event) => ({ ...event, time: 0, color: '' }));
    expect(oncePerId(events)).toHaveLength(3);
  });
});
