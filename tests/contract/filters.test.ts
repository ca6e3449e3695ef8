import { setBackendSrv } from '@grafana/runtime';
import { type DataFrame } from '@grafana/data';
import { HOUR } from '../../src/ground/spans';
import { changingService } from '../support/changingAlerts';
import { startTestsAt } from '../support/clock';
import { fieldOf, noticesOf, panelOf } from '../support/panel';
import { STORY, trueAnswer } from '../support/trueAnswers';
import { WholeService } from '../support/wholeService';

/** Ad hoc filters mean the same in every query type about alerts. Tested by requests and rows. */

const range = { from: STORY - 24 * HOUR, to: STORY };

/** What the service finds by a text. How it searches two words at once is unknown, so that it finds nothing. */
const FOUND: Record<string, string[]> = { cooling: ['a', 'b'], cdn: ['c'] };

/** Words of the alerts in `trueAnswers`: names and IDs of metrics, in groups that belong together. */
const NAMES: Record<string, string[]> = {
  a: ['cpu', 'CPU load', 'mem', 'Memory'],
  b: ['cpu', 'CPU load'],
  c: ['mem', 'Memory', 'io/wait'],
  d: ['io/wait'],
};
const ALL = Object.keys(NAMES);

startTestsAt(STORY);

interface Filter {
  key: string;
  operator: string;
  value: string;
  values?: string[];
}

async function ask(query: Record<string, unknown>, filters: Filter[]) {
  const panel = panelOf();
  const service = new WholeService();
  service.body = (call) => {
    const body = trueAnswer(call);
    const { q } = call.query;
    if (q === undefined || !call.operation.endsWith('alerts/explore')) {
      return body;
    }
    const items = (body as { items: Array<{ id: string }> }).items.filter(({ id }) => FOUND[q]?.includes(id));
    return { page: 1, limit: 200, total: items.length, items };
  };
  setBackendSrv(service.backend);
  const answer = await panel.ask(query, range, { filters } as never).answer();
  const searches = service.calls.filter(({ operation }) => operation.includes('alerts/explore'));
  return {
    frame: answer.data[0] as DataFrame,
    searches: searches.map((call) => call.query),
    notices: noticesOf(answer),
    error: answer.errors?.[0].message,
  };
}

/** The alerts of a table, or their number in a report. */
function alertsOf(frame: DataFrame): string[] | number {
  const counts = fieldOf(frame, 'alerts')?.values;
  const ids = fieldOf(frame, 'alertId')?.values ?? fieldOf(frame, 'id')?.values ?? [];
  const known = ids.map((id: string) => id.split('/')[0]);
  return counts ? counts.reduce((sum: number, count: number) => sum + count, 0) : [...new Set<string>(known)].sort();
}

const TYPES = [
  { queryType: 'alertSearch' },
  { queryType: 'alertEvents' },
  { queryType: 'alertReport' },
  { queryType: 'annotations', source: 'alerts' },
  { queryType: 'annotations', source: 'alertEvents' },
];
const TEXTS = ['cooling', 'cdn', 'none', 'cooling cdn'];

describe.each(TYPES)('$queryType $source', (query) => {
  const isReport = query.queryType === 'alertReport';
  const expected = (ids: string[]) => (isReport ? ids.length : ids);

  it('finds alerts with any of several texts, and sends one text per request', async () => {
    for (let mask = 1; mask < 1 << TEXTS.length; mask++) {
      const values = TEXTS.filter((_, i) => mask & (1 << i));
      const { frame, searches } = await ask(query, [{ key: 'text', operator: '=|', value: values[0], values }]);
      const found = ALL.filter((id) => values.some((text) => FOUND[text]?.includes(id)));
      expect(alertsOf(frame)).toEqual(expected(found));
      expect(searches.every(({ q }) => values.includes(q))).toBe(true);
    }
  });

  it('applies before `limit`', async () => {
    for (const value of ['CPU load', 'Memory', 'io/wait']) {
      const { frame } = await ask({ ...query, limit: 1 }, [{ key: 'metric', operator: '=', value }]);
      expect({ value, rows: [alertsOf(frame)].flat() }).toEqual({ value, rows: [isReport ? 1 : expect.any(String)] });
    }
  });

  it('has the same answer to filters that contradict each other, whatever their operators', async () => {
    const both = (operator: string) => ['low', 'severe'].map((value) => ({ key: 'impact', operator, value }));
    const searched = await ask(query, both('='));
    const compared = await ask(query, both('=~'));
    expect(alertsOf(searched.frame)).toEqual(expected([]));
    expect([searched.frame.length, searched.notices]).toEqual([compared.frame.length, compared.notices]);
  });

  it('only sends impacts of the interface, and finds the others by comparing', async () => {
    for (const value of ['galaxy', '']) {
      const { frame, searches } = await ask(query, [{ key: 'impact', operator: '=', value }]);
      expect(alertsOf(frame)).toEqual(expected([]));
      expect(searches.flatMap(({ impact = [] }) => impact)).toEqual([]);
    }
  });

  it('never sends a name as an ID, and has a notice or finds the alerts with that metric', async () => {
    for (const value of ['cpu', 'CPU load', 'Memory', 'io/wait', 'none']) {
      for (const operator of ['=', '=|']) {
        const { frame, searches, notices } = await ask(query, [{ key: 'metric', operator, value, values: [value] }]);
        const sent = searches.flatMap(({ statTypeId }) => statTypeId ?? []);
        expect(sent.every((id) => ['cpu', 'mem', 'io/wait'].includes(id))).toBe(true);
        const isIgnored = notices.some((text) => text.includes('"metric"'));
        const found = isIgnored ? ALL : ALL.filter((id) => NAMES[id].includes(value));
        expect({ value, rows: alertsOf(frame) }).toEqual({ value, rows: expected(found) });
      }
    }
  });
});

