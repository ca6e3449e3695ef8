import { DAY, HOUR } from '../../src/settings';
import { startTestsAt } from '../support/clock';
import { errorsOf, noticesOf, panelOf, seriesOf } from '../support/panel';
import { type ServiceCall } from '../support/metricService';

/** Lanes by incident. */

const NOW = Date.UTC(2026, 10, 21, 12, 7, 30);
const RANGE = { from: NOW - 4 * DAY, to: NOW };
const iso = (hoursAgo: number) => new Date(NOW - hoursAgo * HOUR).toISOString();

interface Own {
  id: string;
  /** Hours ago. */
  from: number;
  /** Hours ago, null if it continues. */
  to: number | null;
  metrics: number[];
}

/** `first` and `second` are one incident, and metric 1 is in two incidents. Metric 6 is only in an anomaly. */
const ALERTS: Own[] = [
  { id: 'standing', from: 60, to: null, metrics: [0] },
  { id: 'earlier', from: 30, to: 25, metrics: [1] },
  { id: 'first', from: 10, to: 8, metrics: [2] },
  { id: 'second', from: 7.5, to: 7, metrics: [2, 3] },
  { id: 'newest', from: 3, to: 1, metrics: [4, 5, 1] },
];
const SYSTEMS = [1, 3, 2, 2, 3, 3, 1];

startTestsAt(NOW);

const metricOf = (i: number) => ({
  nodeId: 1 + i,
  nodeName: `node ${i}`,
  statTypeId: `m${i}`,
  systemId: SYSTEMS[i] ?? 9,
  systemName: `system ${SYSTEMS[i] ?? 9}`,
});

/** Metrics with smaller numbers are outside more often. */
function panelWith(alerts: readonly Own[], anomalies: readonly number[]) {
  const panel = panelOf();
  const rowOf = ({ id, from, to }: Own) => ({
    id,
    active: to === null,
    impact: 'high',
    firstSeenAt: iso(from),
    lastSeenAt: iso(to ?? 0),
  });
  const eventsOf = ({ from, to, metrics }: Own) => {
    const values = { severity: 'red', type: 'deviation' };
    const changes = metrics.map((i) => ({ type: 'added', ...metricOf(i), values }));
    const first = { sequence: 0, eventType: 'created', eventOccurred: iso(from), active: true, changes };
    const last = { sequence: 1, eventType: 'ended', eventOccurred: iso(to ?? 0), active: false, changes: [] };
    return to === null ? [first] : [first, last];
  };
  panel.service.value = (_node, metric, time) => {
    return Math.floor(time / HOUR) % (2 + Number(metric.slice(1))) === 0 ? 155 : 100;
  };
  panel.service.body = ({ segments, raw, query }: ServiceCall) => {
    if (segments.includes('metrics')) {
      return undefined;
    }
    if (raw.includes('explore')) {
      return { page: 1, limit: 200, total: alerts.length, items: query.page === '1' ? alerts.map(rowOf) : [] };
    }
    if (segments.includes('events')) {
      const items = eventsOf(alerts.find(({ id }) => segments.includes(id)) ?? alerts[0]);
      return { page: 1, limit: 100, total: items.length, items };
    }
    if (segments.includes('alerts')) {
      const at = query.at ? (NOW - Date.parse(query.at)) / HOUR : 0;
      const active = alerts.filter(({ from, to }) => from >= at && (to ?? -Infinity) < at);
      return active.map((one) => ({ ...rowOf(one), metrics: one.metrics.map(metricOf) }));
    }
    return anomalies.map((i) => {
      const { nodeId, nodeName, statTypeId, systemId, systemName } = metricOf(i);
      const node = { id: nodeId, name: nodeName, system: { id: systemId, name: systemName } };
      return { id: `x${i}`, severity: 'low', event_occured: iso(2), items: [{ node, metrics: [{ id: statTypeId }] }] };
    });
  };
  return panel;
}

async function lanesOf(query: Record<string, unknown>, alerts = ALERTS, anomalies = [6], range = RANGE) {
  const { ask, service } = panelWith(alerts, anomalies);
  const answer = await ask({ queryType: 'deviations', format: 'lanes', ...query }, range).answer();
  expect(errorsOf(answer)).toEqual([]);
  const lanes = seriesOf(answer)[0]
    .fields.slice(1)
    .map(({ name }) => name);
  return { lanes, notices: noticesOf(answer), calls: service.calls.map(({ raw }) => raw).sort() };
}

const titles = (...metrics: number[]) => metrics.map((i) => `m${i} · node ${i}`);
const IN_ORDER = [1, 4, 5, 2, 3, 0, 6];

describe('lanes by incident', () => {
  it('start with new incidents, then long ones, then metrics without alerts, each worst first', async () => {
    expect((await lanesOf({ sort: 'incident' })).lanes).toEqual(titles(...IN_ORDER));
    expect((await lanesOf({ sort: 'longest' })).lanes).toEqual(titles(0, 1, 2, 3, 4, 5, 6));
  });

  it('do not depend on the order in which the service lists alerts', async () => {
    expect((await lanesOf({ sort: 'incident' }, [...ALERTS].reverse())).lanes).toEqual(titles(...IN_ORDER));
  });

  it('of a past range are in their order at its end', async () => {
    const alerts = [
      { id: 'standing', from: 155, to: null, metrics: [0] },
      { id: 'ended', from: 105, to: 104, metrics: [1] },
      { id: 'new', from: 100, to: null, metrics: [2] },
    ];
    const range = { from: NOW - 6 * DAY, to: NOW - 4 * DAY };
    expect((await lanesOf({ sort: 'incident' }, alerts, [], range)).lanes).toEqual(titles(2, 1, 0));
  });

  it('only have the first ones within the limit', async () => {
    const { lanes, notices } = await lanesOf({ sort: 'incident', limit: 4 });
    expect(lanes).toEqual(titles(...IN_ORDER.slice(0, 4)));
    expect(notices).toEqual([expect.stringContaining('limit')]);
  });

  it.each(['metric', 'node', 'system'])('by %s send the same requests as with other orders', async (by) => {
    const wanted = await lanesOf({ by });
    expect((await lanesOf({ by, sort: 'incident' })).calls).toEqual(wanted.calls);
  });

  it('do not affect a table', async () => {
    const { ask } = panelWith(ALERTS, [6]);
    const answers = await Promise.all(
      ['longest', 'incident'].map((sort) => ask({ queryType: 'deviations', sort } as never, RANGE).answer())
    );
    const [longest, incident] = answers.map((answer) => seriesOf(answer)[0].fields.map(({ values }) => values));
    expect(incident).toEqual(longest);
  });
});
