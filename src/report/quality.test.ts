import fc from 'fast-check';
import { type ReportAlert } from './figures';
import { type QualityFigure, qualityRows, type QualitySide } from './quality';
import { MINUTE } from '../settings';

/* Compares the quality of alerting with its definitions, counted minute by minute. Times are full minutes. The range is
   ten days that end at 0. */

const DAY = 24 * 60;
const FROM = -10 * DAY;

interface Plain {
  began: number | null;
  /** Null: it is active. */
  length: number | null;
  /** Its metrics, and how many minutes after its start they joined. */
  metrics: Array<{ id: number; after: number }>;
}

const lengthArb = fc.oneof(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 3 * DAY }), fc.constant(null));
// Few different times, so that there are bursts.
const beganArb = fc.oneof(
  fc.tuple(fc.integer({ min: -12, max: 0 }), fc.integer({ min: 0, max: 90 })).map(([day, at]) => day * DAY + at),
  fc.constant(null)
);
const metricArb = fc.record({ id: fc.nat(14), after: fc.oneof(fc.constant(0), fc.nat(80)) });
const alertArb: fc.Arbitrary<Plain> = fc.record({
  began: beganArb,
  length: lengthArb,
  metrics: fc.uniqueArray(metricArb, { minLength: 1, maxLength: 4, selector: ({ id }) => id }),
});
const alertsArb = fc.array(alertArb, { maxLength: 40 });

function reportAlert({ began, length, metrics }: Plain, i: number): ReportAlert {
  const start = began === null ? null : began * MINUTE;
  const ended = start === null || length === null ? null : start + length * MINUTE;
  const until = ended ?? 5 * DAY * MINUTE;
  const spanOf = (after: number) => ({ from: start === null ? -Infinity : start + after * MINUTE, to: Infinity });
  return {
    id: `a${i}`,
    impact: 'low',
    active: length === null,
    score: null,
    began: start,
    ended,
    until,
    duration: start === null ? null : until - start,
    metrics: metrics.map(({ id, after }) => ({
      nodeId: '1',
      metricId: `m${id}`,
      spans: [spanOf(after)],
    })) as unknown as ReportAlert['metrics'],
  };
}

const touches = ({ began, until }: ReportAlert, from: number, to: number) =>
  (began ?? -Infinity) <= to * MINUTE && until >= from * MINUTE;

function side(alerts: ReportAlert[], from = FROM, to = 0, more: Partial<QualitySide> = {}): QualitySide {
  const span = { from: from * MINUTE, to: to * MINUTE };
  const own = alerts.filter((alert) => touches(alert, from, to));
  const isWhole = own.every(({ duration }) => duration !== null);
  return { span, alerts: own, isWhole, isKnown: true, isFetching: false, ...more };
}

const figuresOf = (present: QualitySide, before: QualitySide | null = null) =>
  Object.fromEntries(qualityRows(present, before).map((row) => [row.figure, row])) as Record<
    QualityFigure,
    ReturnType<typeof qualityRows>[number]
  >;

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);

/** The chattering alerts: for every hour of the range, those with metrics that joined three or more times. */
function chatter(begun: Array<Plain & { began: number }>): Set<Plain> {
  const found = new Set<Plain>();
  for (const minute of range(FROM, 0)) {
    for (const id of range(0, 15)) {
      const joined = begun.filter(({ began, metrics }) =>
        metrics.some((metric) => {
          const at = began + metric.after;
          return metric.id === id && at < 0 && at >= minute && at < minute + 60;
        })
      );
      joined.forEach((alert) => joined.length >= 3 && found.add(alert));
    }
  }
  return found;
}

it('has the figures of their definitions, counted minute by minute', () => {
  fc.assert(
    fc.property(alertsArb, (plain) => {
      const begun = plain.filter(
        (alert): alert is Plain & { began: number } => alert.began !== null && alert.began >= FROM && alert.began < 0
      );
      const figures = figuresOf(side(plain.map(reportAlert)));
      const isTimed = plain.every(({ began }) => began !== null);
      const rate = begun.length / 10;
      const busiest = range(FROM - 10, 0).map(
        (minute) => begun.filter(({ began }) => began >= minute && began < minute + 10).length
      );
      const long = plain.filter(({ began, length }) => {
        const active = range(FROM, 0).some((minute) => began !== null && minute - began >= 0);
        const end = began === null ? 0 : Math.min(0, began + (length ?? 99 * DAY));
        return began !== null && active && end >= FROM && end - began > DAY;
      });
      const counts = range(0, 15)
        .map((id) => begun.filter((one) => one.metrics.some((m) => m.id === id && one.began + m.after < 0)).length)
        .filter((count) => count > 0)
        .sort((a, b) => b - a);
      const total = counts.reduce((a, b) => a + b, 0);
      const top = counts.slice(0, 10).reduce((a, b) => a + b, 0);
      expect(Object.fromEntries(Object.entries(figures).map(([name, { value }]) => [name, value]))).toEqual({
        alerts: begun.length,
        perDay: isTimed ? rate : null,
        busiest: Math.max(...busiest),
        chattering: chatter(begun).size,
        fleeting: begun.filter(({ began, length }) => length !== null && length < 5 && began + length <= 0).length,
        standing: long.length,
        topTen: isTimed && counts.length > 10 ? top / total : null,
      });
    }),
    { numRuns: 30 }
  );
});

