import { type DataFrame, type QueryResultMetaNotice } from '@grafana/data';
import { info, warn, withNotices } from './notices';
import { worstNotices } from './panelNotices';

const frame = (refId: string, notices: QueryResultMetaNotice[]): DataFrame =>
  withNotices([{ refId, fields: [], length: 0, meta: { custom: { granularity: '1m' } } }], notices)[0];

const textsOf = ({ meta }: DataFrame) => meta?.notices?.map(({ text }) => text);

describe('the notices of a query', () => {
  it('are all there if there are three', () => {
    const three = frame('A', [info('one'), warn('two'), info('three')]);
    expect(worstNotices(three, 3)).toBe(three);
    expect(worstNotices(frame('A', []), 3)).toEqual(frame('A', []));
  });

  it('are the three worst and a count', () => {
    const all = [info('one'), warn('two'), info('three'), warn('four'), { severity: 'error', text: 'five' } as const];
    const few = worstNotices(frame('A', all), 3);
    expect(textsOf(few)).toEqual(['two', 'four', 'five', '2 more notices are in the inspector.']);
    expect(few.meta?.custom).toEqual({ granularity: '1m', notices: all.map(({ text }) => text) });
    expect(few.meta?.notices?.[3].severity).toBe('info');
  });

  it('count as badly as the worst of those that are not shown', () => {
    const few = worstNotices(frame('A', [warn('1'), warn('2'), warn('3'), warn('4'), info('5')]), 3);
    expect(few.meta?.notices).toEqual([warn('1'), warn('2'), warn('3'), warn('2 more notices are in the inspector.')]);
  });
});
