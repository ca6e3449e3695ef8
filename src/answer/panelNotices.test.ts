import { type DataFrame, type QueryResultMetaNotice } from '@grafana/data';
import { info, warn, withNotices } from './notices';
import { worstNotices } from './panelNotices';

const frame = (refId: string, notices: QueryResultMetaNotice[]): DataFrame =>
  withNotices([{ refId, fields: [], length: 0, meta: { custom: { granularity: '1m' } } }], notices)[0];

const textsOf = (frames: DataFrame[]) => frames.map(({ meta }) => meta?.notices?.map(({ text }) => text) ?? []);

describe('the notices of a panel', () => {
  it('are all there if there are three', () => {
    const frames = [frame('A', [info('one'), warn('two')]), frame('B', [info('three'), info('one')])];
    expect(worstNotices(frames, 3)).toBe(frames);
  });

  it('are the three worst and a count, of all queries together', () => {
    const frames = [
      frame('A', [info('one'), warn('two'), info('three')]),
      frame('B', [warn('four'), { severity: 'error', text: 'five' }, info('six')]),
      frame('C', []),
    ];
    const few = worstNotices(frames, 3);
    expect(textsOf(few)).toEqual([['two', '3 more notices are in the inspector.'], ['four', 'five'], []]);
    expect(few.map(({ meta }) => meta?.custom)).toEqual([
      { granularity: '1m', notices: ['one', 'two', 'three'] },
      { granularity: '1m', notices: ['four', 'five', 'six'] },
      { granularity: '1m' },
    ]);
    expect(few[0].meta?.notices?.[1].severity).toBe('info');
  });

  it('count as badly as the worst of those that are not shown', () => {
    const few = worstNotices([frame('A', [warn('1'), warn('2'), warn('3'), warn('4'), info('5')])], 3);
    expect(few[0].meta?.notices).toEqual([
      warn('1'),
      warn('2'),
      warn('3'),
      warn('2 more notices are in the inspector.'),
    ]);
  });
});
