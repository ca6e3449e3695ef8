import { DAY, HOUR, MINUTE } from '../../src/ground/spans';
import { startTestsAt } from '../support/clock';
import { type ServiceCall } from '../support/metricService';
import { errorsOf, noticesOf, panelOf, seriesOf, timesOf } from '../support/panel';

/** Requests for metric data: what a refusal affects, and for how long. */
const NOW = Date.UTC(2026, 10, 21, 12, 7, 30);
const SERIES = { nodeId: '12', metricId: 'cpu' };
const REFUSED = { status: 400, data: { message: 'no' } };

startTestsAt(NOW);

const last = (span: number) => ({ from: Date.now() - span, to: Date.now() });
const asked = (calls: ServiceCall[]) => calls.map(({ granularity }) => granularity);

describe('a refusal', () => {
  it('for one aggregation does not affect other panels of the metric', async () => {
    const { service, ask } = panelOf();
    service.mishap = ({ query }) => (query.aggregation === 'sum' ? REFUSED : undefined);
    for (let refresh = 0; refresh < 3; refresh++) {
      const bad = ask({ ...SERIES, aggregation: 'sum' }, last(6 * HOUR));
      const good = ask(SERIES, last(6 * HOUR));
      expect(errorsOf(await bad.answer())).toHaveLength(1);
      const answer = await good.answer();
      expect(timesOf(seriesOf(answer)[0])).toHaveLength(360);
      expect(noticesOf(answer)).toEqual([]);
      await jest.advanceTimersByTimeAsync(MINUTE);
    }
  });

  it('that is temporary keeps earlier data on screen, and leaves no trace', async () => {
    const { service, ask } = panelOf();
    const first = await ask(SERIES, last(6 * HOUR)).answer();
    service.mishap = () => REFUSED;
    await jest.advanceTimersByTimeAsync(MINUTE);
    const during = ask(SERIES, last(6 * HOUR));
    expect(timesOf(seriesOf(await during.answer())[0])).toEqual(timesOf(seriesOf(first)[0]).slice(1));
    for (const packet of during.packets) {
      expect(timesOf(seriesOf(packet)[0])).toHaveLength(359);
    }
    expect(noticesOf(during.packets[during.packets.length - 1])).toEqual([
      expect.stringMatching(/^Couldn't refresh .*400/),
      expect.stringMatching(/^Missing: 2026-11-21 12:07:30 – 2026-11-21 12:08:30\. .*400/),
    ]);
    service.mishap = () => undefined;
    service.calls.length = 0;
    await jest.advanceTimersByTimeAsync(MINUTE);
    const after = await ask(SERIES, last(6 * HOUR)).answer();
    expect(asked(service.calls)).toEqual(['1m']);
    expect(timesOf(seriesOf(after)[0])).toHaveLength(360);
    expect(noticesOf(after)).toEqual([]);
  });

  it('for a range long ago does not affect newer ones', async () => {
    const { service, ask } = panelOf();
    service.mishap = ({ granularity, from }) => (granularity === '1m' && from < NOW - 30 * DAY ? REFUSED : undefined);
    const old = { from: NOW - 40 * DAY, to: NOW - 40 * DAY + HOUR };
    const answer = await ask(SERIES, old).answer();
    expect(asked(service.calls)).toEqual(['1m', '15m']);
    expect(noticesOf(answer)).toEqual([expect.stringMatching(/1m.*15m/)]);
    service.calls.length = 0;
    await ask(SERIES, { from: old.from - HOUR, to: old.to - HOUR }).answer();
    expect(asked(service.calls)).toEqual(['15m']);
    service.calls.length = 0;
    const now = await ask(SERIES, last(HOUR)).answer();
    expect(asked(service.calls)).toEqual(['1m']);
    expect(timesOf(seriesOf(now)[0])).toHaveLength(60);
    expect(noticesOf(now)).toEqual([]);
  });

  it('does not rule out a granularity that was accepted before: it is tried first, and a notice reports the result', async () => {
    const { service, ask } = panelOf();
    await ask(SERIES, last(HOUR)).answer();
    service.mishap = ({ granularity }) => (granularity === '1m' ? REFUSED : undefined);
    for (let refresh = 0; refresh < 2; refresh++) {
      service.calls.length = 0;
      await jest.advanceTimersByTimeAsync(MINUTE);
      const answer = await ask(SERIES, last(HOUR)).answer();
      expect(asked(service.calls)).toEqual(['1m', '15m']);
      expect(noticesOf(answer)).toEqual([expect.stringMatching(/1m.*15m/)]);
    }
  });

  it('is forgotten after reuseFor', async () => {
    const { service, ask } = panelOf({ jsonData: { reuseFor: '30m' } });
    service.mishap = ({ granularity }) => (granularity === '1m' ? REFUSED : undefined);
    await ask(SERIES, last(HOUR)).answer();
    for (const [wait, expected] of [
      [29 * MINUTE, ['15m']],
      [2 * MINUTE, ['1m']],
    ] as const) {
      service.mishap = () => undefined;
      service.calls.length = 0;
      await jest.advanceTimersByTimeAsync(wait);
      const answer = await ask(SERIES, last(HOUR)).answer();
      expect(asked(service.calls)).toEqual(expected);
      expect(noticesOf(answer)).toHaveLength(expected[0] === '1m' ? 0 : 1);
    }
  });

  it('of all granularities ends with the first accepted one', async () => {
    const { service, ask } = panelOf();
    service.mishap = () => REFUSED;
    expect(errorsOf(await ask(SERIES, last(HOUR)).answer())).toHaveLength(1);
    service.calls.length = 0;
    expect(errorsOf(await ask(SERIES, last(HOUR)).answer())).toHaveLength(1);
    expect(service.calls.length).toBeLessThanOrEqual(3);
    service.mishap = () => undefined;
    service.calls.length = 0;
    expect(timesOf(seriesOf(await ask(SERIES, last(HOUR)).answer())[0])).toHaveLength(60);
    expect(asked(service.calls)).toEqual(['1m']);
  });
});
