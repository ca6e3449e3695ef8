import fc from 'fast-check';
import { type Alert, type AlertMetric } from '../service/alerts';
import { toReportAlert } from './figures';
import { type By } from './models';
import { reportRows, daysOf, type GroupBy, MOST_DAYS } from './rows';
import { HOUR, MINUTE } from '../settings';

/* Compares the report with its definition, counted minute by minute. Times are full minutes from the epoch. Now is 1000. */

const NOW = 1000;
const RANGE = { from: 700, to: 1000 };
const BEFORE = { from: 400, to: 700 };

interface Plain {
  id: string;
  impact: string | null;
  active: boolean;
  first: number | null;
  last: number | null;
  metrics: string[];
  /** When its first metric left, and when its last one joined. */
  left?: number;
  joined?: number;
}

/** `<system>/<node>/<metric>`. */
const METRICS = ['1/11/cpu', '1/11/mem', '1/12/cpu', '2/21/cpu', '/31/mem'];

const alertArb = fc.record({
  impact: fc.constantFrom('severe', 'high', 'medium', 'low', 'critical', '__proto__', null),
  active: fc.boolean(),
  first: fc.option(fc.integer({ min: 300, max: 1000 }), { freq: 5 }),
  length: fc.option(fc.constantFrom(0, 1, 7, 30, 59, 60, 61, 200, 500), { freq: 5 }),
  metrics: fc.subarray(METRICS),
  left: fc.option(fc.integer({ min: 300, max: 1000 }), { nil: undefined }),
  joined: fc.option(fc.integer({ min: 300, max: 1000 }), { nil: undefined }),
});

const alertsArb = fc.array(alertArb, { maxLength: 12 }).map((all) =>
  all.map(({ length, first, ...rest }, i): Plain => {
    const last = length === null ? null : Math.min(NOW, (first ?? 500) + length);
    return { ...rest, first, last, id: `a${i}` };
  })
);

function alertOf({ id, impact, active, first, last, metrics }: Plain): Alert {
  return {
    id,
    impact,
    active,
    firstSeenAt: first === null ? null : first * MINUTE,
    lastSeenAt: last === null ? null : last * MINUTE,
    activeNodes: null,
    activeMetrics: null,
    score: null,
    learningStatus: null,
    metrics: metrics.map((text) => {
      const [system, node, metric] = text.split('/');
      return {
        nodeId: node,
        nodeName: node === '12' ? null : `node ${node}`,
        systemId: system || null,
        systemName: system ? `system ${system}` : null,
        metricId: metric,
        metricName: metric === 'mem' ? null : metric.toUpperCase(),
      } as AlertMetric;
    }),
  };
}

/** The events of the alert, as a history. */
function historyOf(alert: Plain) {
  return (alertOf(alert).metrics ?? []).map((metric, i, all) => {
    const from = i === all.length - 1 && alert.joined !== undefined ? alert.joined * MINUTE : -Infinity;
    const to = i === 0 && alert.left !== undefined ? alert.left * MINUTE : Infinity;
    return { ...metric, spans: [{ from, to: Math.max(from, to) }] };
  });
}

type MinuteSpan = typeof RANGE;
const inMs = ({ from, to }: MinuteSpan) => ({ from: from * MINUTE, to: to * MINUTE });

/** Whether the alert was active in the minute that begins then. */
function isActive({ active, first, last }: Plain, minute: number): boolean {
  const end = active || last === null ? NOW : last;
  return (first === null || first <= minute) && minute < end;
}

const touches = ({ active, first, last }: Plain, { from, to }: MinuteSpan) =>
  (first === null || first <= to) && (active || last === null || last >= from);

function minutesIn(alerts: Plain[], { from, to }: MinuteSpan): number {
  let minutes = 0;
  for (let minute = from; minute < to; minute++) {
    minutes += alerts.filter((alert) => isActive(alert, minute)).length;
  }
  return minutes;
}

