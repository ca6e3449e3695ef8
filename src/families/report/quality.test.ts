import { type ReportAlert, type Period } from './periods';
import { qualityRows } from './quality';
import { DAY, HOUR, MINUTE } from '../../ground/spans';

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
