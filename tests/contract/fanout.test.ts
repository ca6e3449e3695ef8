import { type DataFrame } from '@grafana/data';
import { HOUR, MINUTE } from '../../src/ground/spans';
import { startTestsAt } from '../support/clock';
import { errorsOf, fieldOf, isDone, noticesOf, panelOf, seriesOf, timesOf } from '../support/panel';

/** Query model (variables, identifiers) and the forecast. */
const NOW = Date.UTC(2026, 10, 21, 12, 7, 30);
const RANGE = { from: NOW - HOUR, to: NOW };

startTestsAt(NOW);

const names = (frames: DataFrame[]) => frames.map((frame) => frame.fields[1]?.config.displayNameFromDS);

describe('variables', () => {
  it('with several values give one frame for each node and metric', async () => {
    const { ask } = panelOf({
      variables: {
        node: { value: ['1', '2'], text: ['db', 'web'] },
        metric: { value: ['cpu', 'mem'], text: ['CPU', 'Memory'] },
      },
    });
    const answer = await ask({ nodeId: '$node', metricId: '${metric}' }, RANGE).answer();
    expect(names(seriesOf(answer))).toEqual(['CPU · db', 'Memory · db', 'CPU · web', 'Memory · web']);
    expect(seriesOf(answer).map(({ refId }) => refId)).toEqual(['A', 'A', 'A', 'A']);
    expect(fieldOf(seriesOf(answer)[1], 'smoothened')?.labels).toEqual({
      node_id: '1',
      metric_id: 'mem',
      aggregation: 'avg',
      node: 'db',
      metric: 'Memory',
    });
  });

  it('with repeated values send one request', async () => {
    const { service, ask } = panelOf({ variables: { node: { value: ['1', '1', ' 1 '] } } });
    const answer = await ask({ nodeId: '$node', metricId: 'cpu' }, RANGE).answer();
    expect(seriesOf(answer)).toHaveLength(1);
    expect(service.calls).toHaveLength(1);
  });

  it('with a format are one value, unchanged', async () => {
    const { service, ask } = panelOf({ variables: { node: { value: ['1', '2'] } } });
    await ask({ nodeId: '${node:csv}', metricId: 'cpu' }, RANGE).answer();
    expect(service.calls.map(({ segments }) => segments)).toEqual([['v1', 'ad', 'metrics', '1,2', 'cpu']]);
  });

  it('inside a longer text are part of the product', async () => {
    const { service, ask } = panelOf({ variables: { core: { value: ['0', '1'] } } });
    await ask({ nodeId: '7', metricId: 'cpu.[[core]].load' }, RANGE).answer();
    expect(service.calls.map(({ segments }) => segments[4]).sort()).toEqual(['cpu.0.load', 'cpu.1.load']);
  });

  it("of a repeated panel override the dashboard's", async () => {
    const { service, ask } = panelOf({ variables: { node: { value: ['1', '2'] } } });
    const scopedVars = { node: { value: '9', text: 'nine' } };
    const answer = await ask({ nodeId: '$node', metricId: 'cpu' }, RANGE, { scopedVars }).answer();
    expect(service.calls.map(({ segments }) => segments[3])).toEqual(['9']);
    expect(names(seriesOf(answer))).toEqual(['cpu · nine']);
  });

  it('are like lists in the query: the product of nodes and metrics, and a picked name only applies to a single one', async () => {
    const { ask } = panelOf();
    const query = { nodeId: ['1', '2'], nodeName: 'db', metricId: ['cpu'], metricName: 'CPU' };
    const answer = await ask(query, RANGE).answer();
    expect(names(seriesOf(answer))).toEqual(['CPU · 1', 'CPU · 2']);
  });

  it("have the stored name if it is a single one, and the variable's label has none", async () => {
    const { ask } = panelOf({ variables: { node: { value: '9' }, metric: { value: 'cpu', text: 'CPU load' } } });
    const query = { nodeId: '$node', nodeName: 'nine', metricId: '$metric', metricName: 'Old' };
    expect(names(seriesOf(await ask(query, RANGE).answer()))).toEqual(['CPU load · nine']);
  });

  it('are not mistaken for a dollar sign in an identifier', async () => {
    const { service, ask } = panelOf();
    await ask({ nodeId: '1', metricId: 'cost.$usd' }, RANGE).answer();
    expect(service.calls[0].segments[4]).toBe('cost.$usd');
  });

  it('omit the pairs that do not exist, with one notice', async () => {
    const { service, ask } = panelOf({ variables: { node: { value: ['1', '2', '3', '4'] } } });
    service.has = (node) => node !== '2';
    service.mishap = ({ segments }) =>
      segments[3] === '3' ? { status: 404 } : segments[3] === '4' ? { status: 400 } : undefined;
    const asked = ask({ nodeId: '$node', metricId: 'cpu' }, RANGE);
    const answer = await asked.answer();
    expect(names(seriesOf(answer))).toEqual(['cpu · 1']);
    expect(errorsOf(answer)).toEqual([]);
    const [text, ...others] = noticesOf(answer);
    expect(others).toEqual([]);
    ['cpu · 2', 'cpu · 3', 'cpu · 4'].forEach((name) => expect(text).toContain(name));
    asked.packets.forEach((packet) => expect(names(seriesOf(packet))).toEqual(['cpu · 1']));
  });

  it('with one failing value keep the others, with an error for it', async () => {
    const { service, ask } = panelOf({ variables: { node: { value: ['1', '2', '3'] } } });
    service.mishap = ({ segments }) => (segments[3] === '2' ? { status: 500 } : undefined);
    const answer = await ask({ nodeId: '$node', metricId: 'cpu' }, RANGE).answer();
    expect(names(seriesOf(answer))).toEqual(['cpu · 1', 'cpu · 3']);
    expect(errorsOf(answer)).toEqual([expect.stringContaining('/2/cpu')]);
    expect(isDone(answer)).toBe(true);
  });

  it('may be part of legend, aggregation, and names', async () => {
    const { service, ask } = panelOf({ variables: { agg: { value: 'max' }, word: { value: 'load' } } });
    const answer = await ask(
      { nodeId: '1', metricId: 'cpu', aggregation: '$agg', legend: '$word {{node}}', nodeName: '$word-er' },
      RANGE
    ).answer();
    expect(service.calls[0].query.aggregation).toBe('max');
    expect(names(seriesOf(answer))).toEqual(['load load-er']);
  });

  it('that are numbers stay unchanged', async () => {
    const { service, ask } = panelOf();
    await ask({ nodeId: 12 as unknown as string, metricId: 7 }, RANGE).answer();
    expect(service.calls[0].segments).toEqual(['v1', 'ad', 'metrics', '12', '7']);
  });
});

