import { type ReportAlert } from './figures';
import { type QualityFigure, qualityRows, type QualitySide } from './quality';
import { MINUTE } from '../settings';

/*
 * The quality of alerting against its definitions, counted minute by minute. Times are whole minutes; the range is ten days
 * that end at 0.
 */

const DAY = 24 * 60;
const FROM = -10 * DAY;

interface Plain {
  began: number | null;
  /** Null: it is active. */
  length: number | null;
  /** Its metrics, and how many minutes after its start they joined. */
  metrics: Array<{ id: number; after: number }>;
}

// Few moments, so that there are bursts.

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
  // A week in which clocks are set forward.
  expect(figuresOf({ ...now, span: { from: -(7 * DAY - 60) * MINUTE, to: 0 } }).perDay.value).not.toBeNull();
});

it('leaves out what unknown metrics and cut lists could change', () => {
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
