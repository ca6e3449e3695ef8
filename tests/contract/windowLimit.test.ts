import { type StoredSettings } from '../../src/ground/settings';
import { DAY, HOUR, MINUTE } from '../../src/ground/spans';
import { startTestsAt } from '../support/clock';
import { ended, wholePanel } from '../support/faultMatrix';
import { type WholeCall } from '../support/wholeService';
import { errorsOf, panelOf, seriesOf, timesOf } from '../support/panel';
import { STORY } from '../support/trueAnswers';
import { allVariants } from '../support/variants';
import { sampleOf } from '../support/long';

/** M50: a service that refuses metric data longer than 48 h, whatever the granularity. */
startTestsAt(STORY);

const LIMIT = 48 * HOUR;
const RANGE = { from: STORY - 7 * DAY, to: STORY };

const isData = ({ operation }: WholeCall) => /metrics\//.test(operation);
const lengthOf = ({ query }: WholeCall) => Date.parse(query.to) - Date.parse(query.from);

/** A panel of such a service, and what was refused. */
function limitedPanel(jsonData: StoredSettings = {}) {
  const { service, panel } = wholePanel({ jsonData });
  const refused: WholeCall[] = [];
  service.fault = (call) => {
    if (!isData(call) || lengthOf(call) <= LIMIT) {
      return undefined;
    }
    refused.push(call);
    return { status: 400, text: '{}' };
  };
  return { service, panel, refused };
}

const READING = allVariants().filter(({ query: { queryType } }) =>
  ['metric', 'explain', 'deviations', 'story', 'alertSearch'].includes(String(queryType))
);

describe.each<StoredSettings>([{}, { metricVersion: 'v2' }, { sharedCache: true }])('with %j', (jsonData) => {
  it.each(sampleOf(READING))('$name', async ({ query }) => {
    const { panel, refused } = limitedPanel(jsonData);
    const unlimited = wholePanel({ jsonData });
    const asked = [panel.ask({ ...query }, RANGE), unlimited.panel.ask({ ...query }, RANGE)];
    await ended(asked[0]);
    await ended(asked[1]);
    expect(refused.length).toBeLessThanOrEqual(2);
    const [limited, plain] = asked.map(({ packets }) => packets[packets.length - 1]);
    expect(errorsOf(limited)).toEqual(errorsOf(plain));
  });
});

const METRICS = Array.from({ length: 12 }, (_, i) => `7:m${i}`);

/** A panel of a service whose metrics all exist. */
function metricPanel() {
  const made = panelOf();
  const refused: number[] = [];
  made.service.mishap = ({ from, to }) => {
    if (!(to - from > LIMIT)) {
      return undefined;
    }
    refused.push(to - from);
    return { status: 400 };
  };
  return { ...made, refused };
}

it('reads twelve metrics over two weeks with one refused request, and none on a refresh or of other metrics', async () => {
  const { ask, refused, service } = metricPanel();
  const range = () => ({ from: Date.now() - 14 * DAY, to: Date.now() });
  const answer = await ask({ series: METRICS }, range()).answer();
  expect(errorsOf(answer)).toEqual([]);
  expect(seriesOf(answer).map(({ length }) => length)).toEqual(METRICS.map(() => 14 * 24 + 1));
  expect(refused).toHaveLength(1);
  expect(service.calls.every(({ granularity }) => granularity === '1h')).toBe(true);
  await jest.advanceTimersByTimeAsync(MINUTE);
  await ask({ series: [...METRICS, '8:more'] }, range()).answer();
  expect(refused).toHaveLength(1);
});

it('finds the limit when a short range becomes longer, whose newest part is known', async () => {
  const { ask, refused } = metricPanel();
  await ask({ series: METRICS, granularity: '15m' }, { from: STORY - DAY, to: STORY }).answer();
  const answer = await ask({ series: METRICS, granularity: '15m' }, { from: STORY - 30 * DAY, to: STORY }).answer();
  expect(errorsOf(answer)).toEqual([]);
  expect(seriesOf(answer).every((frame) => timesOf(frame).length === 30 * 96 + 1)).toBe(true);
  expect(refused).toHaveLength(1);
});

it('a refusal that has another reason is the error, and the next longer window is tried', async () => {
  const { ask, service } = panelOf();
  service.mishap = ({ segments }) => (segments.includes('unknown') ? { status: 400 } : undefined);
  const answer = await ask({ series: ['7:unknown', ...METRICS], granularity: '1h' }, RANGE).answer();
  expect(errorsOf(answer)).toHaveLength(1);
  expect(seriesOf(answer)).toHaveLength(METRICS.length);
  expect(service.calls.filter(({ segments }) => segments.includes('unknown'))).toHaveLength(2);
  expect(service.calls).toHaveLength(2 + METRICS.length);
});

it('is found again after Save & test', async () => {
  const { ask, refused, dataSource } = metricPanel();
  await ask({ series: METRICS }, RANGE).answer();
  const tested = dataSource.testDatasource();
  await jest.advanceTimersByTimeAsync(MINUTE);
  await tested;
  const before = refused.length;
  await ask({ series: METRICS }, RANGE).answer();
  expect(refused.length - before).toBe(1);
});

it.each<[StoredSettings, boolean]>([
  [{}, true],
  [{ metricVersion: 'v2' }, true],
  [{ sharedCache: true }, true],
  [{ maxWindow: '2d' }, false],
])('is found and named by Save & test: %j', async (jsonData, isFound) => {
  const { panel, refused } = limitedPanel(jsonData);
  const tested = panel.dataSource.testDatasource();
  await jest.advanceTimersByTimeAsync(MINUTE);
  const { status, details } = await tested;
  expect(status).toBe('success');
  expect(/ at most 48 h of metric data per request/.test(details?.message ?? '')).toBe(isFound);
  expect(refused).toHaveLength(isFound ? 1 : 0);
});

it('Save & test names no limit if the service accepts long windows', async () => {
  const { panel } = wholePanel();
  const tested = panel.dataSource.testDatasource();
  await jest.advanceTimersByTimeAsync(MINUTE);
  expect((await tested).details?.message).not.toMatch(/per request/);
});
