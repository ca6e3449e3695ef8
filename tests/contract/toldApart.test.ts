import { MINUTE } from '../../src/ground/spans';
import { storyService } from '../support/storyService';

/** If a text has a value with its limits, a reader can see on which side of them it is. */
const NOW = Date.UTC(2026, 10, 21, 12);
const TEXTS = [
  { queryType: 'explain', nodeId: '1', metricId: 'm', column: 'sentence' },
  { queryType: 'story', alertId: 'a', format: 'summary', column: 'text' },
] as const;

const numbersIn = (text: string) => /([\d.]+), expected ([\d.]+)(?: to |–)([\d.]+)/.exec(text)?.slice(1).map(Number);

describe.each(TEXTS)('$queryType', ({ column, ...query }) => {
  // The corridor is 95 to 115.
  it.each([115.2, 115.004, 116, 119, 94, 94.6, 94.9997, 240])('shows %d outside of 95 to 115', async (value) => {
    const outside = { from: NOW - 70 * MINUTE, to: Infinity, value };
    const metric = { nodeId: 1, metricId: 'm', joinedAt: NOW - 60 * MINUTE, severity: 'red', outside };
    const alert = { id: 'a', impact: 'high', from: NOW - 60 * MINUTE, to: null, metrics: [metric] };
    const { rows } = await storyService([alert], NOW).ask(query);
    const [now = NaN, from = NaN, to = NaN] = numbersIn(String(rows[0][column])) ?? [];
    expect([now < from, now > to]).toEqual([value < 95, value > 115]);
  });
});
