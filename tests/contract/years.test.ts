import { type AnomalyQuery } from '../../src/ground/query';
import { DAY, HOUR, MINUTE } from '../../src/ground/spans';
import { storyService } from '../support/storyService';

/** A time of another year is never shown as one of this year. */
const NOW = Date.UTC(2026, 10, 21, 12, 7);

const TABLES: Array<[string, Partial<AnomalyQuery>]> = [
  ['alerts', { queryType: 'alertSearch' }],
  ['incidents', { queryType: 'alertSearch', format: 'incidents' }],
  ['a story', { alertId: 'a', format: 'summary' }],
  ['its timeline', { alertId: 'a', format: 'timeline' }],
  ['suspects', { queryType: 'deviations', suspectsOf: 'a' }],
];

describe.each(TABLES)('times of %s', (_, query) => {
  it.each([
    ['have their year if they are far from now', 400 * DAY, true],
    ['have no year otherwise', 2 * DAY, false],
  ])('%s', async (__, ago, hasYear) => {
    const from = NOW - ago;
    const outside = { from: from - 10 * MINUTE, to: from + HOUR, value: 200 };
    const metric = { nodeId: 1, metricId: 'cpu', joinedAt: from, severity: 'red', outside };
    const other = { ...metric, metricId: 'memory', type: 'missing_data' };
    const alert = { id: 'a', impact: 'low', from, to: from + HOUR };
    const { ask } = storyService(
      [
        { ...alert, metrics: [metric] },
        { ...alert, id: 'b', metrics: [other] },
      ],
      NOW
    );
    const { frame } = await ask(query, from - HOUR, from + 3 * HOUR);
    const times = (frame?.fields ?? []).filter(
      ({ config, values }) => config.unit?.startsWith('time:') && values.some(Boolean)
    );
    const forms = times.map(({ name, config }) => [name, config.unit?.includes('YYYY')]);
    expect(forms).not.toEqual([]);
    expect(forms).toEqual(forms.map(([name]) => [name, hasYear]));
  });
});
