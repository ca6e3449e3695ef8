import { METRIC } from '../families/metric/models';
import { type AnomalyQuery, complete } from './query';

const query = (fields: Record<string, unknown>) => ({ refId: 'A', ...fields }) as AnomalyQuery;

describe('complete', () => {
  it('keeps unknown fields, and does not change its argument', () => {
    const stored = query({ nodeId: 12, future: { a: 1 }, hide: true, granularity: '60m', bands: 'main' });
    const copy = structuredClone(stored);
    expect(complete(stored, METRIC)).toMatchObject({
      nodeId: '12',
      future: { a: 1 },
      hide: true,
      granularity: '60m',
      bands: ['main'],
    });
    expect(stored).toEqual(copy);
  });
});
