import { type ReportAlert, type Period } from './periods';
import { qualityRows } from './quality';
import { DAY, HOUR, MINUTE } from '../../ground/settings';

/* Unknown figures, and exact boundaries. The figures themselves are tested in tests/oracle. The range ends at 0. */

/** An alert of one metric that began some minutes before the end, and lasted three minutes or as long. */
const alert = (before: number, id = 1, length = 3): ReportAlert => {
  const [firstSeenAt, until] = [-before * MINUTE, (length - before) * MINUTE];
  const metrics = [{ nodeId: '1', metricId: `m${id}` }];
  const times = { firstSeenAt, until, duration: until - firstSeenAt };
  return { id: `a${before}`, impact: 'low', active: false, title: '', ...times, metrics } as unknown as ReportAlert;
};

const period = (alerts: ReportAlert[], more: Partial<Period> = {}): Period => ({
  span: { from: -10 * DAY, to: 0 },
  alerts,
  isWhole: true,
  isKnown: true,
  ...more,
});

const figuresOf = (present: Period, before?: Period) =>
  Object.fromEntries(qualityRows(present, before).map((row) => [row.figure, row]));

it('has only counts for less than a week', () => {
  const now = period([alert(60), alert(30), alert(20)]);
  const short = figuresOf({ ...now, span: { from: -6 * DAY, to: 0 } }, period([alert(60), alert(30, 1, 10)]));
  expect(short.alerts).toMatchObject({ value: 3, before: 2 });
  expect(short.fleeting).toMatchObject({ value: 3, before: 1 });
  for (const figure of ['perDay', 'perTenMinutes', 'flood', 'severe', 'high', 'topTen'] as const) {
    expect(short[figure].value).toBeNull();
  }
  // A week with a change to daylight saving time.
  expect(figuresOf({ ...now, span: { from: HOUR - 7 * DAY, to: 0 } }).perDay.value).not.toBeNull();
});

it('omits figures that unknown metrics or incomplete lists could change', () => {
  // The metric of two alerts is one of the ten that are in most.
  const all = [...Array.from({ length: 12 }, (_, id) => alert(60 + id, id)), alert(200, 11)];
  expect(figuresOf(period(all)).topTen).toMatchObject({ value: 11 / 13 });
  expect(figuresOf(period(all.slice(0, 10))).topTen.value).toBeNull();
  const unknown = figuresOf(period(all, { isKnown: false }));
  expect(unknown.topTen).toMatchObject({ value: null, complete: false });
  expect(unknown.flapping).toMatchObject({ value: null, complete: false });
  expect(unknown.alerts).toMatchObject({ value: 13, complete: true });
  const cut = figuresOf(period(all, { isWhole: false }));
  expect(cut.perDay.value).toBeNull();
  expect(cut.alerts).toMatchObject({ value: 13, complete: false });
});

it('counts what is over a boundary, not what is on it', () => {
  const day = 24 * 60;
  expect(figuresOf(period([alert(2 * day, 1, day), alert(2 * day + 1, 2, day + 1)])).standing.value).toBe(1);
  // It began before the range.
  expect(figuresOf(period([alert(11 * day, 1, 3 * day)])).standing.value).toBe(0);
  expect(figuresOf(period([alert(60, 1, 5), alert(61, 2, 4)])).fleeting.value).toBe(1);
  expect(figuresOf(period([alert(30), alert(20)])).busiest.value).toBe(1);
  const eleven = (first: number) => Array.from({ length: 11 }, (_, i) => alert(first - i * 0.1, i));
  const windows = (10 * day) / 10;
  expect(figuresOf(period(eleven(20))).flood.value).toBeCloseTo(1 / windows);
  expect(figuresOf(period(eleven(20).slice(1))).flood.value).toBe(0);
});

it('flapping incidents have three alerts that began with one metric, less than an hour apart', () => {
  const three = (gap: number, ids = [1, 1, 1]) => ids.map((id, i) => alert(600 - i * (gap + 3), id));
  expect(figuresOf(period(three(59))).flapping.value).toBe(1);
  expect(figuresOf(period(three(60))).flapping.value).toBe(0);
  expect(figuresOf(period(three(59, [1, 2, 1]))).flapping.value).toBe(0);
});
