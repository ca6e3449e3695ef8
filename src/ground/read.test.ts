import fc from 'fast-check';
import { toAlert, toAlertEvent } from '../service/alerts';
import { toAnomaly } from '../service/anomalies';
import { boolean, number, records, text, time } from './read';

/** The interface leaves many things open: nulls, absent fields, unknown values, numbers as text. */
describe('readers', () => {
  it.each([
    [text, 7, '7'],
    [text, 9007199254740991, '9007199254740991'],
    [text, null, null],
    [text, {}, null],
    [number, '1.5', 1.5],
    [number, ' -2e3 ', -2000],
    [number, '9007199254740993', 9007199254740992],
    [number, 'x', null],
    [number, '', null],
    [number, '  ', null],
    [number, '0x10', null],
    [number, '1_000', null],
    [number, 'Infinity', null],
    [number, '1e999', null],
    [number, Infinity, null],
    [number, true, null],
    [number, [1], null],
    [boolean, 'true', true],
    [boolean, ' False', false],
    [boolean, 'yes', null],
    [boolean, 1, null],
    [boolean, false, false],
    [time, '2026-01-31T14:02:00+01:00', Date.UTC(2026, 0, 31, 13, 2)],
    [time, '2026-01-31T14:02:00', Date.UTC(2026, 0, 31, 14, 2)],
    [time, '2026-01-31 14:02', Date.UTC(2026, 0, 31, 14, 2)],
    [time, ' 2026-01-31T14:02:00.5Z ', Date.UTC(2026, 0, 31, 14, 2, 0, 500)],
    [time, '2026-01-31', Date.UTC(2026, 0, 31)],
    [time, 'Sat, 31 Jan 2026 14:02:00 GMT', Date.UTC(2026, 0, 31, 14, 2)],
    [time, '1769868120000', 1769868120000],
    [time, 0, 0],
    [time, 8.64e15, 8.64e15],
    [time, 8.64e15 + 1, null],
    [time, -2e40, null],
    [time, '99999999999999999999', null],
    [time, NaN, null],
    // Browsers read a date in all of these.
    [time, 'node 12', null],
    [time, '7', null],
    [time, 'soon', null],
    [time, null, null],
  ] as const)('%p reads %j as %j', (reader, value, expected) => {
    expect((reader as (value: unknown) => unknown)(value)).toBe(expected);
  });

  it('return valid times and finite numbers for any input', () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.double(), fc.date().map(String), fc.string()), (value) => {
        const moment = time(value);
        expect(moment === null || !Number.isNaN(new Date(moment).getTime())).toBe(true);
        expect([null, true]).toContain(number(value) === null ? null : Number.isFinite(number(value)));
      })
    );
  });

  it('omit list items that are not objects', () => {
    expect(records([{ a: 1 }, null, 1, 'x', [], [{}]])).toEqual([{ a: 1 }]);
    expect(records({ length: 1 })).toEqual([]);
  });

  it('pass unknown enum values through as text, and keep IDs as text', () => {
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

  it('read a change’s severity from its values, and its kind from the change itself', () => {
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

  it('add its node to each metric of an anomaly', () => {
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
