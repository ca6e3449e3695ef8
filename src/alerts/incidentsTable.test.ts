import { type DataFrame } from '@grafana/data';
import { lastValueFrom } from 'rxjs';
import { type Answer, type Call, fakeRequest, fakeService } from '../../tests/support/fakeContext';
import { runAny } from '../../tests/support/run';
import { HOUR, MINUTE } from '../settings';

const NOW = Date.UTC(2026, 0, 31, 18);
const RANGE = { from: NOW - 24 * HOUR, to: NOW };
const iso = (time: number) => new Date(time).toISOString();

/** Hours ago; without `to` it is active. */
interface Made {
  impact: string;
  from: number;
  to?: number;
  metrics: string[];
  system?: number;
}
const ALERTS: Record<string, Made> = {
  db: { impact: 'high', from: 5, to: 3, metrics: ['query', 'disk'] },
  api: { impact: 'severe', from: 3.5, metrics: ['query', 'response'] },
  mail: { impact: 'medium', from: 3.4, metrics: ['sent'] },
  plant: { impact: 'low', from: 20, to: 19, metrics: ['heat'], system: 2 },
  oven: { impact: 'low', from: 10, to: 9, metrics: ['door'], system: 2 },
  again: { impact: 'high', from: 1.5, to: 1, metrics: ['disk'] },
};

function serviceOf(alerts: Record<string, Made>, total = Object.keys(alerts).length) {
  return ({ segments }: Call): Answer => {
    const rows = Object.entries(alerts).map(([id, { impact, from, to }]) => ({
      id,
      impact,
      active: to === undefined,
      firstSeenAt: iso(NOW - from * HOUR),
      lastSeenAt: iso(NOW - (to ?? 0) * HOUR),
    }));
    const [, , id, events] = segments;
    if (events !== 'events') {
      return { body: { page: 1, limit: 200, total, items: rows } };
    }
    const { metrics, from, to, system = 1 } = alerts[id];
    const event = (statTypeId: string, sequence: number) => ({
      id,
      sequence,
      eventType: 'updated',
      eventOccurred: iso(NOW - from * HOUR + sequence * 10 * MINUTE),
      active: true,
      changes: [
        {
          type: 'added',
          nodeId: system,
          nodeName: `n${system}`,
          statTypeId,
          systemId: system,
          systemName: `S${system}`,
        },
      ],
    });
    const end = { id, sequence: 9, eventType: 'ended', eventOccurred: iso(NOW - (to ?? 0) * HOUR), active: false };
    const items = [...metrics.map(event), ...(to === undefined ? [] : [end])];
    return { body: { page: 1, limit: 100, total: items.length, items } };
  };
}

async function ask(service: (call: Call) => Answer) {
  const { context } = fakeService(service, { now: NOW });
  const request = fakeRequest([{ queryType: 'alertSearch', format: 'incidents' }], RANGE);
  const { data } = await lastValueFrom(runAny(request.targets, request, context));
  const { fields } = data[0] as DataFrame;
  return (name: string): unknown[] => [...fields.find((field) => field.name === name)!.values];
}

test('alerts that share a metric with less than an hour between them are one row, named for the first', async () => {
  const column = await ask(serviceOf(ALERTS));
  expect(column('alertIds')).toEqual(['db,api', 'mail', 'again', 'oven', 'plant']);
  expect(column('title')[0]).toBe('query · n1 and 1 more alert');
  expect(column('impact')).toEqual(['severe', 'medium', 'high', 'low', 'low']);
  expect(column('alerts')).toEqual([2, 1, 1, 1, 1]);
  expect(column('metrics')[0]).toBe(3);
  expect(column('nodes')[0]).toBe(1);
  expect(column('systems')).toEqual(['S1', 'S1', 'S1', 'S2', 'S2']);
  expect(column('firstSeenAt')[0]).toBe(NOW - 5 * HOUR);
  expect(column('active')).toEqual([true, true, false, false, false]);
  expect(column('lastJoined')[0]).toBe(NOW - 3.5 * HOUR + 10 * MINUTE);
  expect(column('why')).toEqual(['query · n1 +1: query · n1 (query · n1 +1)', null, null, null, null]);
  expect(column('perhaps').slice(0, 3)).toEqual(['sent · n1', 'query · n1 +1', null]);
});

test('says in a sentence what is wrong', async () => {
  const column = await ask(serviceOf(ALERTS));
  expect(column('headline').slice(0, 3)).toEqual([
    'Severe, began 13:00: query · n1 and 1 more alert (S1), 3 metrics on 1 node, last metric joined 14:40. As of 18:00.',
    'Medium, began 14:36: sent · n1 (S1), 1 metric on 1 node. As of 18:00.',
    'High, ended 17:00: disk · n1 (S1), 1 metric on 1 node. As of 18:00.',
  ]);
  expect(column('headline').at(-1)).toContain('Low, ended Jan 30, 23:00');
});

test('groups nothing where the metrics of an alert are unknown', async () => {
  const service = serviceOf(ALERTS);
  const column = await ask((call) =>
    call.segments[2] === 'oven' && call.segments[3] === 'events' ? { status: 404 } : service(call)
  );
  expect(column('alerts')).toEqual([1, 1, 1, 1, 1, 1]);
});
