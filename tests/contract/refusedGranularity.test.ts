import { ruleGranularity } from '../../src/ground/granularity';
import { MINUTE } from '../../src/ground/spans';
import { startTestsAt } from '../support/clock';
import { wholePanel } from '../support/faultMatrix';
import { noticesOf } from '../support/panel';
import { STORY, trueAnswer } from '../support/trueAnswers';

/** While a coarser granularity replaces a refused one, every answer has a notice. */
startTestsAt(STORY);

const QUERIES = {
  metric: { queryType: 'metric', nodeId: '12', metricId: 'cpu' },
  'metric, compared': { queryType: 'metric', nodeId: '12', metricId: 'cpu', compare: '1d' },
  explain: { queryType: 'explain', nodeId: '12', metricId: 'cpu' },
  deviations: { queryType: 'deviations' },
  lanes: { queryType: 'deviations', format: 'lanes' },
  suspects: { queryType: 'deviations', suspectsOf: 'a' },
  story: { queryType: 'story', alertId: 'a' },
  ticket: { queryType: 'story', alertId: 'a', format: 'summary' },
} as const;

describe.each(Object.entries(QUERIES))('%s', (_, query) => {
  it.each(['1m', '15m', undefined])('with a source of %s', async (sourceGranularity) => {
    const { service, ask } = wholePanel();
    service.fault = ({ operation, query }) => {
      const chosen = /metrics\//.test(operation) ? ruleGranularity(Date.parse(query.to) - Date.parse(query.from)) : '';
      return (query.granularity ?? chosen) === '1m' ? { status: 400, text: '{}' } : undefined;
    };
    service.body = (call) => {
      const body = trueAnswer(call);
      return /metrics\//.test(call.operation) ? { ...(body as object), sourceGranularity } : body;
    };
    const silent: string[] = [];
    for (let minutes = 0; minutes <= 180; minutes += 20) {
      const before = service.calls.length;
      const { answer } = await ask({ ...query }, STORY + minutes * MINUTE);
      const asked = service.calls.slice(before).map((call) => call.query.granularity);
      const isCoarser = asked.includes('15m') || asked.includes('1h');
      if (isCoarser && !noticesOf(answer ?? { data: [] }).some((text) => /1m isn't available/.test(text))) {
        silent.push(`${minutes}: ${asked.join()} ${noticesOf(answer ?? { data: [] }).join(' | ')}`);
      }
    }
    expect(silent).toEqual([]);
  });
});
