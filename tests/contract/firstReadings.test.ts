import { type AnomalyQuery } from '../../src/ground/query';
import { DAY, HOUR, MINUTE } from '../../src/ground/spans';
import { startTestsAt } from '../support/clock';
import { ended, wholePanel } from '../support/faultMatrix';
import { errorsOf, noticesOf, panelOf, seriesOf, timesOf } from '../support/panel';
import { STORY, trueAnswer } from '../support/trueAnswers';
import { variantsByForm } from '../support/variants';

/** The first request for a metric leaves the granularity to the service, which refuses what its source doesn't have. */
const NOW = Date.UTC(2026, 10, 21, 12, 0, 0);
const SERIES = { nodeId: '12', metricId: 'cpu' };

startTestsAt(NOW);

const last = (span: number) => ({ from: Date.now() - span, to: Date.now() });

/** A service that refuses granularities finer than its source's. */
function coarsePanel(source: string, jsonData = {}) {
  const panel = panelOf({ jsonData });
  Object.assign(panel.service, { source, refusesFiner: true });
  const sent = () => panel.service.calls.splice(0).map(({ query }) => query.granularity);
  return { ...panel, sent };
}

describe.each(['1m', '15m', '60m'])('a first reading of a source of %s', (source) => {
  it.each([1, 6, 12, 24, 7 * 24, 14 * 24])('of %d hours is one request without a refusal', async (hours) => {
    const { ask, sent } = coarsePanel(source);
    const answer = await ask(SERIES, last(hours * HOUR), { maxDataPoints: 80 }).answer();
    expect(sent()).toEqual([undefined]);
    expect(errorsOf(answer)).toEqual([]);
    expect(noticesOf(answer)).toEqual([]);
    expect(seriesOf(answer)[0].meta?.custom?.sourceGranularity).toBe(source);
  });

  it.each<[string, Partial<AnomalyQuery>]>([
    ['comparison', { compare: '1h' }],
    ['aggregation', { aggregation: 'max' }],
    ['sentence', { queryType: 'explain' }],
    ['ranking', { queryType: 'deviations' }],
  ])('for a %s has no refusal', async (_, query) => {
    const { service, ask } = coarsePanel(source);
    await ask({ ...SERIES, ...query } as Partial<AnomalyQuery>, last(6 * HOUR)).answer();
    const finer = service.metricCalls().filter((call) => call.query.granularity !== undefined);
    const steps: Record<string, number> = { '1m': 1, '15m': 15, '1h': 60, '60m': 60 };
    expect(finer.filter(({ query }) => steps[query.granularity] < steps[source])).toEqual([]);
  });

  it('serves refreshes, other ranges, and panels as if the request had a granularity', async () => {
    const { ask, sent } = coarsePanel(source);
    const named = { '1m': '1m', '15m': '15m', '60m': '1h' }[source];
    await ask(SERIES, last(6 * HOUR), { maxDataPoints: 80 }).answer();
    sent();
    await jest.advanceTimersByTimeAsync(MINUTE);
    const refresh = await ask(SERIES, last(6 * HOUR), { maxDataPoints: 80 }).answer();
    expect(sent()).toEqual([named]);
    const whole = coarsePanel(source);
    const direct = await whole.ask({ ...SERIES, granularity: '1h' }, last(6 * HOUR)).answer();
    expect(timesOf(seriesOf(direct)[0]).every((time) => timesOf(seriesOf(refresh)[0]).includes(time))).toBe(true);
    const step = { '1m': MINUTE, '15m': 15 * MINUTE, '60m': HOUR }[source] ?? 0;
    const times = timesOf(seriesOf(refresh)[0]);
    expect(times.slice(1).map((time, i) => time - times[i])).toEqual(times.slice(1).map(() => step));
    // A part of it needs no further request.
    await ask(SERIES, { from: NOW - 5 * HOUR, to: NOW - 3 * HOUR }).answer();
    expect(sent()).toEqual([]);
  });
});

