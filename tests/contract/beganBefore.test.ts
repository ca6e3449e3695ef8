import { type DataFrame, type DataQueryResponse } from '@grafana/data';
import { type AnomalyQuery } from '../../src/query/query';
import { HOUR } from '../../src/settings';
import { startTestsAt } from '../support/clock';
import { ended, wholePanel } from '../support/faultMatrix';
import { annotationsOf, fieldOf, noticesOf } from '../support/panel';
import { type WholeCall } from '../support/wholeService';
import { iso } from '../support/times';

/** Alerts that began before the time range, while the search only finds alerts that began in it. */

const NOW = Date.UTC(2026, 10, 21, 12);
const FROM = NOW - 24 * HOUR;

interface State {
  /** Hours before now. */
  at: number;
  impact: string;
  nodes: number[];
}

interface Plan {
  id: string;
  /** Hours before now. */
  from: number;
  to?: number;
  states: State[];
}

startTestsAt(NOW);

const timeOf = (hours: number) => NOW - hours * HOUR;

function alertOf({ id, from, to, states }: Plan, at: number) {
  const state = states.filter((one) => timeOf(one.at) <= at).at(-1) ?? states[0];
  const isActive = to === undefined || timeOf(to) > at;
  return {
    id,
    active: isActive,
    impact: state.impact,
    firstSeenAt: iso(timeOf(from)),
    lastSeenAt: iso(isActive ? at : timeOf(to ?? 0)),
    activeNodes: state.nodes.length,
    activeMetrics: state.nodes.length,
    metrics: state.nodes.map((nodeId) => ({ nodeId, statTypeId: 'cpu', severity: 'red' })),
  };
}

function eventsOf({ id, to, states }: Plan) {
  const changesOf = (i: number) =>
    states[i].nodes
      .filter((nodeId) => !states[i - 1]?.nodes.includes(nodeId))
      .map((nodeId) => ({ type: 'added', nodeId, statTypeId: 'cpu', values: { severity: 'red' } }));
  const events = states.map(({ at, impact }, i) => ({
    id,
    sequence: i,
    eventType: i === 0 ? 'created' : 'updated',
    eventOccurred: iso(timeOf(at)),
    active: true,
    impact,
    changes: changesOf(i),
  }));
  const end = { id, sequence: states.length, eventType: 'ended', active: false, impact: states[0].impact, changes: [] };
  return to === undefined ? events : [...events, { ...end, eventOccurred: iso(timeOf(to)) }];
}

function panel(plans: Plan[]) {
  const { service, panel } = wholePanel();
  service.body = ({ operation, segments, query }: WholeCall) => {
    const at = query.at ? Date.parse(query.at) : Date.now();
    if (/events$/.test(operation)) {
      const events = eventsOf(plans.find(({ id }) => id === segments[2]) ?? plans[0]);
      return { page: 1, limit: 100, total: events.length, items: events };
    }
    if (/explore$/.test(operation)) {
      const began = plans.filter(
        ({ from }) => timeOf(from) >= Date.parse(query.from ?? '') && timeOf(from) <= Date.parse(query.to ?? '')
      );
      const items = began
        .map((plan) => alertOf(plan, Date.now()))
        .filter(({ impact }) => !query.impact || query.impact === 'any' || query.impact === impact);
      return { page: 1, limit: 200, total: items.length, items };
    }
    return /alerts$/.test(operation)
      ? plans
          .filter(({ from, to }) => timeOf(from) <= at && (to === undefined || timeOf(to) > at))
          .map((plan) => alertOf(plan, at))
      : [];
  };
  const answered = async (query: Partial<AnomalyQuery>) => {
    const asked = panel.ask(query, { from: FROM, to: NOW });
    await ended(asked);
    return asked.packets[asked.packets.length - 1];
  };
  return { service, answered };
}

const GREW: Plan = {
  id: 'grew',
  from: 30,
  states: [
    { at: 30, impact: 'low', nodes: [1] },
    { at: 2, impact: 'severe', nodes: [1, 3] },
  ],
};

const marksOf = (answer: DataQueryResponse) => {
  const [frame] = annotationsOf(answer).length > 0 ? annotationsOf(answer) : (answer.data as DataFrame[]);
  const valuesOf = (name: string): unknown[] => [
    ...(frame && fieldOf(frame, name)?.values ? fieldOf(frame, name)!.values : []),
  ];
  return { id: valuesOf('id'), to: valuesOf('timeEnd'), tags: valuesOf('tags') };
};

const MARKS = { queryType: 'annotations', source: 'alerts' };

it.each([
  ['impact', { impact: ['severe'] }],
  ['node', { nodeId: '3' }],
])('an alert is found by its current %s', async (_, fields) => {
  const { answered } = panel([GREW]);
  expect(marksOf(await answered({ ...MARKS, ...fields })).id).toEqual(['grew']);
});

it('an alert is not found by its earlier impact', async () => {
  const { answered } = panel([GREW]);
  expect(marksOf(await answered({ ...MARKS, impact: ['low'] })).id).toEqual([]);
});

it('a report counts an alert with its current impact', async () => {
  const { answered } = panel([GREW]);
  const [frame] = (await answered({ queryType: 'alertReport', by: 'impact' })).data as DataFrame[];
  const impacts = [...(fieldOf(frame, 'impact')?.values ?? [])];
  const alerts = [...(fieldOf(frame, 'alerts')?.values ?? [])];
  expect(alerts[impacts.findIndex((impact) => /severe/i.test(String(impact)))]).toBe(1);
});

const enders = (count: number): Plan[] =>
  Array.from({ length: count }, (_, i) => ({
    id: `e${i}`,
    from: 30,
    to: 1 + (i % 20),
    states: [{ at: 30, impact: i < count / 2 ? 'high' : 'low', nodes: [1] }],
  }));

it('more than fifty alerts that ended in the range have the ends from their events', async () => {
  const plans = enders(120);
  const { answered } = panel(plans);
  const { id, to } = marksOf(await answered({ ...MARKS, shape: 'regions', limit: 200 }));
  const ends = new Map(plans.map((plan) => [plan.id, timeOf(plan.to ?? 0)]));
  expect(id).toHaveLength(120);
  expect(to).toEqual(id.map((one) => ends.get(String(one))));
});

it('an end that could not be read is unknown, with a notice', async () => {
  const { service, answered } = panel(enders(1));
  service.fault = ({ operation }) => (/events$/.test(operation) ? { status: 500 } : undefined);
  const answer = await answered(MARKS);
  expect(marksOf(answer).to).toEqual([NOW]);
  expect(noticesOf(answer)).toHaveLength(1);
});
