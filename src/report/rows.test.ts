import fc from 'fast-check';
import { type Alert, type AlertMetric } from '../service/alerts';
import { toReportAlert } from './figures';
import { reportRows, daysOf, MOST_DAYS } from './rows';
import { HOUR, MINUTE } from '../settings';

/*
 * The report against its definition, counted minute by minute. Times are whole minutes from the epoch; now is 1000.
 */

const NOW = 1000;
const RANGE = { from: 700, to: 1000 };

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

/** The course of the alert. */
function courseOf(alert: Plain) {
  return (alertOf(alert).metrics ?? []).map((metric, i, all) => {
    const from = i === all.length - 1 && alert.joined !== undefined ? alert.joined * MINUTE : -Infinity;
    const to = i === 0 && alert.left !== undefined ? alert.left * MINUTE : Infinity;
    return { ...metric, spans: [{ from, to: Math.max(from, to) }] };
  });
}

type MinuteSpan = typeof RANGE;
const inMs = ({ from, to }: MinuteSpan) => ({ from: from * MINUTE, to: to * MINUTE });

it('calls a row by the name that any of its alerts knows, else by its id', () => {
  const alert = { id: 'a', impact: 'low', active: true, first: 700, last: 800, metrics: ['1/11/cpu'] };
  const named = toReportAlert(alertOf(alert), courseOf(alert), NOW * MINUTE);
  const unnamed = { ...named, id: 'b', metrics: named.metrics.map((metric) => ({ ...metric, nodeName: null })) };
  const side = { span: inMs(RANGE), alerts: [unnamed, named] };
  expect(reportRows('node', side, null).map(({ name, id }) => [name, id])).toEqual([['node 11', '11']]);
  const alone = { span: inMs(RANGE), alerts: [unnamed] };
  expect(reportRows('node', alone, null).map(({ name, id }) => [name, id])).toEqual([['11', '11']]);
});

const ZONES = ['utc', 'Europe/Berlin', 'America/Sao_Paulo', 'Asia/Beirut', 'Pacific/Apia', 'Australia/Lord_Howe'];

/** The date that a clock on the wall shows. */
function dateOn(time: number, zone: string): string {
  const timeZone = zone === 'utc' ? 'UTC' : zone;
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(time);
}

it("are those of the zone's calendar that the range touches, each once, without a gap", () => {
  const start = fc.integer({ min: Date.UTC(2010, 0, 1) / HOUR, max: Date.UTC(2026, 0, 1) / HOUR });
  fc.assert(
    fc.property(start, fc.integer({ min: 1, max: 400 }), fc.constantFrom(...ZONES), (hour, length, zone) => {
      const range = { from: hour * HOUR, to: (hour + length) * HOUR };
      const days = daysOf(range, zone);
      // Not every zone's days begin at a whole hour: the last moment may be of a day that no hour begins in.
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

it('are bounded, and one for an empty range', () => {
  const to = Date.UTC(2026, 0, 31);
  expect(daysOf({ from: -8e15, to }, 'utc')).toHaveLength(MOST_DAYS);
  expect(daysOf({ from: to, to }, 'utc')).toEqual([{ from: to, to: to + 24 * HOUR }]);
});
