import { type DataFrame } from '@grafana/data';
import { lastValueFrom } from 'rxjs';
import { type Answer, type Call, fakeRequest, fakeService } from '../../../tests/support/fakeContext';
import { runAny } from '../../../tests/support/run';
import { DAY, HOUR } from '../../settings';

export const NOW = Date.UTC(2026, 0, 31, 18);
export const iso = (time: number) => new Date(time).toISOString();
export const range = { from: NOW - 90 * DAY, to: NOW };
export const metric = (statTypeId: string, more: object = {}) => ({
  nodeId: 1,
  nodeName: 'db',
  statTypeId,
  statTypeName: statTypeId.toUpperCase(),
  severity: 'red',
  ...more,
});

export interface Told {
  /** How many days ago it began. */
  days: number;
  /** How it was when it was last seen. */
  metrics: object[] | null;
  /** What its events name; as it was last where that is left out. */
  ever?: object[];
  impact?: string;
}

export const everOf = ({ metrics, ever }: Told) => ever ?? metrics ?? [];

/** A service that finds alerts by what they ever were about, and tells how they were last. */
export function service({ segments, query }: Call, alerts: Record<string, Told>): Answer {
  const [, , id, events] = segments;
  const { nodeId, statTypeId } = query;
  const isFound = (name: string) =>
    (!nodeId && !statTypeId) ||
    everOf(alerts[name]).some((one) => {
      const { nodeId: node, statTypeId: type } = one as { nodeId: number; statTypeId: string };
      return (!nodeId || String(node) === nodeId) && (!statTypeId || type === statTypeId);
    });
  const rowOf = (name: string) => ({
    id: name,
    impact: alerts[name].impact ?? 'high',
    active: name === 'now',
    firstSeenAt: iso(NOW - alerts[name].days * DAY),
    lastSeenAt: iso(NOW - alerts[name].days * DAY + HOUR),
    activeMetrics: alerts[name].metrics?.length ?? 1,
  });
  if (events === 'events') {
    const changes = (alerts[id] ? everOf(alerts[id]) : []).map((one) => ({
      type: 'added',
      ...one,
      values: { severity: (one as { severity?: string }).severity },
    }));
    const first = {
      id,
      sequence: 0,
      eventType: 'created',
      eventOccurred: iso(NOW - (alerts[id]?.days ?? 0) * DAY),
      active: true,
      changes,
    };
    return alerts[id] ? { body: { page: 1, limit: 100, total: 1, items: [first] } } : { status: 404 };
  }
  if (id === 'explore') {
    const items = query.from ? Object.keys(alerts).filter(isFound).map(rowOf) : [];
    return { body: { page: 1, limit: 200, total: items.length, items } };
  }
  if (id) {
    return alerts[id]?.metrics ? { body: { ...rowOf(id), metrics: alerts[id].metrics } } : { status: 404 };
  }
  return { body: [{ id: 'now', active: true }] };
}

/** A screen that is refreshed: `asked` are the searches for metrics and nodes, and the events of earlier alerts. */
export function screen(alerts: Record<string, Told>, answer = (call: Call) => service(call, alerts)) {
  const fake = fakeService(answer, { now: NOW });
  const refresh = async (later = 0) => {
    const request = fakeRequest([{ queryType: 'alertSearch', like: 'now' }], range);
    const context = { ...fake.context, now: () => NOW + later };
    const { data } = await lastValueFrom(runAny(request.targets, request, context));
    const calls = fake.calls.splice(0);
    const [frame] = data as DataFrame[];
    const column = (name: string) => (frame.fields.find((field) => field.name === name)?.values ?? []) as string[];
    return {
      calls,
      asked: calls.filter(
        ({ segments, query }) =>
          (segments[2] === 'explore' && query.nodeId) || (segments[3] === 'events' && segments[2] !== 'now')
      ),
      notices: (frame.meta?.notices ?? []).map(({ text }) => text),
      ids: column('id'),
      impacts: column('impact'),
      titles: column('title'),
      shared: column('shared'),
    };
  };
  return { refresh };
}