function wholeDurations(alerts: Plain[]): number[] {
  return alerts.flatMap(({ active, first, last }) => {
    const end = active ? NOW : last;
    return first === null || end === null ? [] : [(end - first) * MINUTE];
  });
}

function median(values: number[]): number | null {
  const left = [...values].sort((a, b) => a - b);
  while (left.length > 2) {
    left.pop();
    left.shift();
  }
  return left.length === 0 ? null : left.reduce((a, b) => a + b, 0) / left.length;
}

/** Whether another alert had one of this alert's relevant metrics, and ended less than an hour before. */
function isRepeat(alert: Plain, all: Plain[], counts: (metric: string) => boolean): boolean {
  return all.some(
    ({ id, active, last, metrics }) =>
      id !== alert.id &&
      !active &&
      last !== null &&
      alert.first !== null &&
      last <= alert.first &&
      alert.first - last < 60 &&
      metrics.some((metric) => counts(metric) && alert.metrics.includes(metric))
  );
}

/** The metrics that were in the alert in any minute of the span. */
function partsIn({ metrics, active, last, left, joined }: Plain, { from, to }: MinuteSpan): string[] {
  const end = active || last === null ? NOW : last;
  return metrics.filter((_, i) => {
    const since = i === metrics.length - 1 ? (joined ?? -Infinity) : -Infinity;
    const until = Math.max(since, Math.min(end, i === 0 ? (left ?? Infinity) : Infinity));
    return Array.from({ length: to - from + 1 }, (_, m) => from + m).some((m) => since <= m && m <= until);
  });
}

/** The key of each row of an alert. `?` if its metrics in the span are unknown. */
function keysOf(alert: Plain, by: By, span: MinuteSpan): Array<string | null> {
  if (by === 'impact') {
    return [alert.impact];
  }
  const metrics = partsIn(alert, span);
  return metrics.length === 0 ? ['?'] : [...new Set(metrics.map((metric) => keyOfMetric(metric, by)))];
}

function keyOfMetric(metric: string, by: By): string | null {
  const parts = metric.split('/');
  return by === 'series'
    ? parts.slice(1).join('/')
    : parts[{ system: 0, node: 1, metric: 2 }[by as string] ?? NaN] || null;
}

const sideOf = (alerts: Plain[], span: MinuteSpan) => ({
  span: inMs(span),
  alerts: alerts
    .filter((alert) => touches(alert, span))
    .map((alert) => toReportAlert(alertOf(alert), historyOf(alert), NOW * MINUTE)),
});

const bys = fc.constantFrom<GroupBy>('impact', 'system', 'node', 'metric', 'series');

it('follows its definition, minute by minute', () => {
  fc.assert(
    fc.property(alertsArb, bys, fc.boolean(), (alerts, by, isRead) => {
      const rows = reportRows(by, sideOf(alerts, RANGE), isRead ? sideOf(alerts, BEFORE) : null);
      const [now, then] = [RANGE, BEFORE].map((span) => alerts.filter((alert) => touches(alert, span)));
      const all = isRead ? [...new Set([...now, ...then])] : now;
      const named = [
        ...now.flatMap((alert) => keysOf(alert, by, RANGE)),
        ...(isRead ? then.flatMap((alert) => keysOf(alert, by, BEFORE)) : []),
      ];
      const expected = new Set([...(by === 'impact' ? ['severe', 'high', 'medium', 'low'] : []), ...named]);
      const keyOf = ({ isUnknown, id, name, node }: (typeof rows)[number]) => {
        const key = by === 'impact' ? name : id;
        return isUnknown ? '?' : node ? `${node.id}/${id}` : key;
      };
      expect(new Set(rows.map(keyOf))).toEqual(expected);
      expect(rows).toHaveLength(expected.size);
      for (const row of rows) {
        const key = keyOf(row);
        const own = now.filter((alert) => keysOf(alert, by, RANGE).includes(key));
        const ownBefore = then.filter((alert) => keysOf(alert, by, BEFORE).includes(key));
        const counts = (metric: string) => by === 'impact' || (key !== '?' && keyOfMetric(metric, by) === key);
        const activeTime = minutesIn(own, RANGE) * MINUTE;
        const activeTimeBefore = isRead ? minutesIn(ownBefore, BEFORE) * MINUTE : null;
        expect(row).toMatchObject({
          alerts: own.length,
          activeTime,
          longest: own.length > 0 && wholeDurations(own).length > 0 ? Math.max(...wholeDurations(own)) : null,
          median: median(wholeDurations(own)),
          repeats: own.filter((alert) => isRepeat(alert, all, counts)).length,
          alertsBefore: isRead ? ownBefore.length : null,
          activeTimeBefore,
          change: activeTimeBefore ? activeTime / activeTimeBefore - 1 : null,
        });
      }
      const times = rows.map(({ activeTime }) => activeTime);
      const inOrder = by === 'impact' ? times : [...times].sort((a, b) => b - a);
      expect(times).toEqual(inOrder);
    })
  );
});

