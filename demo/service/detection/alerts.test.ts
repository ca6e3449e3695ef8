import { makeWorlds } from '../worlds';
import { type Impact, impacts } from './severity';
import { type AlertRecord, type MetricState, eventAt, firstSeenAt, isActiveAt, lastSeenAt } from './timeline';
import type { Metric } from '../series/metric';

const now = Date.parse('2026-01-29T11:47:00Z');
const alerts = [...makeWorlds({}, now).values()].flatMap((world) => world.alerts(now));

describe("an alert's events", () => {
  it('are numbered from 0 without gaps, in time order, with different times', () => {
    for (const { events } of alerts) {
      expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, i) => i));
      const times = events.map(({ at }) => at);
      expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
    }
  });

  it('begin with created, and end with ended if the alert ends', () => {
    for (const { events } of alerts) {
      expect(events[0].type).toBe('created');
      const middle = events.slice(1, -1).map(({ type }) => type);
      expect(middle.every((type) => type === 'updated')).toBe(true);
      expect(events.at(-1)?.type).toBe('ended');
    }
  });

  it('have changes that add up to the current metrics', () => {
    for (const { events } of alerts) {
      const folded = new Map<Metric, MetricState>();
      for (const { changes, metrics } of events) {
        expect(changes.length).toBeGreaterThan(0);
        for (const { type, metric, state } of changes) {
          expect(folded.has(metric)).toBe(type !== 'added');
          if (state) {
            folded.set(metric, state);
          } else {
            folded.delete(metric);
          }
        }
        expect(new Set(folded.values())).toEqual(new Set(metrics));
      }
      expect(folded.size).toBe(0);
    }
  });

  it('never lower the impact', () => {
    const rank = (impact: Impact) => impacts.indexOf(impact);
    for (const { events } of alerts) {
      const ranks = events.map(({ impact }) => rank(impact));
      expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
    }
  });

  it('only spread to linked nodes', () => {
    for (const { events } of alerts) {
      const nodes = new Set(events.flatMap(({ metrics }) => metrics.map(({ metric }) => metric.node)));
      for (const node of nodes) {
        const near = [...nodes].some((other) => other.linked.includes(node.id) || node.linked.includes(other.id));
        expect(nodes.size === 1 || near).toBe(true);
      }
    }
  });
});

describe('an alert at a time', () => {
  const alert = alerts.find(({ events }) => events.length > 3) as AlertRecord;
  const [first, second] = alert.events;
  const last = alert.events[alert.events.length - 1];

  it('has the state of its latest event', () => {
    expect(eventAt(alert, first.at - 1)).toBeUndefined();
    expect(eventAt(alert, first.at)).toBe(first);
    expect(eventAt(alert, second.at - 1)).toBe(first);
    expect(eventAt(alert, Infinity)).toBe(last);
  });

  it('is active from its first event until its last', () => {
    expect([first.at - 1, first.at, last.at - 1, last.at].map((time) => isActiveAt(alert, time))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(firstSeenAt(alert)).toBe(first.at);
    expect(lastSeenAt(alert, Infinity)).toBe(last.at);
  });
});