describe('identifiers', () => {
  it.each(['a/b c%', 'größe·ü€', 'a;b', 'x?y=1&z#w', '...', '%2e%2e', 'a\\b', '"quoted" \'too\''])(
    '%s is one percent-encoded segment, without ;',
    async (metricId) => {
      const { service, ask } = panelOf();
      const answer = await ask({ nodeId: '1', metricId, aggregation: '' }, RANGE).answer();
      expect(service.calls[0].segments).toEqual(['v1', 'ad', 'metrics', '1', metricId]);
      expect(service.calls[0].raw).not.toContain(';');
      expect(fieldOf(seriesOf(answer)[0], 'smoothened')?.labels?.metric_id).toBe(metricId);
    }
  );

  it('that are invalid keep the others', async () => {
    const { ask } = panelOf({ variables: { node: { value: ['1', '..'] } } });
    const answer = await ask({ nodeId: '$node', metricId: 'cpu' }, RANGE).answer();
    expect(names(seriesOf(answer))).toEqual(['cpu · 1']);
    expect(errorsOf(answer)).toHaveLength(1);
  });
});

describe('a forecast', () => {
  const points = (from: number, count: number) =>
    Array.from({ length: count }, (_, i) => ({
      timestamp: new Date(from + i * 15 * MINUTE).toISOString(),
      corridors: { main: { up: 10 + i, down: 5 }, sup: null, inf: { up: 4, down: 1 } },
    }));

  it.each([
    ['as metric data', (data: unknown) => ({ node: 1, metric: 'cpu', data })],
    ['as a list', (data: unknown) => data],
    ['deeply nested', (data: unknown) => ({ result: { version: [1, 2], forecast: { values: data } } })],
  ])('%s is drawn, without a line for missing values', async (_, wrap) => {
    const { service, ask } = panelOf();
    service.body = () => wrap(points(NOW - HOUR, 4));
    const answer = await ask({ queryType: 'forecast', nodeId: '1', metricId: 'a b' }, RANGE).answer();
    const [frame] = seriesOf(answer);
    expect(service.calls.map(({ raw }) => raw)).toEqual(['v2/corridors/1/a%20b/forecast']);
    expect(frame.fields.map(({ name }) => name)).toEqual(['time', 'main_up', 'main_down', 'inf_up', 'inf_down']);
    expect(fieldOf(frame, 'main_up')?.values).toEqual([10, 11, 12, 13]);
    expect(frame.meta?.executedQueryString).toBe('GET /v2/corridors/1/a%20b/forecast');
    expect(noticesOf(answer)).toEqual([]);
  });

  it('is not cut to the range, and if it ends later, a notice names the range that shows it', async () => {
    const { service, ask } = panelOf();
    service.body = () => ({ data: points(NOW, 97) });
    const answer = await ask({ queryType: 'forecast', nodeId: '1', metricId: 'cpu' }, RANGE).answer();
    expect(seriesOf(answer)[0].length).toBe(97);
    expect(noticesOf(answer)).toEqual([expect.stringContaining('2026-11-22 12:07:30')]);
  });

  it.each([[{ status: 'soon' }], [{ forecast: [1, 2, 3] }], [[{ t: 1, v: 2 }]]])(
    'in an unknown shape gives an empty frame, a notice, and the raw answer: %j',
    async (body) => {
      const { service, ask } = panelOf();
      service.body = () => body;
      const answer = await ask({ queryType: 'forecast', nodeId: '1', metricId: 'cpu' }, RANGE).answer();
      const [frame] = seriesOf(answer);
      expect(frame.length).toBe(0);
      expect(frame.meta?.custom?.raw).toEqual(body);
      expect(noticesOf(answer)).toHaveLength(1);
      expect(errorsOf(answer)).toEqual([]);
    }
  );

  it('stays on screen while it is read again', async () => {
    const { service, ask } = panelOf();
    service.body = ({ segments }) => (segments.includes('forecast') ? { data: points(NOW - HOUR, 4) } : undefined);
    const query = { nodeId: '1', metricId: 'cpu', forecast: true };
    await ask(query, RANGE).answer();
    service.latency = ({ segments }) => (segments.includes('forecast') ? 3000 : 20);
    service.body = ({ segments }) => (segments.includes('forecast') ? { data: points(NOW, 5) } : undefined);
    await jest.advanceTimersByTimeAsync(MINUTE);
    const again = ask(query, { from: RANGE.from + MINUTE, to: RANGE.to + MINUTE });
    await again.answer();
    expect(again.packets.length).toBeGreaterThan(1);
    expect(again.packets.map((packet) => seriesOf(packet).map(({ length }) => length)[1])).toEqual([
      ...again.packets.slice(1).map(() => 4),
      5,
    ]);
  });

  it('of a metric query is another, fainter frame, and fails separately', async () => {
    const { service, ask } = panelOf();
    service.body = ({ segments }) => (segments.includes('forecast') ? { data: points(NOW - HOUR, 4) } : undefined);
    const query = { nodeId: '1', metricId: 'cpu', forecast: true };
    const [series, forecast] = seriesOf(await ask(query, RANGE).answer());
    expect(fieldOf(series, 'smoothened')).toBeDefined();
    const fillOf = (frame: DataFrame) => fieldOf(frame, 'main_up')?.config.custom;
    expect(fillOf(forecast)).toMatchObject({ lineWidth: 0, fillOpacity: fillOf(series)?.fillOpacity / 2 });
    const shown = [series, forecast].flatMap(({ fields }) => fields.map(({ config }) => config.displayNameFromDS));
    expect(new Set(shown).size).toBe(shown.length - 1);

    service.mishap = ({ segments }) => (segments.includes('forecast') ? { status: 500 } : undefined);
    const answer = await ask({ ...query, nodeId: '2' }, RANGE).answer();
    expect(seriesOf(answer)).toHaveLength(1);
    expect(errorsOf(answer)).toEqual([expect.stringContaining('forecast')]);
  });

  it('of a product omits the pairs that do not exist, with one notice', async () => {
    const { service, ask } = panelOf({ variables: { node: { value: ['1', '2', '3'] } } });
    service.body = ({ segments }) => (segments[2] === '3' ? [] : { data: points(NOW - HOUR, 4) });
    service.mishap = ({ segments }) => (segments[2] === '2' ? { status: 404 } : undefined);
    const answer = await ask({ queryType: 'forecast', nodeId: '$node', metricId: 'cpu' }, RANGE).answer();
    expect(seriesOf(answer)).toHaveLength(1);
    expect(errorsOf(answer)).toEqual([]);
    expect(noticesOf(answer)).toEqual([expect.stringMatching(/cpu · 2, cpu · 3/)]);
  });

  it('of a pair that does not exist is omitted, too', async () => {
    const { service, ask } = panelOf({ variables: { node: { value: ['1', '2'] } } });
    service.has = (node) => node === '1';
    service.body = ({ segments }) =>
      !segments.includes('forecast') ? undefined : segments[2] === '1' ? { data: points(NOW - HOUR, 4) } : [];
    const answer = await ask({ nodeId: '$node', metricId: 'cpu', forecast: true }, RANGE).answer();
    expect(seriesOf(answer)).toHaveLength(2);
    expect(noticesOf(answer)).toEqual([expect.stringMatching(/: cpu · 2\.$/)]);
    expect(timesOf(seriesOf(answer)[0])).toHaveLength(60);
  });
});

