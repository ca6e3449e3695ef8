import { type DataFrame, dateTimeFormat } from '@grafana/data';
import { type AnomalyQuery } from '../../src/ground/query';
import { startTestsAt } from '../support/clock';
import { ended, wholePanel } from '../support/faultMatrix';
import { errorsOf, noticesOf } from '../support/panel';
import { STORY } from '../support/trueAnswers';

/** A 404 of the service means that an alert or an event doesn't exist. A gateway's 404 is a failure like any other. */

startTestsAt(STORY);

const ALERT_ID = 'alert-1';

const QUERIES: Array<[string, Partial<AnomalyQuery>]> = [
  ['an alert', { queryType: 'alerts', alertId: ALERT_ID }],
  ['events', { queryType: 'alertEvents', alertId: ALERT_ID }],
  ['changes', { queryType: 'alertEvents', alertId: ALERT_ID, changes: true }],
  ['logs', { queryType: 'alertEvents', alertId: ALERT_ID, format: 'logs' }],
  ['states', { queryType: 'alertEvents', alertId: ALERT_ID, format: 'states' }],
  ['one event', { queryType: 'alertEvents', alertId: ALERT_ID, sequence: '1' }],
  ['a story', { queryType: 'story', alertId: ALERT_ID }],
  ['suspects', { queryType: 'deviations', suspectsOf: ALERT_ID }],
  ['options of a variable', { queryType: 'variable', list: 'nodes', alertId: ALERT_ID }],
  ["a variable's alerts", { queryType: 'variable', list: 'alerts', alertId: ALERT_ID }],
  ["a story's summary", { queryType: 'story', alertId: ALERT_ID, format: 'summary' }],
];

const OWN = ['{"message":"alert not found"}', '{}', '"alert not found"', 'no such alert', ''];
const FOREIGN = ['<!doctype html><h1>404</h1>', '<html>'];

async function answerTo(query: Partial<AnomalyQuery>, text: string, timezone = 'utc') {
  const { service, panel } = wholePanel();
  // Lists always exist.
  service.fault = ({ segments }) =>
    segments.includes(ALERT_ID) ? { status: 404, text, statusText: 'Not Found' } : undefined;
  const asked = panel.ask({ ...query }, { from: STORY - 3_600_000, to: STORY }, { timezone });
  await ended(asked);
  return asked.packets.at(-1) ?? { data: [] };
}

describe.each(QUERIES)('%s', (_, query) => {
  it.each(OWN)('with the body %j is not found', async (text) => {
    const answer = await answerTo(query, text);
    expect(errorsOf(answer)).toEqual([]);
    expect(noticesOf(answer).join()).toContain(ALERT_ID);
    expect((answer.data as DataFrame[]).map(({ length }) => length)).not.toContain(1);
  });

  it("is not found at a time in the page's zone", async () => {
    const then = dateTimeFormat(STORY, { timeZone: 'Asia/Tokyo', format: 'MMM D, HH:mm' });
    expect(noticesOf(await answerTo(query, '{}', 'Asia/Tokyo')).join()).toContain(`Not found at ${then}: `);
  });

  it.each(FOREIGN)('with the body %j could not be read', async (text) => {
    const answer = await answerTo(query, text);
    expect(errorsOf(answer).join()).toContain('404');
    expect(answer.data).toEqual([]);
  });
});

it('is not found at a time with its year if that is far from now', async () => {
  const query = { queryType: 'alerts', alertId: ALERT_ID, at: '2025-07-09T12:07:00Z' } as const;
  expect(noticesOf(await answerTo(query, '{}')).join()).toContain('Not found at Jul 9, 2025, 12:07: ');
});

it.each(['alert', 'update'])('for anomalies of an %s, any 404 is a failure', async (scope) => {
  const answer = await answerTo({ queryType: 'anomalies', scope, alertId: ALERT_ID, updateId: 'u' } as never, '{}');
  expect(errorsOf(answer).join()).toContain('404');
});

it('an unreadable answer is not shared with other panels', async () => {
  const { service, panel } = wholePanel();
  const query: Partial<AnomalyQuery> = { queryType: 'alertEvents', alertId: ALERT_ID };
  const answered = async () => {
    const asked = panel.ask({ ...query }, { from: STORY - 3_600_000, to: STORY }, { panelId: service.calls.length });
    await ended(asked);
    return asked.packets[asked.packets.length - 1];
  };
  service.fault = () => ({ body: '{"items": 7}' });
  expect(errorsOf(await answered())).not.toEqual([]);
  service.fault = () => undefined;
  const answer = await answered();
  expect(errorsOf(answer)).toEqual([]);
  expect((answer.data as DataFrame[])[0].length).toBeGreaterThan(0);
});
