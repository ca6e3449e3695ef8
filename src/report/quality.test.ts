import { type ReportAlert } from './figures';
import { type QualityFigure, qualityRows, type QualitySide } from './quality';
import { DAY, HOUR, MINUTE } from '../settings';

/* Changes and unknown figures. The figures themselves are tested in tests/oracle. The range is ten days that end at 0. */

/** An alert of one metric that began some minutes before the end, and lasted three minutes or as long. */
const alert = (before: number, id = 1, length = 3): ReportAlert => {
  const [began, ended] = [-before * MINUTE, (length - before) * MINUTE];
  const metrics = [{ nodeId: '1', metricId: `m${id}`, spans: [{ from: began, to: Infinity }] }];
  const times = { began, ended, until: ended, duration: ended - began };
  return { id: `a${before}`, impact: 'low', active: false, score: null, ...times, metrics } as unknown as ReportAlert;
};

const side = (alerts: ReportAlert[], more: Partial<QualitySide> = {}): QualitySide => ({
  span: { from: -10 * DAY, to: 0 },
  alerts,
  isWhole: true,
  isKnown: true,
  isFetching: false,
  ...more,
});

const figuresOf = (present: QualitySide, before: QualitySide | null = null) =>
  Object.fromEntries(qualityRows(present, before).map((row) => [row.figure, row])) as Record<
    QualityFigure,
    ReturnType<typeof qualityRows>[number]
  >;

it('compares only complete figures with the previous period, and none for less than a week', () => {
  const now = side([alert(60), alert(30), alert(20)]);
  const then = side([alert(60), alert(30, 1, 10)]);
  const changes = (before: QualitySide | null) =>
    Object.fromEntries(qualityRows(now, before).map(({ figure, change }) => [figure, change]));
  expect(changes(then)).toMatchObject({ alerts: 0.5, perDay: 0.5, fleeting: 2, standing: null });
  expect(changes(null)).toMatchObject({ alerts: null, perDay: null });
  expect(changes({ ...then, isWhole: false })).toMatchObject({ alerts: null, fleeting: null });
  const short = figuresOf({ ...now, span: { from: -6 * DAY, to: 0 } }, then);
  expect(short.alerts).toMatchObject({ value: 3, before: 2, change: null });
  expect(short.perDay.value).toBeNull();
  expect(short.fleeting.value).toBe(3);
  // A week with a change to daylight saving time.
  expect(figuresOf({ ...now, span: { from: HOUR - 7 * DAY, to: 0 } }).perDay.value).not.toBeNull();
});

it('omits figures that unknown metrics or incomplete lists could change', () => {
  // The metric of two alerts is one of the ten noisiest.
  const all = [...Array.from({ length: 12 }, (_, id) => alert(60 + id, id)), alert(200, 11)];
  expect(figuresOf(side(all)).topTen).toMatchObject({ value: 11 / 13 });
  expect(figuresOf(side(all.slice(0, 10))).topTen.value).toBeNull();
  const unknown = figuresOf(side(all, { isKnown: false }), side(all));
  expect(unknown.topTen).toMatchObject({ value: null, complete: false });
  expect(unknown.chattering).toMatchObject({ complete: false, change: null });
  expect(unknown.alerts).toMatchObject({ value: 13, complete: true, change: 0 });
  const cut = figuresOf(side(all, { isWhole: false }), side(all));
  expect(cut.perDay.value).toBeNull();
  expect(cut.alerts).toMatchObject({ value: 13, complete: false, change: null });
  expect(figuresOf(side(all, { isFetching: true })).chattering.value).toBeNull();
});
