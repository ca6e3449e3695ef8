import { type DataFrame, type DataQueryResponse } from '@grafana/data';
import { sum } from 'lodash';
import { type AnomalyQuery } from '../../src/ground/query';
import { HOUR, MINUTE } from '../../src/ground/spans';
import { startTestsAt } from '../support/clock';
import { ended, wholePanel } from '../support/faultMatrix';
import { annotationsOf, fieldOf, noticesOf } from '../support/panel';
import { answerOf as bodyOf } from '../support/world/service';
import { READING, type WorldAlert, type WorldChange } from '../support/world/truth';

/** Alerts that began before the time range, while the search only finds alerts that began in it. */

const NOW = Date.UTC(2026, 10, 21, 12);
const FROM = NOW - 24 * HOUR;

startTestsAt(NOW);

const ago = (hours: number) => NOW - hours * HOUR;
const metrics = [1, 2, 3].map((nodeId) => {
  const names = { nodeName: null, statTypeName: null, systemId: null, systemName: null };
  return { nodeId, statTypeId: 'cpu', ...names, source: MINUTE };
});
const joins = (metric: number): WorldChange => {
  return { metric, type: 'added', severity: 'red', kind: 'deviation', contribution: 1 };
};

function panel(alerts: WorldAlert[]) {
  const { service, panel } = wholePanel();
  service.body = (call) => {
    const given = bodyOf({ metrics, alerts, reading: { ...READING, finds: 'begun', text: 'nothing' } }, call);
    return 'body' in given ? given.body : undefined;
  };
  const answered = async (query: Partial<AnomalyQuery>, range = { from: FROM, to: NOW }) => {
    const asked = panel.ask(query, range);
    await ended(asked);
    return asked.packets[asked.packets.length - 1];
  };
  return { service, answered };
}

const GREW: WorldAlert = {
  id: 'grew',
  events: [
    { at: ago(30), impact: 'low', changes: [joins(0)] },
    { at: ago(2), impact: 'severe', changes: [joins(2)] },
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
  ['impact, with a text', { impact: ['severe'], q: 'web' }],
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

/** In the range, it became severe, and had a third metric. It is in neither list with that. */
const PASSED: WorldAlert = {
  id: 'passed',
  events: [
    { at: ago(30), impact: 'low', changes: [joins(0)] },
    { at: ago(20), impact: 'severe', changes: [joins(2)] },
    { at: ago(10), impact: 'severe', changes: [{ ...joins(2), type: 'removed' }] },
  ],
};

describe.each([
  ['that ended', { ...PASSED, end: ago(5) }],
  ['that is still active', PASSED],
])('an alert %s', (_, alert) => {
  it.each([{ impact: ['severe'] }, { nodeId: '1', impact: ['severe'] }, {}])(
    'is found by %j: its last impact, and a metric of the list',
    async (fields) => {
      const { answered } = panel([alert]);
      expect(marksOf(await answered({ ...MARKS, ...fields })).id).toEqual(['passed']);
      const [frame] = (await answered({ queryType: 'alertReport', ...fields })).data as DataFrame[];
      expect([...(fieldOf(frame, 'alerts')?.values ?? [])]).toEqual([1, 0, 0, 0]);
    }
  );

  it.each([{ impact: ['low'] }, { nodeId: '2' }])('is not found by %j', async (fields) => {
    const { answered } = panel([alert]);
    expect(marksOf(await answered({ ...MARKS, ...fields })).id).toEqual([]);
  });
});

it.each([{ queryType: 'alertReport' }, MARKS])(
  'an active alert has not been active in a range that has not begun: %j',
  async (query) => {
    const { answered } = panel([GREW]);
    const answer = await answered(query, { from: NOW + HOUR, to: NOW + 2 * HOUR });
    const [frame] = answer.data as DataFrame[];
    expect(marksOf(answer).id).toEqual([]);
    expect(sum(fieldOf(frame, 'alerts')?.values ?? [])).toBe(0);
  }
);

it('filters do not change which metrics are common in incidents of a past time range', async () => {
  const ofAlert = (id: string, hours: number, first: number, impact: string): WorldAlert => ({
    id,
    events: [{ at: ago(hours), impact, changes: [{ ...joins(first), severity: 'blood_red' }, joins(0)] }],
  });
  const alerts = [
    ...[21, 22, 23].map((hours) => ofAlert(`before-${hours}`, hours, 0, 'low')),
    ofAlert('a', 20, 1, 'severe'),
    ofAlert('b', 19.9, 2, 'severe'),
  ];
  const { answered } = panel(alerts);
  const idsOf = async (fields: object) => {
    const past = { from: FROM, to: ago(10) };
    const answer = await answered({ queryType: 'alertSearch', format: 'incidents', ...fields }, past);
    return [...(fieldOf((answer.data as DataFrame[])[0], 'alertIds')?.values ?? [])].sort();
  };
  expect(await idsOf({})).toEqual(expect.arrayContaining(['a', 'b']));
  expect(await idsOf({ impact: ['severe'] })).toEqual(['a', 'b']);
});

const enders = (count: number): WorldAlert[] =>
  Array.from({ length: count }, (_, i) => ({
    id: `e${i}`,
    events: [{ at: ago(30), impact: i < count / 2 ? 'high' : 'low', changes: [joins(0)] }],
    end: ago(1 + (i % 20)),
  }));

it('more than fifty alerts that ended in the range have the ends from their events', async () => {
  const plans = enders(120);
  const { answered } = panel(plans);
  const { id, to } = marksOf(await answered({ ...MARKS, shape: 'regions', limit: 200 }));
  const ends = new Map(plans.map((plan) => [plan.id, plan.end]));
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
