import { DAY, HOUR } from '../../src/ground/spans';
import { startTestsAt } from '../support/clock';
import { errorsOf, isDone, noticesOf, panelOf, seriesOf, timesOf } from '../support/panel';

/** Incomplete data always has its notice, however late translations load. */
const NOW = Date.UTC(2026, 10, 21, 12, 7, 30);
const SERIES = { nodeId: '12', metricId: 'cpu' };

let mockLoading: number | 'fails' | 'hangs' = 'fails';
jest.mock('../../src/ground/translations', () => ({
  get ready() {
    if (mockLoading === 'fails') {
      return Promise.reject(new Error('Loading chunk 42 failed.'));
    }
    const delay = mockLoading;
    return new Promise((resolve) => (delay === 'hangs' ? undefined : setTimeout(resolve, delay)));
  },
}));

startTestsAt(NOW);

describe.each(['fails', 'hangs', 0, 2999, 3001, 60_000] as const)(
  'if loading the translations takes: %s',
  (loading) => {
    beforeEach(() => {
      mockLoading = loading;
    });

    it('missing data has its notice', async () => {
      const { service, ask } = panelOf();
      service.mishap = ({ to }) => (to < NOW - 15 * DAY ? { status: 500 } : undefined);
      const answer = await ask(SERIES, { from: NOW - 40 * DAY, to: NOW }).answer();
      expect(timesOf(seriesOf(answer)[0]).length).toBeGreaterThan(300);
      expect(noticesOf(answer)).toEqual([expect.stringContaining('Missing: 2026-10-12')]);
      expect(isDone(answer)).toBe(true);
    });

    it('a thinned panel of many parts has its notice', async () => {
      const { ask } = panelOf();
      const asked = ask({ ...SERIES, granularity: '1m' }, { from: NOW - 5 * DAY, to: NOW }, { maxDataPoints: 400 });
      const answer = await asked.answer();
      expect(timesOf(seriesOf(answer)[0]).length).toBeGreaterThan(500);
      expect(noticesOf(answer)).toEqual([expect.stringContaining('points. Zoom')]);
      expect(errorsOf(answer)).toEqual([]);
    });

    it('an empty answer is an empty frame with its notice', async () => {
      const { service, ask } = panelOf();
      service.has = () => false;
      const answer = await ask(SERIES, { from: NOW - HOUR, to: NOW }).answer();
      expect(seriesOf(answer).map(({ length }) => length)).toEqual([0]);
      expect(noticesOf(answer)).toEqual([expect.stringContaining('No data for')]);
    });

    it('a query that cannot run is an error', async () => {
      const { ask } = panelOf({ variables: { step: { value: '5m' } } });
      const answer = await ask({ ...SERIES, granularity: '$step' }, { from: NOW - HOUR, to: NOW }).answer();
      expect(errorsOf(answer)).toEqual([expect.stringContaining('5m')]);
    });
  }
);
