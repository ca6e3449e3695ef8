import { MINUTE } from '../../src/settings';
import { errorsOf, isDone, noticesOf, panelOf, seriesOf, timesOf } from '../support/panel';

/** Data does not depend on the file that holds the words for it. */
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2026, 10, 21, 12, 7, 30);
const SERIES = { nodeId: '12', metricId: 'cpu' };

let mockLoading: 'fails' | 'hangs' = 'fails';
jest.mock('../../src/metric/words', () => {
  if (mockLoading === 'fails') {
    throw new Error('Loading chunk 42 failed.');
  }
  return jest.requireActual('../../src/metric/words');
});
jest.mock('../../src/loading/translations', () => ({
  get ready() {
    return mockLoading === 'hangs' ? new Promise(() => undefined) : Promise.resolve();
  },
}));

beforeEach(() => {
  jest.useFakeTimers({ now: NOW });
});
afterEach(() => {
  jest.useRealTimers();
});

describe.each(['fails', 'hangs'] as const)('where the loading of words %s', (loading) => {
  beforeEach(() => {
    mockLoading = loading;
  });

  it('a thinned panel of many parts shows its data, without notices', async () => {
    const { ask } = panelOf();
    const asked = ask({ ...SERIES, granularity: '1m' }, { from: NOW - 5 * DAY, to: NOW }, { maxDataPoints: 400 });
    const answer = await asked.answer();
    expect(timesOf(seriesOf(answer)[0]).length).toBeGreaterThan(500);
    expect(noticesOf(answer)).toEqual([]);
    expect(errorsOf(answer)).toEqual([]);
    expect(isDone(answer)).toBe(true);
  });

  it('an empty answer is an empty frame', async () => {
    const { service, ask } = panelOf();
    service.has = () => false;
    const answer = await ask(SERIES, { from: NOW - HOUR, to: NOW }).answer();
    expect(seriesOf(answer).map(({ length }) => length)).toEqual([0]);
    expect(errorsOf(answer)).toEqual([]);
  });

  it('a query that cannot be asked is an error all the same', async () => {
    const { ask } = panelOf({ variables: { step: { value: '5m' } } });
    const answer = await ask({ ...SERIES, granularity: '$step' }, { from: NOW - HOUR, to: NOW }).answer();
    expect(errorsOf(answer)).toEqual([expect.stringContaining('5m')]);
  });
});
