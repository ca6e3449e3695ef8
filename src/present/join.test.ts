import { type DataFrame, DataFrameType, type DataQueryResponse, FieldType, LoadingState } from '@grafana/data';
import { Subject } from 'rxjs';
import { requestOf } from '../../tests/support/panel';
import { join } from './present';

const REQUEST = requestOf([{}, {}, {}], { from: 0, to: 1 });
const { Done, Streaming } = LoadingState;

function frame(refId: string, name = refId): DataFrame {
  return {
    refId,
    length: 0,
    fields: [{ name: 'v', type: FieldType.number, config: { displayNameFromDS: name }, values: [] }],
  };
}

const mark = (refId: string): DataFrame => ({ ...frame(refId), meta: { dataTopic: 'annotations' as never } });

function joined(count: number) {
  const sources = Array.from({ length: count }, () => new Subject<DataQueryResponse>());
  const packets: DataQueryResponse[] = [];
  let complete = false;
  join(sources, REQUEST, true).subscribe({
    next: (packet) => packets.push(packet),
    complete: () => (complete = true),
  });
  const states = () => packets.map(({ state }) => state);
  const refs = () => packets.map(({ data }) => data.map(({ refId }) => refId).join(''));
  return { sources, packets, states, refs, complete: () => complete };
}

describe('join', () => {
  it('only has the type of a wide time series if there is a single frame', () => {
    const wide = (refId: string): DataFrame => ({
      ...frame(refId),
      meta: { type: DataFrameType.TimeSeriesWide, typeVersion: [0, 1], preferredVisualisationType: 'graph' },
    });
    const { sources, packets } = joined(2);
    sources[0].next({ data: [wide('A'), frame('B')] });
    sources[1].next({ data: [wide('C')] });
    const types = packets.map(({ data }) => data.map(({ meta }) => [meta?.type, meta?.typeVersion]));
    expect(types[0][0]).toEqual([DataFrameType.TimeSeriesWide, [0, 1]]);
    expect(types.at(-1)).toEqual(Array(3).fill([undefined, undefined]));
    expect((packets.at(-1)!.data[0] as DataFrame).meta?.preferredVisualisationType).toBe('graph');
  });

  it('puts all notices of a query into its first frame', () => {
    const { sources, packets } = joined(2);
    const [cut, few] = ['cut', 'few'].map((text) => ({ severity: 'info' as const, text }));
    sources[0].next({ data: [{ ...frame('A'), meta: { notices: [few] } }, frame('B')] });
    sources[1].next({
      data: ['A', 'B'].map((refId) => ({ ...mark(refId), meta: { ...mark(refId).meta, notices: [cut] } })),
    });
    const frames: DataFrame[] = packets[packets.length - 1].data;
    expect(frames.map(({ refId, meta }) => [refId, meta?.notices?.map(({ text }) => text)])).toEqual([
      ['A', ['few', 'cut']],
      ['A', undefined],
      ['B', ['cut']],
      ['B', undefined],
    ]);
    expect(frames[1].meta).toEqual({ dataTopic: 'annotations' });
  });

  it('is Done if a runner completes without an answer', () => {
    const { sources, states, refs } = joined(2);
    sources[0].next({ data: [frame('A')] });
    sources.forEach((source) => source.complete());
    expect([refs(), states()]).toEqual([
      ['A', 'A'],
      [Streaming, Done],
    ]);
  });

  it('drops frames without fields of queries that have others, and keeps their notices', () => {
    const { sources, packets } = joined(2);
    const notice = { severity: 'warning' as const, text: 'waiting' };
    sources[0].next({ data: [frame('A')] });
    sources[1].next({
      data: ['A', 'B'].map((refId) => ({ refId, length: 0, fields: [], meta: { notices: [notice] } })),
    });
    const frames: DataFrame[] = packets[packets.length - 1].data;
    expect(frames.map(({ refId, fields, meta }) => [refId, fields.length, meta?.notices])).toEqual([
      ['A', 1, [notice]],
      ['B', 0, [notice]],
    ]);
  });

  it('delays errors until the end', () => {
    const { sources, packets, states } = joined(2);
    sources[0].next({ data: [], errors: [{ refId: 'A', message: 'no' }] });
    sources[1].next({ data: [frame('B')], state: Streaming });
    sources[1].next({ data: [frame('B')], state: Done });
    expect(packets.slice(0, -1).every(({ errors, error }) => !errors && !error)).toBe(true);
    expect(packets[packets.length - 1]).toMatchObject({ errors: [{ refId: 'A' }], error: { message: 'no' } });
    expect(states().pop()).toBe(Done);
  });
});