it('is the same when all times are shifted, and in any order', () => {
  fc.assert(
    fc.property(alertsArb, fc.integer({ min: -1e6, max: 1e6 }), (plain, shift) => {
      const moved = plain.map(({ began, ...alert }) => ({ ...alert, began: began === null ? null : began + shift }));
      const there = moved
        .map(reportAlert)
        .map((alert) => ({ ...alert, until: alert.ended ?? alert.until + shift * MINUTE }));
      const timed = there.map((alert) => ({
        ...alert,
        duration: alert.began === null ? null : alert.until - alert.began,
      }));
      expect(qualityRows(side(timed.reverse(), FROM + shift, shift), null)).toEqual(
        qualityRows(side(plain.map(reportAlert)), null)
      );
    })
  );
});

it('does not know what happens after the period', () => {
  fc.assert(
    fc.property(alertsArb, alertsArb, (plain, later) => {
      const then = plain.map(reportAlert);
      // Alerts that were active at the end of the period ended later, and others began.
      const since = then.map((alert) =>
        alert.until > 0 && alert.began !== null ? { ...alert, active: false, ended: alert.until } : alert
      );
      const others = later.map((alert) => ({ ...alert, began: Math.abs(alert.began ?? 0) + 1 })).map(reportAlert);
      const values = (alerts: ReportAlert[]) => qualityRows(side(alerts), null).map(({ value }) => value);
      expect(values([...since, ...others])).toEqual(values(then));
    })
  );
});

it('counts the same chattering alerts with any unrelated alert', () => {
  fc.assert(
    fc.property(alertsArb, alertArb, (plain, one) => {
      const unrelated = { ...one, metrics: [{ id: 99, after: 0 }] };
      const value = (alerts: Plain[]) => figuresOf(side(alerts.map(reportAlert))).chattering.value;
      expect(value([...plain, unrelated])).toBe(value(plain));
    })
  );
});

const alert = (began: number, length: number | null, id = 1): Plain => ({ began, length, metrics: [{ id, after: 0 }] });

it('compares only complete figures with the previous period, and none for less than a week', () => {
  const now = side([alert(-60, 3), alert(-30, 3), alert(-20, 3)].map(reportAlert));
  const then = side([alert(-60, 3), alert(-30, 10)].map(reportAlert));
  const changes = (present: QualitySide, before: QualitySide | null) =>
    Object.fromEntries(qualityRows(present, before).map(({ figure, change }) => [figure, change]));
  expect(changes(now, then)).toMatchObject({
    alerts: 0.5,
    perDay: 0.5,
    fleeting: 2,
    standing: null,
  });
  expect(changes(now, null)).toMatchObject({ alerts: null, perDay: null });
  expect(changes(now, { ...then, isWhole: false })).toMatchObject({ alerts: null, fleeting: null });
  const short = figuresOf({ ...now, span: { from: -6 * DAY * MINUTE, to: 0 } }, then);
  expect(short.alerts).toMatchObject({ value: 3, before: 2, change: null });
  expect(short.perDay.value).toBeNull();
  expect(short.fleeting.value).toBe(3);
  // A week with a change to daylight saving time.
  expect(figuresOf({ ...now, span: { from: -(7 * DAY - 60) * MINUTE, to: 0 } }).perDay.value).not.toBeNull();
});

it('omits figures that unknown metrics or incomplete lists could change', () => {
  const all = range(0, 12).map((id) => reportAlert(alert(-60 - id, 3, id), id));
  expect(figuresOf(side(all)).topTen).toMatchObject({ value: 10 / 12 });
  const unknown = figuresOf(side(all, FROM, 0, { isKnown: false }), side(all));
  expect(unknown.topTen).toMatchObject({ value: null, complete: false });
  expect(unknown.chattering).toMatchObject({ complete: false, change: null });
  expect(unknown.alerts).toMatchObject({ value: 12, complete: true, change: 0 });
  const cut = figuresOf(side(all, FROM, 0, { isWhole: false }), side(all));
  expect(cut.perDay.value).toBeNull();
  expect(cut.alerts).toMatchObject({ value: 12, complete: false, change: null });
  expect(figuresOf(side(all, FROM, 0, { isFetching: true })).chattering.value).toBeNull();
});