it.each(['alertSearch', 'annotations', 'alertReport'])(
  'whoever compares, a filter finds an alert by a metric that it had before the range: %s',
  async (queryType) => {
    const states = [
      { at: range.from - 5 * HOUR, impact: 'high', nodes: [12, 13] },
      { at: range.from - 2 * HOUR, impact: 'high', nodes: [13] },
    ];
    const found = async (operator: string) => {
      const panel = panelOf();
      const service = new WholeService();
      service.body = changingService({ alerts: [{ id: 'left', states }] });
      setBackendSrv(service.backend);
      const filters = [{ key: 'node', operator, value: '12' }];
      const answer = await panel.ask({ queryType }, range, { filters } as never).answer();
      const [frame] = answer.data as DataFrame[];
      return queryType === 'alertReport' ? fieldOf(frame, 'alerts')?.values : fieldOf(frame, 'id')?.values;
    };
    expect(await found('=~')).toEqual(await found('='));
    expect((await found('=~'))?.some((value: unknown) => value === 'left' || value === 1)).toBe(true);
  }
);

it.each([
  { key: 'text', operator: '!=', value: 'cpu load' },
  { key: 'title', operator: '=~', value: 'Memory.*' },
  { key: 'duration', operator: '>', value: String(4 * HOUR) },
  { key: 'activeNodes', operator: '=', value: '2' },
])('a report counts the alerts that a search finds: $key $operator $value', async (filter) => {
  const found = alertsOf((await ask({ queryType: 'alertSearch' }, [filter])).frame) as string[];
  const { frame, notices } = await ask({ queryType: 'alertReport' }, [filter]);
  expect(notices).toEqual([]);
  expect(found.length).toBeLessThan(ALL.length);
  expect(alertsOf(frame)).toBe(found.length);
});

it('sends the first text of several that must all match', async () => {
  const text = (value: string) => ({ key: 'text', operator: '=', value });
  const { searches } = await ask({ queryType: 'alertSearch' }, [text(''), text('cooling'), text('cdn')]);
  expect(searches.map(({ q }) => q)).toEqual(['cooling']);
});

it.each([
  ['text', '=|', ['cooling', 'cdn']],
  ['metric', '=', ['CPU load']],
  ['node', '=', ['web-1']],
])('counts do not apply %s %s %j, with a notice', async (key, operator, values) => {
  const { searches, notices } = await ask({ queryType: 'alertCounts' }, [{ key, operator, value: values[0], values }]);
  expect(searches.map(({ q, nodeId, statTypeId }) => [q, nodeId, statTypeId])).toEqual([
    [undefined, undefined, undefined],
  ]);
  expect(notices).toEqual([expect.stringContaining(`"${key}" isn't supported`)]);
});

it('counts send one text, or a metric that the alert lists contain', async () => {
  const { searches, notices } = await ask({ queryType: 'alertCounts' }, [
    { key: 'text', operator: '=', value: 'cdn' },
    { key: 'metric', operator: '=', value: 'cpu' },
  ]);
  expect(searches).toMatchObject([{ q: 'cdn', statTypeId: 'cpu' }]);
  expect(notices).toEqual([]);
});

it.each(['(a+)+$', '(', '(?:\\w+\\s?)*$'])('reports %s, an expression that it does not run', async (value) => {
  for (const key of ['text', 'node', 'title']) {
    const { notices } = await ask({ queryType: 'alertSearch' }, [{ key, operator: '=~', value }]);
    expect(notices).toEqual([expect.stringContaining(`"${key} =~ ${value}" isn't supported`)]);
  }
  const { error } = await ask({ queryType: 'alertSearch', names: ['web-1'], namePattern: value }, []);
  expect(error).toContain(value);
});
