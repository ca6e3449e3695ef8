import { isLast } from '../../src/answer/runner';
import { descriptorOf } from '../../src/families';
import { type AnomalyQuery } from '../../src/query/query';
import { standAt } from '../support/clock';
import { wholePanel } from '../support/faultMatrix';
import { type Asked } from '../support/panel';
import { STORY } from '../support/trueAnswers';
import { allVariants } from '../support/variants';

/** A refresh that comes before an answer is Done continues it, however slow the service and however often it comes. */

const SECOND = 1000;
const START = STORY + 30 * SECOND;
const SPAN = 6 * 3600 * SECOND;

standAt(START);

const QUERIES = [
  ...new Map(
    allVariants().map(({ query }) => [
      `${query.queryType} ${String(query.format ?? query.source ?? query.list ?? '')}`,
      query,
    ])
  ).entries(),
].filter(([, { queryType = '' }]) => descriptorOf({ queryType }) !== undefined);

/** Seconds until Done, with a refresh every so often; each moves the range. Grafana leaves the old query first. */
async function timeToDone(query: Partial<AnomalyQuery>, latency: number, every: number) {
  jest.setSystemTime(START);
  const { service, panel } = wholePanel();
  service.latency = latency;
  const look = (): Asked => {
    const asked = panel.ask(query, { from: Date.now() - SPAN, to: Date.now() }, { app: 'dashboard', panelId: 1 });
    Object.assign(asked.request.range, { raw: { from: 'now-6h', to: 'now' } });
    return asked;
  };
  let asked = look();
  for (let waited = 0; waited < 600 * SECOND; waited += 100) {
    if (waited > 0 && waited % every === 0) {
      asked.leave();
      await jest.advanceTimersByTimeAsync(50);
      asked = look();
      await jest.advanceTimersByTimeAsync(50);
    } else {
      await jest.advanceTimersByTimeAsync(100);
    }
    if (asked.packets.some(isLast)) {
      return { time: Date.now() - START, calls: service.calls.length };
    }
  }
  asked.leave();
  return { time: Infinity, calls: service.calls.length };
}

describe.each([
  [200, 5],
  [1500, 5],
  [6000, 5],
  [10_000, 5],
  [10_000, 60],
])('with answers after %d ms and a refresh each %d s', (latency, every) => {
  it.each(QUERIES)('%s is Done at most a quarter later', async (name, query) => {
    // Alone it stops waiting for how the alert ended; each refresh waits again, and shows it in the end.
    const most = name === 'story timeline' && latency === 10_000 ? 1.5 : 1.25;
    const alone = await timeToDone(query, latency, Infinity);
    const refreshed = await timeToDone(query, latency, every * SECOND);
    expect(alone.time).toBeLessThan(Infinity);
    expect(alone.calls === 0 || alone.time >= latency).toBe(true);
    expect(refreshed.time).toBeLessThanOrEqual(alone.time * most + 200);
  });
});
