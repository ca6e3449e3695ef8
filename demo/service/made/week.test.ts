import { eventAt, isActiveAt } from '../detection/timeline';
import { DAY, HOUR, MINUTE, floorTo, timeOfWeek } from '../time';
import { ended, joined, lookAt } from './looking';
import { slowOrders } from './stories-told';

// A Thursday noon, the start of a Monday, the end of a Sunday: stories are placed relative to now.
const starts: Array<[string, number]> = [
  ['2026-01-29T11:47:30Z', 1],
  ['2026-03-02T00:03:00Z', 2],
  ['2026-06-14T23:58:00Z', 7],
];

describe.each(starts)('the stories at %s with seed %i', (start, seed) => {
  const now = Date.parse(start);
  const today = floorTo(now, DAY);
  let look: ReturnType<typeof lookAt>;
  beforeAll(() => {
    look = lookAt(now, seed);
  });
  const cascade = () => {
    const alert = look.alerts.find((one) => isActiveAt(one, now) && joined(one, 103, 'query_time') <= now);
    return alert ?? look.alerts[0];
  };
  const onset = () => look.onset(103, 'query_time', now - 2.5 * HOUR, now);

  it('a cascade over three systems with a clear first mover, active for some hours', () => {
    const alert = cascade();
    expect(eventAt(alert, now)).toMatchObject({ type: 'updated', impact: 'severe' });
    const parts = slowOrders.parts.map(({ node, metric }) => ({
      joined: joined(alert, node, metric),
      left: look.onset(node, metric, now - 2.5 * HOUR, now),
      system: look.world.metric(node, metric)?.node.system.id,
    }));
    expect(new Set(parts.map(({ system }) => system)).size).toBe(3);
    const times = parts.map(({ left }) => left);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(times[1] - times[0]).toBeGreaterThanOrEqual(5 * MINUTE);
    expect(now - alert.events[0].at).toBeGreaterThan(1.5 * HOUR);
    // An alert needs some minutes to be detected.
    for (const { joined: noticed, left } of parts) {
      expect(noticed - left).toBeGreaterThanOrEqual(5 * MINUTE);
      expect(noticed - left).toBeLessThanOrEqual(25 * MINUTE);
    }
  });

  it.each([
    [103, 'disk.util'],
    [301, 'net/eth0/rx'],
  ])('another suspect: %i %s, outside around the start and in no alert', (node, metric) => {
    const near = look.outside(node, metric, onset() - 30 * MINUTE, onset() + 30 * MINUTE);
    expect(near.length).toBeGreaterThanOrEqual(5);
    const alerts = look.alertsOf(node, metric).filter((alert) => ended(alert) > now - DAY);
    expect(alerts.map((alert) => joined(alert, node, metric)).filter((at) => at > now - 6 * HOUR)).toEqual([]);
  });

  it('the same cascade three times before, and nothing a day, a week, and four weeks ago', () => {
    const before = look.alertsOf(103, 'query_time').filter((alert) => alert !== cascade());
    expect(before).toHaveLength(3);
    expect(
      new Set(before.map(({ events }) => Math.round((events[events.length - 1].at - events[0].at) / HOUR))).size
    ).toBe(3);
    for (const days of [1, 7, 28]) {
      const quiet = look.outside(103, 'query_time', now - days * DAY - 6 * HOUR, now - days * DAY);
      expect(quiet.length).toBeLessThan(10);
    }
  });

  it('an alert that ended minutes ago', () => {
    const last = look.alertsOf(104, 'latency p99').at(-1);
    const since = now - (last ? ended(last) : 0);
    expect(since).toBeGreaterThan(0);
    expect(since).toBeLessThanOrEqual(12 * MINUTE);
  });

  it('a flapping sensor: each alert ends less than an hour before the next', () => {
    const alerts = look.alertsOf(404, 'co/ppm').filter(({ events }) => events[0].at > now - DAY);
    expect(alerts).toHaveLength(6);
    alerts.slice(1).forEach(({ events }, i) => {
      expect(events[0].at - ended(alerts[i])).toBeGreaterThan(0);
      expect(events[0].at - ended(alerts[i])).toBeLessThan(HOUR);
    });
  });

  it('an alert with hundreds of events, active for days', () => {
    const churn = look.alertsOf(106, 'cache hit ratio').find((alert) => isActiveAt(alert, now));
    expect(churn?.events.filter(({ at }) => at <= now).length).toBeGreaterThan(300);
  });

  it('a night job three hours late: too little at first, too much later', () => {
    const night = (hour: number) =>
      look.outside(205, 'invoices/written', today - DAY + hour * HOUR, today - DAY + (hour + 1) * HOUR);
    expect(night(1).every(({ deviation }) => deviation < 0)).toBe(true);
    expect(night(4).every(({ deviation }) => deviation > 0)).toBe(true);
    expect([night(1).length, night(4).length]).toEqual([4 + 1, 4 + 1]);
    expect(look.alertsOf(205, 'invoices/written').length).toBe(1);
  });

  it('a quiet failure: hours in the lower corridor without an alert, then a low one', () => {
    const day = today - 2 * DAY;
    const { values, mainDown, infDown } = look.points(104, 'queries', day + 9.2 * HOUR, day + 14 * HOUR);
    expect(values.every((value, row) => value < mainDown[row] && value > infDown[row])).toBe(true);
    const alerts = look
      .alertsOf(104, 'queries')
      .filter(({ events }) => events[0].at > day + 5 * HOUR && events[0].at < day + 17 * HOUR);
    expect(alerts.map(({ events }) => events.map(({ impact }) => impact).at(-1))).toEqual(['low']);
    expect(alerts[0].events[0].at).toBeGreaterThan(day + 14.5 * HOUR);
  });

  it('a deploy that moves the baseline: a day and a half of alert, then the corridors have learned it', () => {
    const deployed = today - 5 * DAY + 10 * HOUR;
    const mean = (from: number) => {
      const { values } = look.points(105, 'model_time', from, from + 3 * HOUR);
      return values.reduce((sum, value) => sum + value, 0) / values.length;
    };
    expect(mean(deployed + DAY) / mean(deployed - 6 * DAY)).toBeGreaterThan(1.4);
    expect(mean(now - DAY) / mean(now - 8 * DAY)).toBeGreaterThan(1.4);
    const alert = look.alertsOf(105, 'model_time').find(({ events }) => events[0].at > deployed);
    expect(alert && alert.events[0].at - deployed).toBeLessThanOrEqual(25 * MINUTE);
    expect(alert && ended(alert) - alert.events[0].at).toBeGreaterThan(30 * HOUR);
    expect(look.outside(105, 'model_time', now - DAY, now).length).toBeLessThan(0.02 * 24 * 60);
  });

  it('a slow leak: worse by the day, until the restart', () => {
    const begun = today - 6 * DAY + 6 * HOUR;
    const alert = look.alertsOf(302, 'memory').find((one) => isActiveAt(one, begun + 45 * HOUR));
    expect(alert && alert.events[0].at - begun).toBeGreaterThan(8 * HOUR);
    expect(alert && ended(alert) - alert.events[0].at).toBeGreaterThan(20 * HOUR);
    const far = (hour: number) => {
      const found = look.outside(302, 'memory', begun + hour * HOUR, begun + (hour + 6) * HOUR);
      return found.reduce((sum, { deviation }) => sum + deviation, 0) / (6 * 60);
    };
    expect([far(0), far(28), far(46)]).toEqual([far(0), far(28), far(46)].sort((a, b) => a - b));
    expect(alert && Math.abs(ended(alert) - (begun + 62 * HOUR))).toBeLessThan(30 * MINUTE);
  });

  it('a weekly run that is usual on Mondays, but an alert on another day', () => {
    const monday = now - timeOfWeek(now) - 7 * DAY;
    const { values, mainUp } = look.points(202, 'commit_time', monday + 7 * HOUR, monday + 9 * HOUR);
    expect(values.filter((value, row) => value > mainUp[row]).length).toBeGreaterThan(values.length / 3);
    expect(look.outside(202, 'commit_time', monday + 7 * HOUR, monday + 9 * HOUR)).toHaveLength(0);
    const wrong = look.alertsOf(202, 'commit_time').find(({ events }) => events[0].at > today - 5 * DAY);
    expect(timeOfWeek(wrong?.events[0].at ?? 0)).toBeGreaterThan(DAY);
  });
});
