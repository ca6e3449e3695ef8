import { type DataFrame, type DataQueryResponse } from '@grafana/data';
import { type AnomalyQuery } from '../../src/ground/query';
import { HOUR, MINUTE } from '../../src/ground/spans';
import { startTestsAt } from '../support/clock';
import { ended, essence, wholePanel } from '../support/faultMatrix';
import { errorsOf, fieldOf, noticesOf } from '../support/panel';
import { rowsOf } from '../support/rowsOf';
import { iso } from '../support/times';
import { answerOf as answerFrom, STORY, trueAnswer } from '../support/trueAnswers';
import { allVariants } from '../support/variants';
import { type WholeCall, type WholeService } from '../support/wholeService';

/** What installations do otherwise changes no answer. */

const NOW = STORY + 30_000;

startTestsAt(NOW);

/** A body in which every object has been changed. */
function walked(body: unknown, change: (object: Record<string, unknown>) => Record<string, unknown>): unknown {
  if (Array.isArray(body)) {
    return body.map((item) => walked(item, change));
  }
  if (typeof body !== 'object' || body === null) {
    return body;
  }
  const entries = Object.entries(body).map(([name, value]) => [name, walked(value, change)] as const);
  return change(Object.fromEntries(entries));
}

/** Words of enums as objects. */
const withNames = (object: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(object).map(([name, value]) => {
      const isWord = (name === 'impact' || name === 'severity') && typeof value === 'string';
      return [name, isWord ? { name: value, rank: 1 } : value];
    })
  );

const KINDS: Record<string, (call: WholeCall) => unknown> = {
  'events have IDs of their own': (call) => {
    const isEvent = ({ sequence }: Record<string, unknown>) => sequence !== undefined;
    return walked(trueAnswer(call), (object) =>
      isEvent(object) ? { ...object, id: `${String(object.id)}|0000${String(object.sequence)}` } : object
    );
  },
  'impacts and severities are objects': (call) => walked(trueAnswer(call), withNames),
  'integers are called int': (call) =>
    walked(trueAnswer(call), (object) =>
      object.metric_type === 'integer' ? { ...object, metric_type: 'int' } : object
    ),
};

async function answerOf(query: Partial<AnomalyQuery>, setUp: (service: WholeService) => void, jsonData = {}) {
  jest.setSystemTime(NOW);
  const { service, panel } = wholePanel({ jsonData });
  setUp(service);
  const asked = panel.ask(query, { from: NOW - 6 * HOUR, to: NOW });
  await ended(asked);
  return { answer: asked.packets[asked.packets.length - 1], calls: service.calls };
}

describe.each(Object.entries(KINDS))('%s', (_, body) => {
  it.each(allVariants())('$name', async ({ query }) => {
    const usual = await answerOf(query, () => undefined);
    const { answer, calls } = await answerOf(query, (service) => (service.body = body));
    expect(essence(answer)).toBe(essence(usual.answer));
    expect(calls.map(({ raw }) => raw).sort()).toEqual(usual.calls.map(({ raw }) => raw).sort());
  });
});

const [frameOf, textsOf] = [
  (answer: DataQueryResponse) => (answer.data as DataFrame[])[0],
  (answer: DataQueryResponse) => [...noticesOf(answer), ...errorsOf(answer)].join(),
];

const EVENTS = ['created', 'updated', 'closed'].map((eventType, i) => ({
  id: 'own',
  sequence: i + 1,
  eventType,
  eventOccurred: iso(NOW - (3 - i) * HOUR),
  active: i < 2,
  impact: 'high',
  changes: [{ type: i < 2 ? 'added' : 'removed', nodeId: 1, statTypeId: 'cpu', values: { severity: 'red' } }],
}));

const withEvents = (events: unknown[]) => (service: WholeService) => {
  service.body = (call) =>
    /events$/.test(call.operation) ? { page: 1, limit: 100, total: events.length, items: events } : trueAnswer(call);
};

it('an event after which the alert is not active ends it, whatever its word', async () => {
  const query = { queryType: 'alertEvents', alertId: 'x', format: 'logs' } as const;
  const { answer } = await answerOf(query, withEvents(EVENTS));
  expect([...(fieldOf(frameOf(answer), 'body')?.values ?? [])].at(-1)).toMatch(/ended/);
  const table = await answerOf({ ...query, format: 'table' }, withEvents(EVENTS));
  expect(rowsOf(frameOf(table.answer)).map(({ eventType }) => eventType)).toEqual(['created', 'updated', 'closed']);
  const states = await answerOf({ ...query, format: 'states' }, withEvents(EVENTS));
  expect(frameOf(states.answer).fields[1].values.at(-1)).toBeNull();
});

