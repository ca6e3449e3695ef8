import { METRIC } from '../metric/models';
import { type AnomalyQuery, complete, migrate, QUERY_VERSION } from './query';

const query = (fields: Record<string, unknown>) => ({ refId: 'A', ...fields }) as AnomalyQuery;

describe('complete', () => {
  it('keeps what it does not know, and changes nothing in place', () => {
    const stored = query({ nodeId: 12, future: { a: 1 }, hide: true, granularity: '60m', bands: 'main' });
    const copy = structuredClone(stored);
    expect(complete(stored, METRIC)).toMatchObject({
      nodeId: '12',
      future: { a: 1 },
      hide: true,
      granularity: '1h',
      bands: ['main', 'sup', 'inf'],
    });
    expect(stored).toEqual(copy);
  });
});

describe('migrate', () => {
  it('makes a query without a version one of the current version: a type, and 1h for 60m', () => {
    expect(migrate({ refId: 'A', granularity: '60m', nodeId: '1' })).toEqual({
      refId: 'A',
      queryType: 'metric',
      granularity: '1h',
      nodeId: '1',
      version: QUERY_VERSION,
    });
  });

  it('leaves another granularity as it was stored, and makes none', () => {
    expect(migrate({ refId: 'A', granularity: '15m' }).granularity).toBe('15m');
    expect(Object.keys(migrate({ refId: 'A' }))).not.toContain('granularity');
  });

  it('keeps fields and types that it does not know', () => {
    const query: AnomalyQuery = { refId: 'A', queryType: 'later', ours: [1] };
    expect(migrate(query)).toEqual({ ...query, version: QUERY_VERSION });
  });

  it('leaves queries of this and of later versions as they are', () => {
    for (const version of [QUERY_VERSION, QUERY_VERSION + 1]) {
      const query: AnomalyQuery = { refId: 'A', granularity: '60m', version };
      expect(migrate(query)).toBe(query);
    }
  });

  it.each([null, 'x', '2', -1, 0, 0.5, 1.5, NaN, Infinity])('takes %p for no version', (version) => {
    const { version: now, granularity } = migrate({ refId: 'A', granularity: '60m', version });
    expect([now, granularity]).toEqual([QUERY_VERSION, '1h']);
  });

  it('changes nothing in its argument, and nothing when it is done twice', () => {
    const query = Object.freeze<AnomalyQuery>({ refId: 'A', granularity: '60m' });
    expect(migrate(migrate(query))).toEqual(migrate(query));
  });
});