it('two overlapping ranges fit together, whichever was read first', async () => {
  for (const source of ['1m', '15m', '60m']) {
    const { ask, sent } = coarsePanel(source);
    await ask(SERIES, { from: NOW - 60 * HOUR, to: NOW - 52 * HOUR }, { maxDataPoints: 80 }).answer();
    await ask(SERIES, { from: NOW - 56 * HOUR, to: NOW - 48 * HOUR }, { maxDataPoints: 80 }).answer();
    expect(sent()).toEqual([undefined, { '1m': '1m', '15m': '15m', '60m': '1h' }[source]]);
    const answer = await ask(SERIES, { from: NOW - 60 * HOUR, to: NOW - 48 * HOUR }, { maxDataPoints: 80 }).answer();
    expect(sent()).toEqual([]);
    const times = timesOf(seriesOf(answer)[0]);
    const step = { '1m': MINUTE, '15m': 15 * MINUTE, '60m': HOUR }[source] ?? 0;
    expect(times).toEqual(Array.from({ length: (12 * HOUR) / step + 1 }, (_, i) => NOW - 60 * HOUR + i * step));
  }
});

it.each([...variantsByForm()])('%s: a first reading of twelve hours has no refusal', async (_, queries) => {
  jest.setSystemTime(STORY);
  const { service, panel } = wholePanel();
  const isData = (operation: string) => operation.endsWith('metrics/*/*');
  const refused: string[] = [];
  service.fault = ({ operation, query: { granularity }, raw }) => {
    if (!isData(operation) || granularity === undefined || granularity === '1h') {
      return undefined;
    }
    refused.push(raw);
    return { status: 400 };
  };
  service.body = (call) => {
    const hourly = { granularity: '60m', sourceGranularity: '60m' };
    return isData(call.operation)
      ? { ...(trueAnswer({ ...call, query: { ...call.query, granularity: '1h' } }) as object), ...hourly }
      : trueAnswer(call);
  };
  const [query] = queries.map((one) => ({ ...one, granularity: 'auto' })).slice(-1);
  await ended(panel.ask(query, { from: STORY - 12 * HOUR, to: STORY }));
  expect(refused).toEqual([]);
});

describe('a first request has a granularity', () => {
  it.each<[string, Partial<AnomalyQuery>, number, object, object]>([
    ['if the user chose it', { granularity: '15m' }, 6 * HOUR, {}, {}],
    ['if the range is split', {}, 20 * DAY, { maxDataPoints: 80 }, {}],
    ['if the service would choose another', {}, DAY, { maxDataPoints: 2_000 }, {}],
    ['with a minimum interval', {}, 6 * HOUR, { intervalMs: 15 * MINUTE }, {}],
    ['with a shared cache', {}, 6 * HOUR, {}, { sharedCache: true }],
  ])('%s', async (_, query, span, more, jsonData) => {
    const { ask, sent } = coarsePanel('1m', jsonData);
    await ask({ ...SERIES, ...query }, last(span), more).answer();
    const granularities = sent();
    expect(granularities.length).toBeGreaterThan(0);
    expect(granularities).not.toContain(undefined);
  });

  it.each([20, 40])('in the halves of %i hours, whatever the service would choose', async (hours) => {
    const { service, ask, sent } = coarsePanel('1m');
    service.mishap = ({ from, to }) => (to - from === hours * HOUR ? { status: 504 } : undefined);
    const answer = await ask(SERIES, last(hours * HOUR), { maxDataPoints: 4 * hours }).answer();
    expect(sent()).toEqual([undefined, '15m', '15m']);
    expect(timesOf(seriesOf(answer)[0])).toHaveLength(4 * hours + 1);
  });

  it('after an answer without one', async () => {
    const { service, ask, sent } = coarsePanel('1m');
    service.body = () => ({ data: service.direct('12', 'cpu', NOW - HOUR, NOW, MINUTE) });
    await ask(SERIES, last(HOUR)).answer();
    await jest.advanceTimersByTimeAsync(MINUTE);
    await ask(SERIES, last(HOUR)).answer();
    expect(sent()).toEqual([undefined, '1m']);
  });
});
