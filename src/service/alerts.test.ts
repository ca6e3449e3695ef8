import { readAlert, readAlertCounts, readAlertPage, readAlerts, readEventPage } from './alerts';
import { readAnomalies, readAnomaly, readAnomalyGroups } from './anomalies';
import { ServiceFailure } from '../ground/failure';

const LISTS = { readAlerts, readAnomalies, readAlertPage, readEventPage };
const OBJECTS = { readAlert, readAlertCounts, readAnomaly, readAnomalyGroups };
const ALL = { ...LISTS, ...OBJECTS };

const resultOf = (read: (body: unknown) => unknown, body: unknown): unknown => {
  try {
    return read(body);
  } catch (error) {
    return error;
  }
};

describe.each(Object.entries<(body: unknown) => unknown>(ALL))('%s', (_, read) => {
  it.each([
    [{}],
    [{ error: 'no' }],
    ['text'],
    [''],
    [7],
    [null],
    [true],
    [undefined],
    [[[]]],
    [[null]],
    [[{}]],
    [['a']],
  ])('does not accept %j as an answer', (body) => {
    expect(resultOf(read, body)).toBeInstanceOf(ServiceFailure);
  });
});

describe('lists', () => {
  it('are read bare and in an envelope, without items that are not objects', () => {
    expect(readAlerts([{ id: 'a' }, null, 1]).map(({ id }) => id)).toEqual(['a']);
    expect(readAlertPage({ page: 2, limit: '10', total: null, items: [{ id: 'a' }] })).toMatchObject({
      limit: 10,
      total: null,
      items: [{ id: 'a' }],
    });
    expect(readAlertPage([{ id: 'a' }])).toMatchObject({ total: null, items: [{ id: 'a' }] });
  });

  it('may be empty', () => {
    expect(readAlerts([])).toEqual([]);
    expect(readAlertPage({ items: [], total: 0 }).items).toEqual([]);
    expect(readAlertPage({ items: null, total: 0 }).items).toEqual([]);
    expect(readAnomalyGroups({ closed: [] })).toEqual({ new: [], updated: [], closed: [] });
    expect(readAlertCounts({ buckets: [] })).toEqual({ buckets: [], lost: 0 });
  });

  it.each([
    [readAlertPage, { items: null, total: 3 }, []],
    [readAlertPage, { items: { a: 1 } }, []],
    [readAlerts, { status: 'up' }, []],
    [readAlertCounts, { buckets: null }, ['buckets']],
    [readAlertCounts, { buckets: [{ active: 3 }, null] }, ['start']],
    [readAnomalyGroups, { new: null, updated: {} }, ['new', 'updated', 'closed']],
  ])('%p reports what is missing in %j', (read, body, lack) => {
    expect(resultOf(read, body)).toMatchObject({ kind: 'unreadable', facts: { lack, body } });
  });
});

it('buckets without a start are omitted, and missing counts are null', () => {
  expect(
    readAlertCounts({
      buckets: [{ start: null }, { start: 2e40 }, { start: '2026-01-31T14:00:00Z', impacts: { low: 1 } }],
    }).buckets
  ).toEqual([{ start: Date.UTC(2026, 0, 31, 14), active: null, low: 1, medium: null, high: null, severe: null }]);
});
