import { type DataFrame } from '@grafana/data';
import { lastValueFrom } from 'rxjs';
import { HOUR } from '../../ground/spans';
import { type Call, fakeRequest, fakeService } from '../../../tests/support/fakeContext';
import { inLanguage } from '../../../tests/support/language';
import { runAny } from '../../../tests/support/run';
import { type AnomalyQuery } from '../../ground/query';

const NOW = Date.UTC(2026, 0, 31, 18);
const ID = '0123456789-0123456789-0123456789';

const event = (sequence: number, eventType: string, changes?: object[], more: object = {}) => ({
  id: ID,
  sequence,
  eventType,
  eventOccurred: new Date(NOW - (10 - sequence) * 60_000).toISOString(),
  active: eventType !== 'ended',
  impact: 'severe',
  activeNodes: 1,
  activeMetrics: 2,
  changes,
  ...more,
});
const change = (
  type: string,
  severity: string | null,
  deviation: number | null = null,
  metric = 'Connections in use'
) => ({
  type,
  nodeId: 7,
  nodeName: 'orders-db',
  statTypeId: metric,
  statTypeName: metric,
  values: severity && { severity, closestBaselineDeviation: deviation, type: 'deviation' },
});

async function linesOf(events: object[], query: Partial<AnomalyQuery> = {}) {
  const answer = ({ segments }: Call) =>
    segments[3] === 'events'
      ? { body: { page: 1, limit: 100, total: events.length, items: events } }
      : { status: 404 as const };
  const { context, calls } = fakeService(answer, { now: NOW });
  const request = fakeRequest([{ queryType: 'alertEvents', alertId: ID, format: 'logs', ...query }], {
    from: NOW - HOUR,
    to: NOW,
  });
  const { data } = await lastValueFrom(runAny(request.targets, request, context));
  const column = (name: string): string[] => (data[0] as DataFrame).fields.find((field) => field.name === name)!.values;
  return { lines: column('body'), levels: column('severity'), calls };
}

const STORY = [
  event(0, 'created', [change('added', 'orange')]),
  event(1, 'updated', [change('updated', 'red', 2.1234)]),
  event(2, 'updated', [change('updated', 'red'), change('added', 'yellow', null, 'Queue')]),
  event(3, 'updated', [change('removed', null)]),
  event(4, 'updated', [change('added', 'green')]),
  event(5, 'ended', [change('removed', null)]),
];

it('shows which metric on which node changed, from what, and to what', async () => {
  const { lines } = await linesOf(STORY, { changes: true });
  const metric = 'Connections in use · orders-db';
  expect(lines).toEqual([
    `${metric}: high, new`,
    `${metric}: severe, was high, closest deviation: 2.12`,
    `${metric}: severe`,
    'Queue · orders-db: medium, new',
    `${metric}: removed, was severe`,
    `${metric}: normal, new`,
    `${metric}: removed, was normal`,
  ]);
});

it('describes an event in a line, with its changes, which are always requested', async () => {
  const { lines, calls } = await linesOf(STORY);
  expect(calls[0].query.expand).toBe('changes');
  expect(lines[0]).toBe('New alert: Connections in use · orders-db: high, new');
  expect(lines[2]).toBe('Connections in use · orders-db: severe | Queue · orders-db: medium, new');
  expect(lines[5]).toBe('Connections in use · orders-db +1: ended');
});

it('knows the previous state of a metric even if that line is cut off', async () => {
  const { lines } = await linesOf(STORY.slice(0, 2), { changes: true, limit: 1 });
  expect(lines).toEqual([expect.stringContaining('severe, was high')]);
});

it('shows the state of the alert if there are no changes, and never only an identifier', async () => {
  const { lines } = await linesOf([
    event(0, 'updated', undefined),
    event(1, 'updated', [], { impact: null, activeMetrics: null, activeNodes: null, eventType: null }),
  ]);
  expect(lines).toEqual([
    '2 metrics on 1 node: updated, severe impact, 2 metrics on 1 node',
    'Alert of Jan 31, 17:50: Event',
  ]);
});

it("uses the user's language, with unchanged log levels", async () => {
  const { lines } = await inLanguage('de-DE', () => linesOf([event(0, 'updated', undefined)]));
  expect(lines[0]).toMatch(/: geändert, Auswirkung schwer, /);
  const changes = await inLanguage('de-DE', () => linesOf(STORY, { changes: true }));
  expect(changes.lines[1]).toMatch(/: schwer, war hoch, /);
  expect(changes.levels).toEqual((await linesOf(STORY, { changes: true })).levels);
});

it('an improvement has the level info, whatever the impact', async () => {
  expect((await linesOf(STORY, { changes: true })).levels).toEqual([
    ...Array<string>(4).fill('critical'),
    'info',
    'critical',
    'info',
  ]);
  expect((await linesOf(STORY)).levels).toEqual(['critical', 'critical', 'critical', 'info', 'critical', 'info']);
});

it('an event in which one metric leaves and another one joins is not an improvement', async () => {
  const changes = [change('removed', null), change('added', 'yellow', null, 'Queue')];
  expect((await linesOf([event(0, 'updated', changes)])).levels).toEqual(['critical']);
});

it.each([
  ['severe', 'critical'],
  ['cosmic', 'unknown'],
  ['constructor', 'unknown'],
  [null, 'unknown'],
])('the level of the impact %p is %s', async (impact, level) => {
  expect((await linesOf([event(0, 'updated', undefined, { impact })])).levels).toEqual([level]);
});