it.each<Partial<AnomalyQuery>>([
  { queryType: 'alertEvents' },
  { queryType: 'alertEvents', alertId: 'x', format: 'logs' },
  { queryType: 'annotations', source: 'alertEvents', alertId: 'x' },
])('a notice counts the events without a readable time: %j', async (query) => {
  const events = EVENTS.map((event, i) => ({ ...event, eventOccurred: i === 1 ? 'soon' : event.eventOccurred }));
  const { answer } = await answerOf(query, withEvents(events));
  expect(textsOf(answer)).toMatch(/unreadable/);
});

it.each<Partial<AnomalyQuery>>([
  { queryType: 'metric', nodeId: '12', metricId: 'cpu' },
  { queryType: 'explain', nodeId: '12', metricId: 'cpu' },
  { queryType: 'deviations', nodeId: '14' },
] as Array<Partial<AnomalyQuery>>)('a notice counts the points without a readable time: %j', async (query) => {
  const { answer } = await answerOf(query, (service) => {
    service.body = (call) => {
      const body = trueAnswer(call) as { data?: object[] };
      const data = body.data?.map((point, i) => (i % 100 === 7 ? { ...point, timestamp: 'soon' } : point));
      return data ? { ...body, data: data.slice(0, 200) } : body;
    };
  });
  expect(textsOf(answer)).toMatch(/2 are not drawn, because their times are unreadable/);
});

it('a notice counts the anomalies without a readable time', async () => {
  const anomaly = { id: 'u', severity: 'low', event_type: 'created', items: [] };
  const { answer } = await answerOf(
    { queryType: 'annotations', source: 'anomalies' } as Partial<AnomalyQuery>,
    (service) => {
      service.body = (call) => (/anomalies$/.test(call.operation) ? [anomaly] : trueAnswer(call));
    }
  );
  expect(textsOf(answer)).toMatch(/1 is not drawn/);
});

it.each<[Partial<AnomalyQuery>, object]>([
  [{ queryType: 'alerts' }, { active: true, duration: 0 }],
  [
    { queryType: 'alertReport', by: 'handover' },
    { open: 1, ended: 0 },
  ],
  [
    { queryType: 'alertReport', by: 'summary' },
    { alerts: 1, activeTime: 0 },
  ],
  [{ queryType: 'annotations', source: 'alerts' }, { id: 'new' }],
] as Array<[Partial<AnomalyQuery>, object]>)(
  'an alert is there at once if its clock is ahead: %j',
  async (query, row) => {
    const ahead = 3 * MINUTE;
    const began = { id: 'new', impact: 'high', from: (NOW + ahead - STORY) / HOUR, metrics: [0] };
    const { answer } = await answerOf(query, (service) => {
      service.body = (call) => answerFrom({ ...call, at: call.at + ahead }, [began]);
    });
    expect(rowsOf(frameOf(answer))).toMatchObject([row]);
  }
);

describe('a service without /v2', () => {
  const onlyV1 = (service: WholeService) => {
    service.fault = ({ segments }) =>
      segments[0] === 'v2' ? { status: 404, text: JSON.stringify({ message: 'no route' }) } : undefined;
  };

  it.each<Partial<AnomalyQuery>>([
    { queryType: 'alertSearch' },
    { queryType: 'alertSearch', format: 'incidents' },
    { queryType: 'alertEvents' },
    { queryType: 'alertReport' },
    { queryType: 'annotations', source: 'alerts' },
    { queryType: 'annotations', source: 'alertEvents' },
    { queryType: 'metric', nodeId: '12', metricId: 'cpu', overlay: 'alerts' },
    { queryType: 'variable', list: 'alerts' },
  ] as Array<Partial<AnomalyQuery>>)(
    'has the alerts of a range from the lists at both ends, with a notice: %j',
    async (query) => {
      const { answer } = await answerOf(query, onlyV1, { alertsVersion: 'v1' });
      expect(errorsOf(answer)).toEqual([]);
      expect(frameOf(answer).length).toBeGreaterThan(0);
      if (query.queryType !== 'annotations') {
        expect(noticesOf(answer).join()).toMatch(/has no search/);
      }
    }
  );
});
