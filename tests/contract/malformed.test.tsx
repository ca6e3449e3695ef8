import { type DataFrame } from '@grafana/data';
import { lastValueFrom } from 'rxjs';
import { type AnomalyQuery } from '../../src/query/query';
import { fakeRequest, fakeService } from '../support/fakeContext';
import { runAny } from '../support/run';

/** A failed answer is never empty. A success of the wrong shape is a failure. */
const T0 = Date.UTC(2026, 4, 1);
const range = { from: T0, to: T0 + 36_000_000 };

const QUERIES: Array<[string, Partial<AnomalyQuery>]> = [
  ['alert list', { queryType: 'alerts' }],
  ['alert list with metrics', { queryType: 'alerts', metrics: true }],
  ['single alert', { queryType: 'alerts', alertId: 'a' }],
  ['events of an alert', { queryType: 'alertEvents', alertId: 'a' }],
  ['single event', { queryType: 'alertEvents', alertId: 'a', sequence: '1' }],
  ['events of all alerts', { queryType: 'alertEvents' }],
  ['states', { queryType: 'alertEvents', alertId: 'a', format: 'states' }],
  ['search', { queryType: 'alertSearch' }],
  ['counts', { queryType: 'alertCounts' }],
  ['anomalies', { queryType: 'anomalies' }],
  ['current anomalies', { queryType: 'anomalies', scope: 'current' }],
  ['unread anomalies', { queryType: 'anomalies', scope: 'unread' }],
  ["an alert's anomalies", { queryType: 'anomalies', scope: 'alert', alertId: 'a' }],
  ['an update', { queryType: 'anomalies', scope: 'update', alertId: 'a', updateId: 'u' }],
  ['annotations of alerts', { queryType: 'annotations' }],
  ['annotations of anomalies', { queryType: 'annotations', source: 'anomalies' }],
];

const BODIES: Array<[string, unknown]> = [
  ['an empty object', {}],
  ['an error with status 200', { error: { message: 'tenant is being moved' } }],
  ['text', 'ok'],
  ['a page', '<html><body>Log in</body></html>'],
  ['JSON that is cut off', '[{"id":"a"'],
  ['a number', 7],
  ['null', null],
  ['a list of numbers', [1, 2]],
  ['another list', [{ kind: 'pod' }]],
  ['an envelope without a list', { items: { a: 1 }, total: 1, new: {}, buckets: {} }],
];

describe.each(QUERIES)('%s', (_, query) => {
  it.each(BODIES)('%s is an error that explains it, not an empty answer', async (__, body) => {
    const { context } = fakeService(() => ({ body }), { now: range.to });
    const { data, errors = [] } = await lastValueFrom(
      runAny(fakeRequest([query], range).targets, fakeRequest([], range), context)
    );
    expect(errors).toEqual([
      expect.objectContaining({
        refId: 'A',
        message: expect.stringMatching(/^Unexpected response from \/v2\/.*: .*\. Check that /),
      }),
    ]);
    expect((data as DataFrame[]).flatMap(({ fields }) => fields.flatMap(({ values }) => values))).toEqual([]);
    expect(errors[0].message).not.toMatch(/<|undefined/);
  });
});

it("shows the service's own message if there is one", async () => {
  const { context } = fakeService(() => ({ body: { error: { message: 'tenant is being moved' } } }), { now: range.to });
  const { errors } = await lastValueFrom(
    runAny(fakeRequest([{ queryType: 'alerts' }], range).targets, fakeRequest([], range), context)
  );
  expect(errors?.[0].message).toMatch(/: unknown format\..*The service says: tenant is being moved$/);
});
