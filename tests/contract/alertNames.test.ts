import { type DataFrame, type DataQueryResponse } from '@grafana/data';
import { type AnomalyQuery } from '../../src/ground/query';
import { isAddress } from '../support/asked';
import { startTestsAt } from '../support/clock';
import { wholePanel } from '../support/faultMatrix';
import { errorsOf, noticesOf } from '../support/panel';
import { STORY, trueAnswer } from '../support/trueAnswers';
import { allVariants, type Variant, variantsOfForms } from '../support/variants';
import { type WholeCall } from '../support/wholeService';

// An alert's ID means nothing to a reader: no name, title, or sentence contains it.

const NOW = STORY + 30_000;

startTestsAt(NOW);

/** Long IDs for the service's alerts, by their short IDs. */
const IDS = new Map('abcd'.split('').map((id) => [id, `0f8fad5b-d9cb-469f-a165-70867728950${id}`]));

/** Columns for IDs, and labels that filter log lines. */
const FOR_IDS = new Set(['id', 'alertId', 'alertIds', 'updateId', 'markId', 'value', 'labels']);

interface World {
  name: string;
  /** Whether lists and events contain the names and counts of metrics. */
  names: boolean;
  begins: boolean;
}

const WORLDS: World[] = [
  { name: 'with names', names: true, begins: true },
  { name: 'without names', names: false, begins: true },
  { name: 'without names and times', names: false, begins: false },
];

/** The body with long alert IDs, without what this world lacks. */
function changed(value: unknown, world: World): unknown {
  if (Array.isArray(value)) {
    return value.map((one) => changed(one, world));
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  const fields = Object.entries(value).map(([name, one]) => [name, changed(one, world)]);
  const own: Record<string, unknown> = Object.fromEntries(fields);
  const isAlert = ['firstSeenAt', 'eventOccurred', 'event_occured'].some((name) => name in own);
  const nothing = { metrics: [], changes: [], items: [], activeMetrics: null, activeNodes: null };
  const timeless = { firstSeenAt: null, eventOccurred: null };
  return {
    ...own,
    ...(isAlert && typeof own.id === 'string' ? { id: IDS.get(own.id) ?? own.id } : {}),
    ...(isAlert && !world.names ? only(nothing, own) : {}),
    ...(isAlert && !world.begins ? only(timeless, own) : {}),
  };
}

function only(values: Record<string, unknown>, own: object) {
  return Object.fromEntries(Object.entries(values).filter(([name]) => name in own));
}

/** The interface's answer to the same request with short IDs. */
function bodyOf(call: WholeCall, world: World): unknown {
  const short = new Map([...IDS].map(([id, long]) => [long, id]));
  const segments = call.segments.map((segment) => short.get(segment) ?? segment);
  return changed(trueAnswer({ ...call, segments }), world);
}

/** All readable text: cells, headings, names, notices. Addresses may contain IDs. */
function textsOf(answer: DataQueryResponse): string[] {
  const frames = answer.data as DataFrame[];
  const cells = frames.flatMap(({ fields }) =>
    fields
      .filter(({ name }) => !FOR_IDS.has(name) && !isAddress(name))
      .flatMap(({ values }) => values.map((value) => JSON.stringify(value)))
  );
  const names = frames.flatMap(({ name, fields }) => [
    name ?? '',
    ...fields.flatMap((field) => [field.name, field.config.displayName ?? '', field.config.displayNameFromDS ?? '']),
  ]);
  return [...cells, ...names].map((text) => (text ?? '').replace(/href=\\?"[^"]*"|https?:\/\/[^\s)"]+/g, ''));
}

const long = (query: Partial<AnomalyQuery>) => {
  const values = Object.entries(query).map(([name, value]) => [
    name,
    name === 'alertId' && typeof value === 'string' ? (IDS.get(value) ?? value) : value,
  ]);
  return Object.fromEntries(values) as Partial<AnomalyQuery>;
};

const VARIABLES = ['systems', 'nodes', 'metrics', 'series', 'alerts'].map((list) => ({
  name: `variable ${list}`,
  query: { queryType: 'variable', list },
}));
const ANNOTATIONS = ['alerts', 'alertEvents', 'anomalies'].flatMap((source) =>
  ['auto', 'regions', 'marks'].map((shape) => ({
    name: `annotations ${source} ${shape}`,
    query: { queryType: 'annotations', source, shape },
  }))
);