it('names a row by any name in its alerts, otherwise by its ID', () => {
  const alert = { id: 'a', impact: 'low', active: true, first: 700, last: 800, metrics: ['1/11/cpu'] };
  const named = toReportAlert(alertOf(alert), historyOf(alert), NOW * MINUTE);
  const unnamed = { ...named, id: 'b', metrics: named.metrics.map((metric) => ({ ...metric, nodeName: null })) };
  const side = { span: inMs(RANGE), alerts: [unnamed, named] };
  expect(reportRows('node', side, null).map(({ name, id }) => [name, id])).toEqual([['node 11', '11']]);
  const alone = { span: inMs(RANGE), alerts: [unnamed] };
  expect(reportRows('node', alone, null).map(({ name, id }) => [name, id])).toEqual([['11', '11']]);
});

const ZONES = ['utc', 'Europe/Berlin', 'America/Sao_Paulo', 'Asia/Beirut', 'Pacific/Apia', 'Australia/Lord_Howe'];

/** The local date. */
function dateOn(time: number, zone: string): string {
  const timeZone = zone === 'utc' ? 'UTC' : zone;
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(time);
}

it("are the zone's calendar days that the range touches, each once, without a gap", () => {
  const start = fc.integer({ min: Date.UTC(2010, 0, 1) / HOUR, max: Date.UTC(2026, 0, 1) / HOUR });
  fc.assert(
    fc.property(start, fc.integer({ min: 1, max: 400 }), fc.constantFrom(...ZONES), (hour, length, zone) => {
      const range = { from: hour * HOUR, to: (hour + length) * HOUR };
      const days = daysOf(range, zone);
      // Days don't start at a full hour in every zone: the last moment may be on a day without a full hour.
      const moments = [...Array.from({ length }, (_, i) => (hour + i) * HOUR), range.to - 1];
      const dates = new Set(moments.map((time) => dateOn(time, zone)));
      expect(days.map(({ from }) => dateOn(from, zone))).toEqual([...dates]);
      days.forEach(({ from, to }, i) => {
        expect(dateOn(from - 1, zone)).not.toBe(dateOn(from, zone));
        expect(dateOn(to - 1, zone)).toBe(dateOn(from, zone));
        expect(i === 0 || days[i - 1].to === from).toBe(true);
      });
    }),
    { numRuns: 60 }
  );
});

it('are limited, and a single one for an empty range', () => {
  const to = Date.UTC(2026, 0, 31);
  expect(daysOf({ from: -8e15, to }, 'utc')).toHaveLength(MOST_DAYS);
  expect(daysOf({ from: to, to }, 'utc')).toEqual([{ from: to, to: to + 24 * HOUR }]);
});
