import { HOUR, MINUTE } from '../../src/ground/spans';
import { startTestsAt } from '../support/clock';
import { wholePanel } from '../support/faultMatrix';
import { noticesOf, seriesOf } from '../support/panel';
import { rowsOf } from '../support/rowsOf';
import { STORY, trueAnswer } from '../support/trueAnswers';
import { type WholeCall } from '../support/wholeService';

/** What is only partly read, refused, or only just back is not presented as the whole. */
startTestsAt(STORY);

const RANGE = { from: STORY - 72 * HOUR, to: STORY };

function isMetric({ operation }: WholeCall): boolean {
  return /metrics\//.test(operation);
}

it.each(['metric', 'series', 'summary'])(
  'without the first events of alerts, a report by %s counts no metric',
  async (by) => {
    const { service, panel } = wholePanel();
    service.body = (call) => {
      const body = trueAnswer(call) as { items?: unknown[] };
      const isCut = call.operation.endsWith('/events') && body.items;
      return isCut ? { ...body, total: body.items?.length, items: body.items?.slice(1) } : body;
    };
    const answer = await panel.ask({ queryType: 'alertReport', by }, RANGE).answer();
    expect(rowsOf(seriesOf(answer)[0])).toEqual([
      expect.objectContaining(
        by === 'summary' ? { topMetrics: null, topShare: null, mostOften: null } : { metricId: null, complete: false }
      ),
    ]);
    expect(noticesOf(answer)).toContainEqual(expect.stringMatching(/^Incomplete: the metrics of .* unknown/));
  }
);

it('the first answer without a refused granularity says so, even if the service chooses the next one itself', async () => {
  const { service, panel } = wholePanel();
  service.fault = (call) =>
    isMetric(call) && call.query.granularity === '1m' ? { status: 400, text: 'no' } : undefined;
  const query = { queryType: 'metric', nodeId: '12', metricId: 'cpu' } as const;
  for (let refresh = 0; refresh < 2; refresh++) {
    const answer = await panel.ask(query, RANGE, { maxDataPoints: 5000 }).answer();
    expect(noticesOf(answer)).toContainEqual(expect.stringMatching(/1m isn't available.*Showing 15m/));
    await jest.advanceTimersByTimeAsync(MINUTE);
  }
});

describe('the text of an active alert', () => {
  const corridors = { main: { up: 60, down: 40 }, sup: null, inf: null };

  /** @param left since when its metrics were outside, until the last minute */
  async function textOf(left: number) {
    const { service, panel } = wholePanel();
    service.body = (call) => {
      const body = trueAnswer(call) as { data: Array<{ timestamp: number }> };
      const valueAt = (time: number) => (time >= left && time < STORY ? 90 : 50);
      const points = () => body.data.map(({ timestamp }) => ({ timestamp, smoothened: valueAt(timestamp), corridors }));
      return isMetric(call) ? { ...body, data: points() } : body;
    };
    const answer = await panel.ask({ queryType: 'story', alertId: 'a', format: 'summary' }, RANGE).answer();
    return rowsOf(seriesOf(answer)[0])[0];
  }

  it('shows a metric that has just come back as inside', async () => {
    const { text } = await textOf(STORY - 5 * HOUR);
    expect(text).toMatch(/CPU load · web-1: 50 \(inside\), expected 40 to 60\. Furthest: 1\.5×/);
  });

  it('does not say how it ended, even if its first metric recovered', async () => {
    const { text, state, endedBy } = await textOf(STORY);
    expect([state, endedBy]).toEqual(['active', 'recovered']);
    expect(text).not.toContain('How it ended');
  });
});