describe('series', () => {
  it('replace node and metric, each as it is listed', async () => {
    const { service, ask } = panelOf();
    const query = { nodeId: '9', metricId: 'mem', series: ['1:cpu', '2:disk:free'] };
    const answer = await ask(query, RANGE).answer();
    expect(service.calls.map(({ segments }) => segments.slice(-2))).toEqual([
      ['1', 'cpu'],
      ['2', 'disk:free'],
    ]);
    expect(names(seriesOf(answer))).toEqual(['cpu · 1', 'disk:free · 2']);
  });

  it('can come from a variable, with its names', async () => {
    const { ask } = panelOf({
      variables: { series: { value: ['1:cpu', '2:mem'], text: ['CPU · db', 'a · b · c'] } },
    });
    const answer = await ask({ series: '$series' }, RANGE).answer();
    expect(names(seriesOf(answer))).toEqual(['CPU · db', 'mem · 2']);
    expect(fieldOf(seriesOf(answer)[0], 'smoothened')?.labels).toMatchObject({ node: 'db', metric: 'CPU' });
  });

  it('that are invalid are named in a notice', async () => {
    const { service, ask } = panelOf();
    const answer = await ask({ series: ['cpu', '1:cpu', ':x'] }, RANGE).answer();
    expect(service.calls).toHaveLength(1);
    expect(noticesOf(answer)).toEqual([expect.stringMatching(/: cpu, :x\..* node:metric/)]);
  });

  it('that a variable leaves empty request nothing', async () => {
    const { service, ask } = panelOf({ variables: { none: { value: [] } } });
    const answer = await ask({ nodeId: '1', metricId: 'cpu', series: '$none' }, RANGE).answer();
    expect(service.calls).toEqual([]);
    expect(noticesOf(answer)).toEqual([expect.stringMatching(/Series/)]);
  });
});
