import { type DataFrame } from '@grafana/data';
import fc from 'fast-check';
import { type AnomalyQuery } from '../../src/ground/query';
import { MINUTE } from '../../src/ground/spans';
import { startTestsAt } from '../support/clock';
import { ended, wholePanel } from '../support/faultMatrix';
import { casesOf } from '../support/long';
import { noticesOf, shown } from '../support/panel';
import { trueAnswer } from '../support/trueAnswers';
import { type WholeCall } from '../support/wholeService';
import { iso } from '../support/times';

/** New data replaces old data. A refresh shows the same as a newly opened page, and only reads new events of an alert. */

const NOW = Date.UTC(2026, 10, 21, 12);
const BEGAN = NOW - 5 * 60 * MINUTE;

interface Event {
  sequence: number;
  time: number;
  severity: string | null;
  metric: string;
}

startTestsAt(NOW);

const eventAt = (i: number): Event => ({
  sequence: 10 * i,
  time: BEGAN + i * 1000,
  severity: 'orange',
  metric: `m${i % 4}`,
});
const eventsTo = (count: number) => Array.from({ length: count }, (_, i) => eventAt(i));

/** An active alert with these events, and a service with this page size. */
function bodyOf(state: { events: Event[]; pageSize: number }) {
  const alert = () => ({
    id: 'a',
    active: true,
    impact: 'high',
    firstSeenAt: iso(BEGAN),
    lastSeenAt: iso(Math.floor(Date.now() / MINUTE) * MINUTE),
    activeNodes: 1,
    activeMetrics: 4,
    score: 5,
    learningStatus: 1,
    metrics: [],
  });
  return (call: WholeCall): unknown => {
    const { operation, query } = call;
    if (/events$/.test(operation)) {
      const page = Number(query.page);
      const items = state.events.slice((page - 1) * state.pageSize, page * state.pageSize);
      return { page, limit: 100, total: state.events.length, items: items.map(rawEvent) };
    }
    if (/explore$/.test(operation)) {
      return { page: 1, limit: 200, total: 1, items: [alert()] };
    }
    if (/alerts$/.test(operation)) {
      return [alert()];
    }
    return /alerts\/\*$/.test(operation) ? alert() : trueAnswer(call);
  };
}

function rawEvent({ sequence, time, severity, metric }: Event) {
  return {
    id: 'a',
    sequence,
    eventType: sequence === 0 ? 'created' : 'updated',
    eventOccurred: iso(time),
    active: true,
    impact: 'high',
    activeNodes: 1,
    activeMetrics: 1,
    changes:
      severity === null
        ? []
        : [{ type: 'added', nodeId: 7, statTypeId: metric, values: { severity, score: { contribution: 1 } } }],
  };
}

function panel(state: { events: Event[]; pageSize: number }) {
  const { service, panel: asking } = wholePanel();
  service.body = bodyOf(state);
  const answered = async (query: Partial<AnomalyQuery>) => {
    const to = Date.now();
    const asked = asking.ask({ ...query }, { from: BEGAN - MINUTE, to });
    await ended(asked);
    return asked.packets[asked.packets.length - 1];
  };
  return { service, answered };
}

type Change = (events: Event[], place: number) => Event[];

/** In the newest page. Events on pages that are not read again stay unchanged. */
const CORRECTIONS: Record<string, Change> = {
  'a severity is corrected': (events, place) => events.with(place, { ...events[place], severity: 'blood_red' }),
  'a time is corrected': (events, place) => events.with(place, { ...events[place], time: events[place].time + 500 }),
  'changes come late': (events, place) => events.with(place, { ...events[place], severity: 'red', metric: 'late' }),
};

/** At any place. The rows of later pages move. */
const MOVES: Record<string, Change> = {
  'an event is withdrawn': (events, place) => events.toSpliced(place, 1),
  'an event is inserted': (events, place) =>
    events.toSpliced(place, 0, {
      ...events[place],
      sequence: events[place].sequence - 5,
      time: events[place].time - 500,
      severity: 'blood_red',
      metric: 'inserted',
    }),
  'events are added': (events, place) => [
    ...events,
    ...Array.from({ length: place + 1 }, (_, i) => eventAt(events.length + i)),
  ],
  'the newest events are withdrawn': (events, place) => events.slice(0, place + 1),
};

/** Their own pages of 3 events: all 25. */
const TIMELINES: Array<[name: string, query: Partial<AnomalyQuery>]> = [
  ['a table of events', { queryType: 'alertEvents', alertId: 'a' }],
  ['a table of changes', { queryType: 'alertEvents', alertId: 'a', changes: true }],
  ['log lines', { queryType: 'alertEvents', alertId: 'a', format: 'logs' }],
  ['states', { queryType: 'alertEvents', alertId: 'a', format: 'states' }],
  ['states of all alerts', { queryType: 'alertEvents', alertId: '', format: 'states' }],
  ['annotations', { queryType: 'annotations', source: 'alertEvents', alertId: 'a' }],
  ['a story', { queryType: 'story', alertId: 'a' }],
  ["a story's summary", { queryType: 'story', alertId: 'a', format: 'summary' }],
];

