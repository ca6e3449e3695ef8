import { type DataFrame, type DataQueryResponse } from '@grafana/data';
import { type AnomalyQuery } from '../../src/ground/query';
import { range } from 'lodash';
import { startTestsAt } from '../support/clock';
import { wholePanel } from '../support/faultMatrix';
import { LONG } from '../support/long';
import { STORY, trueAnswer } from '../support/trueAnswers';
import { allVariants } from '../support/variants';
import { type WholeCall } from '../support/wholeService';

/** An answer does not depend on what other panels have read before. They can only make it faster. */
const NOW = STORY + 30_000;

startTestsAt(NOW);

/** Alerts with more events than a title needs, or than the limit. Late pages have joining metrics, too. */
const MANY: Record<string, number> = { a: 613, b: 2_700, c: 640, d: 540 };
const LATE = { nodeId: 77, nodeName: 'late-1', systemId: 7, systemName: 'Late' };

function answerOf(call: WholeCall): unknown {
  const body = trueAnswer(call);
  const [, , id, events] = call.segments;
  if (events !== 'events' || call.segments.length !== 4 || !(id in MANY)) {
    return body;
  }
  const all = trueAnswer({ ...call, query: { ...call.query, page: '1', limit: '100' } }) as {
    items: Array<Record<string, unknown>>;
  };
  const [page, limit] = [Number(call.query.page ?? 1), Number(call.query.limit ?? 10)];
  const own = all.items.slice(0, -1);
  const last = all.items[all.items.length - 1];
  const [first, total] = [(page - 1) * limit, MANY[id]];
  const items = range(first, Math.max(first, Math.min(page * limit, total))).map((i) => {
    const sequence = i < own.length ? i : i + 1000;
    if (i < own.length) {
      return own[i];
    }
    if (i === total - 1) {
      return { ...last, sequence };
    }
    const isJoin = i % 90 === 85 && call.query.expand === 'changes';
    const values = { score: { adjusted: 1, contribution: 1 }, severity: 'yellow', type: 'deviation' };
    const change = { type: 'added', ...LATE, statTypeId: `late-${i}`, statTypeName: `Late ${i}`, values };
    return {
      ...own[own.length - 1],
      sequence,
      eventOccurred: new Date(Date.parse(String(last.eventOccurred)) - (total - i) * 100).toISOString(),
      ...(call.query.expand === 'changes' ? { changes: isJoin ? [change] : [] } : {}),
    };
  });
  return { page, limit, total, items };
}

/** Titles may count metrics that other panels have read, and so may texts that contain titles. The last answer is the page's. */
const NAMES = new Set(['title', 'incident', 'why', 'related', 'text', 'firstMetric', 'lastAnswer']);

function figures(answer: DataQueryResponse | undefined) {
  const frames = (answer?.data ?? []) as DataFrame[];
  return frames.map(({ fields, meta }) => ({
    notices: (meta?.custom?.notices ?? meta?.notices ?? []).map(({ text }: { text: string }) => text),
    fields: fields
      .filter(({ name }) => !NAMES.has(name))
      .map(({ name, values }) => ({ name, values: JSON.parse(JSON.stringify([...values])) as unknown[] })),
  }));
}

const VARIANTS = allVariants();
/** Whether the service answers is known from all queries of a page. */
const WAYS = VARIANTS.filter(({ query }, row) => query.queryType !== 'availability' && (LONG || row % 3 === 0));

function panelFor() {
  const whole = wholePanel();
  whole.service.body = answerOf;
  whole.service.latency = 1;
  const answer = async (query: Partial<AnomalyQuery>) => figures((await whole.ask(query, Date.now())).answer);
  return answer;
}

/** More alerts than those whose events one query reads. Every other one has a metric on the second node. */
const BUSY = range(240).map((i) => {
  const metrics = (i % 2 === 0 ? [1] : [1, 2]).map((nodeId) => ({
    nodeId,
    nodeName: `n-${nodeId}`,
    statTypeId: 'cpu',
  }));
  const [from, to] = [NOW - 5 * 3_600_000 + i * 10_000, NOW - 3_600_000 - i * 1_000];
  const times = { firstSeenAt: new Date(from).toISOString(), lastSeenAt: new Date(to).toISOString() };
  return { id: `b${i}`, active: false, impact: 'high', activeNodes: 0, activeMetrics: 0, ...times, metrics };
});

function busyAnswer({ segments, query }: WholeCall): unknown {
  const paged = (all: unknown[]) => {
    const [page, limit] = [Number(query.page ?? 1), Number(query.limit ?? 10)];
    return { page, limit, total: all.length, items: all.slice((page - 1) * limit, page * limit) };
  };
  const own = BUSY.find(({ id }) => id === segments[2]);
  if (own && segments.length === 4) {
    const changes = own.metrics.map((metric) => ({ type: 'added', ...metric, values: { severity: 'red' } }));
    const state = { impact: own.impact, active: true, eventOccurred: own.firstSeenAt };
    return paged([{ id: own.id, sequence: 0, eventType: 'created', ...state, changes }]);
  }
  if (segments[2] === 'explore' && segments.length === 3) {
    return paged(BUSY.map(({ metrics, ...row }) => ({ ...row, active: metrics.length === 0 })));
  }
  return segments[1] === 'alerts' && segments.length > 2 ? undefined : [];
}

it.each([
  { queryType: 'alertSearch' },
  { queryType: 'alertSearch', names: ['n-2'] },
  { queryType: 'alertSearch', filters: [{ key: 'text', operator: '=~', value: 'n-2' }] },
  { queryType: 'alertSearch', format: 'incidents', names: ['n-2'] },
  { queryType: 'annotations', source: 'alerts', names: ['n-2'] },
])('so it is with more alerts than one query reads the events of: %j', async (query) => {
  const panel = () => {
    const whole = wholePanel();
    whole.service.body = busyAnswer;
    return async (asked: object) => figures((await whole.ask(asked as Partial<AnomalyQuery>, Date.now())).answer);
  };
  jest.setSystemTime(NOW);
  const alone = await panel()(query);
  const ask = panel();
  for (let i = 0; i < 5; i++) {
    await ask({ queryType: 'alertSearch' });
  }
  jest.setSystemTime(NOW);
  expect(await ask(query)).toEqual(alone);
});

describe('an answer after all other queries is the same as alone', () => {
  const alone = new Map<string, unknown>();

  it('is read alone', async () => {
    for (const { name, query } of WAYS) {
      jest.setSystemTime(NOW);
      alone.set(name, await panelFor()(query));
    }
    expect(alone.size).toBe(WAYS.length);
  }, 600_000);

  it('is the same afterwards', async () => {
    const ask = panelFor();
    for (const { query } of VARIANTS) {
      jest.setSystemTime(NOW);
      await ask(query);
    }
    const different: string[] = [];
    for (const { name, query } of WAYS) {
      jest.setSystemTime(NOW);
      const [now, before] = [JSON.stringify(await ask(query)), JSON.stringify(alone.get(name))];
      if (now !== before) {
        different.push(name);
      }
    }
    expect(different).toEqual([]);
  }, 600_000);
});