describe.each(WORLDS)('$name', (world) => {
  const forms = variantsOfForms(allVariants()).map(([name, query]) => ({ name, query }));
  const queries: Variant[] = world.begins && world.names ? allVariants() : forms;
  it.each([...queries, ...VARIABLES, ...ANNOTATIONS])('$name shows no alert IDs', async ({ query }) => {
    const { service, ask } = wholePanel();
    service.body = (call) => bodyOf(call, world);
    const { answer } = await ask(long(query), NOW);
    const texts = answer ? textsOf(answer) : [];
    expect(texts.filter((text) => [...IDS.values()].some((id) => text.includes(id.slice(0, 8))))).toEqual([]);
    if (answer && !('alertId' in query)) {
      expect([...noticesOf(answer), ...errorsOf(answer)].join(' ')).not.toContain('0f8fad5b');
    }
  });
});

const titles = async (world: World, query: Partial<AnomalyQuery>, column: string) => {
  const { service, ask } = wholePanel();
  service.body = (call) => bodyOf(call, world);
  const { answer } = await ask(query, NOW);
  const [frame] = (answer?.data ?? []) as DataFrame[];
  return [...(frame.fields.find(({ name }) => name === column)?.values ?? [])] as unknown[];
};

it.each([
  [{ queryType: 'alertSearch' }, 'title'],
  [{ queryType: 'alertEvents' }, 'title'],
  [{ queryType: 'annotations', source: 'alerts' }, 'title'],
  [{ queryType: 'annotations', source: 'alertEvents' }, 'title'],
])('%j: an alert with only a known start is named by its start', async (query, column) => {
  expect(await titles(WORLDS[1], query, column)).toContain('Alert of Nov 21, 07:00');
});

it('an alert without any details is named Alert', async () => {
  expect(await titles(WORLDS[2], { queryType: 'alertSearch' }, 'title')).toContain('Alert');
});

describe('a variable of alerts', () => {
  const ASK = { queryType: 'variable', list: 'alerts' };

  it('names ended alerts by the first page of their events', async () => {
    expect(await titles(WORLDS[0], ASK, 'text')).toEqual([
      'severe · CPU load · web-1 +2 · since Nov 21, 07:00',
      'high · Memory · web-1 +1 · since Nov 21, 08:00',
      'low · CPU load · db-1 · since Nov 21, 09:00',
    ]);
  });

  it('waits for one round of four requests, for at most a second, and continues if they hang', async () => {
    const { service, ask } = wholePanel();
    const ended = Array.from({ length: 9 }, (_, i) => ({
      id: `e${i}`,
      impact: 'high',
      active: false,
      firstSeenAt: new Date(NOW - 3_600_000).toISOString(),
      lastSeenAt: new Date(NOW - i * 60_000).toISOString(),
      activeMetrics: 0,
      activeNodes: 0,
    }));
    service.body = ({ operation }) => {
      const page = { page: 1, limit: 200, total: ended.length, items: ended };
      return operation === 'v2/alerts/explore' ? page : [];
    };
    service.fault = ({ operation }) => (operation === 'v2/alerts/*/events' ? 'hang' : undefined);
    const before = Date.now();
    const { answer } = await ask(ASK, NOW);
    expect(Date.now() - before).toBeLessThan(1500);
    const asked = service.calls.filter(({ operation }) => operation === 'v2/alerts/*/events');
    expect(asked.map(({ segments }) => segments[2])).toEqual(['e0', 'e1', 'e2', 'e3']);
    const [frame] = (answer?.data ?? []) as DataFrame[];
    expect(frame.fields[1].values[0]).toMatch(/^high · Alert of Nov 21, 11:00 · since Nov 21, 11:00/);
    expect(new Set(frame.fields[1].values).size).toBe(9);
  });

  it('has the time zone of the page', async () => {
    const { service, panel } = wholePanel();
    service.body = (call) => bodyOf(call, WORLDS[1]);
    const asked = panel.ask(ASK, { from: NOW - 3_600_000, to: NOW }, { timezone: 'Asia/Tokyo' });
    const answer = await asked.answer();
    const [frame] = answer.data as DataFrame[];
    expect(frame.fields[1].values[0]).toBe('severe · Alert of Nov 21, 16:00 · since Nov 21, 16:00');
  });
});
