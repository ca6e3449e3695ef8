import fc from 'fast-check';
import { toAlert, toAlertCounts, toAlertEvent, toPage } from './alerts';
import { toAnomaly, toAnomalyGroups } from './anomalies';
import { boolean, number, rows, text, time } from './read';

/** The interface leaves much open: nulls, absent fields, unknown values, envelopes. */
describe('readers', () => {
  it('take any JSON without breaking', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        for (const reader of [toAlert, toAlertEvent, toAlertCounts, toAnomaly, toAnomalyGroups]) {
          expect(() => reader(value)).not.toThrow();
        }
        expect(() => toPage(value, toAlert)).not.toThrow();
      })
    );
  });

  it.each([
    [text, 7, '7'],
    [text, 9007199254740991, '9007199254740991'],
    [text, null, null],
    [text, {}, null],
    [number, '1.5', 1.5],
    [number, 'x', null],
    [number, '', null],
    [number, Infinity, null],
    [boolean, 'true', null],
    [boolean, false, false],
    [time, '2026-01-31T14:02:00+01:00', Date.UTC(2026, 0, 31, 13, 2)],
    [time, '2026-01-31T14:02:00', Date.UTC(2026, 0, 31, 14, 2)],
    [time, 0, 0],
    [time, 'soon', null],
    [time, null, null],
  ] as const)('%p of %j is %j', (reader, value, expected) => {
    expect((reader as (value: unknown) => unknown)(value)).toBe(expected);
  });

  it('find a list bare or in an envelope', () => {
    expect(rows([{}, null, 1])).toEqual([{}]);
    expect(rows({ items: [{}] })).toEqual([{}]);
    expect(rows({ items: null })).toEqual([]);
    expect(toPage([{ id: 'a' }], toAlert)).toMatchObject({ total: null, items: [{ id: 'a' }] });
  });

  it('pass unknown enum values through as text, and keep ids text', () => {
    const alert = toAlert({
      id: 7,
      impact: 'catastrophic',
      active: null,
      metrics: [{ nodeId: 12, severity: 'pink', score: null }],
    });
    expect(alert).toMatchObject({ id: '7', impact: 'catastrophic', active: null, firstSeenAt: null });
    expect(alert.metrics).toEqual([expect.objectContaining({ nodeId: '12', severity: 'pink', scoreAdjusted: null })]);
    expect(toAlert({ id: 'a' }).metrics).toBeNull();
  });

  it('take a change’s severity from its values, its kind from itself', () => {
    const { changes } = toAlertEvent({
      id: 'a',
      changes: [
        {
          type: 'added',
          nodeId: 1,
          statTypeId: 'cpu',
          values: { severity: 'red', type: 'deviation', score: { adjusted: 2, contribution: 1 } },
        },
        { type: 'removed', nodeId: 1, statTypeId: 'cpu', values: null },
      ],
    });
    expect(changes).toEqual([
      expect.objectContaining({
        change: 'added',
        severity: 'red',
        type: 'deviation',
        scoreAdjusted: 2,
        scoreContribution: 1,
      }),
      expect.objectContaining({ change: 'removed', severity: null, type: null, metricId: 'cpu' }),
    ]);
  });

  it('leave out buckets without a start, and null what they do not count', () => {
    expect(
      toAlertCounts({ buckets: [{ start: null }, { start: '2026-01-31T14:00:00Z', impacts: { low: 1 } }] }).buckets
    ).toEqual([
      { start: Date.UTC(2026, 0, 31, 14), end: null, active: null, low: 1, medium: null, high: null, severe: null },
    ]);
  });

  it('give each metric of an anomaly its node', () => {
    const anomaly = toAnomaly({
      id: 'x',
      event_occured: '2026-01-31T14:00:00Z',
      items: [
        { node: { id: 5, name: 'db', system: null }, metrics: [{ id: 'cpu', data: [1] }, { id: 'mem' }] },
        { node: null },
      ],
    });
    expect(anomaly.metrics).toEqual([
      expect.objectContaining({ nodeId: '5', nodeName: 'db', systemId: null, metricId: 'cpu', data: [1] }),
      expect.objectContaining({ nodeId: '5', metricId: 'mem', data: undefined }),
    ]);
  });
});