/** The first page is enough for all others. Once it is full, it does not change. */
const COURSES: typeof TIMELINES = [
  ['a report', { queryType: 'alertReport', by: 'metric' }],
  ['incidents', { queryType: 'alertSearch', format: 'incidents' }],
  ['titles of a search', { queryType: 'alertSearch' }],
  ['titles of a list', { queryType: 'alerts' }],
];

const QUERIES: Array<{ name: string; query: Partial<AnomalyQuery>; changed: Record<string, Change> }> = [
  ...TIMELINES.map(([name, query]) => ({ name, query, changed: { ...CORRECTIONS, ...MOVES } })),
  ...COURSES.map(([name, query]) => ({ name, query, changed: { added: MOVES['events are added'] } })),
];

describe.each(QUERIES)('$name', ({ query, changed }) => {
  it('after refreshes equal those of a newly opened page', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 2, max: 100 }),
        fc.array(fc.tuple(fc.constantFrom(...Object.keys(changed)), fc.nat(1000)), {
          minLength: 1,
          maxLength: 3,
        }),
        async (count, changes) => {
          jest.setSystemTime(NOW);
          const state = { events: eventsTo(count), pageSize: 3 };
          const kept = panel(state);
          await kept.answered(query);
          for (const [i, [name, number]] of changes.entries()) {
            const at = NOW + (i + 1) * MINUTE;
            const { length } = state.events;
            const newestPage = 3 * (Math.ceil(length / 3) - 1);
            state.events =
              name in CORRECTIONS
                ? changed[name](state.events, newestPage + (number % (length - newestPage)))
                : changed[name](state.events, number % Math.min(length, 100));
            jest.setSystemTime(at);
            const refreshed = await kept.answered(query);
            jest.setSystemTime(at);
            const fresh = await panel(state).answered(query);
            expect(shown(refreshed)).toEqual(shown(fresh));
          }
        }
      ),
      { numRuns: casesOf(query.queryType === 'story' ? 3 : 12) }
    );
  });
});

it.each([
  [600, [7, 1, 1]],
  [2400, [25, 1, 1]],
  [2500, [25, 1, 1]],
  [2600, [25, 1, 1]],
  [5000, [25, 1, 1]],
])('%d events take %j requests in three refreshes', async (count, costs) => {
  const state = { events: eventsTo(count), pageSize: 100 };
  const { service, answered } = panel(state);
  const read = async () => {
    const before = service.calls.length;
    const answer = await answered({ queryType: 'alertEvents', alertId: 'a', limit: 5000 });
    await jest.advanceTimersByTimeAsync(MINUTE);
    return { answer, cost: service.calls.slice(before).filter(({ operation }) => /events$/.test(operation)).length };
  };
  const reads = [await read(), await read(), await read()];
  expect(reads.map(({ cost }) => cost)).toEqual(costs);
  const times = (reads[2].answer.data as DataFrame[])[0].fields[0].values;
  const all = state.events.map(({ time }) => time);
  expect([...times]).toEqual(count > 2500 ? [...all.slice(0, 100), ...all.slice(-2400)] : all);
});

it.each<[string, number, Partial<AnomalyQuery>]>([
  ['a variable has read the first page', 2700, { queryType: 'variable', list: 'alerts' }],
  ['two pages were all at first', 120, { queryType: 'alertEvents', alertId: 'a' }],
])('of a long list, the first page and the newest are read, even if %s', async (_, count, before) => {
  const state = { events: eventsTo(count), pageSize: 100 };
  const { answered } = panel(state);
  await answered(before);
  state.events = eventsTo(2700);
  await jest.advanceTimersByTimeAsync(MINUTE);
  const answer = await answered({ queryType: 'alertEvents', alertId: 'a', limit: 5000 });
  const times = (answer.data as DataFrame[])[0].fields[0].values;
  const all = state.events.map(({ time }) => time);
  expect([...times]).toEqual([...all.slice(0, 100), ...all.slice(300)]);
});

it('a refresh takes two requests if a page is full, and keeps the newest pages of a longer list', async () => {
  const state = { events: eventsTo(2550), pageSize: 100 };
  const { service, answered } = panel(state);
  const query: Partial<AnomalyQuery> = { queryType: 'alertEvents', alertId: 'a', limit: 5000 };
  await answered(query);
  state.events = eventsTo(2630);
  await jest.advanceTimersByTimeAsync(MINUTE);
  const before = service.calls.length;
  const answer = await answered(query);
  expect(service.calls.length - before).toBe(2);
  const times = (answer.data as DataFrame[])[0].fields[0].values;
  const all = state.events.map(({ time }) => time);
  expect([...times]).toEqual([...all.slice(0, 100), ...all.slice(300)]);
  expect(noticesOf(answer).join()).toContain('2430 of 2630');
});
