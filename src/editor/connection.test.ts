import { type BackendSrv, getBackendSrv, setBackendSrv } from '@grafana/runtime';
import { throwError } from 'rxjs';
import { type Answer, fakeService } from '../../tests/support/fakeContext';
import { checkHealth } from './health';

const CONFIGURED = { url: 'https://host', secureJsonFields: { accessToken: true } };
const REDIRECT = /redirect.*Enter the URL/;
const LINE_BREAK = /line break in the access token/;

jest.useFakeTimers();

/** The result of a request that was redirected to another host. */
const LOST = 'lost' as const;

/**
 * The message of Save & test if every request gets this answer. `stored` is what Grafana has stored, or why that is
 * unknown.
 */
async function said(answer: Answer | typeof LOST, stored: unknown) {
  const { context } = fakeService(() => (answer === LOST ? { body: null } : answer));
  const get = jest.fn(() => (stored instanceof Error ? Promise.reject(stored) : Promise.resolve(stored)));
  const lost = () => throwError(() => new TypeError('Failed to fetch'));
  const fetch = answer === LOST ? lost : getBackendSrv().fetch;
  setBackendSrv({ fetch, get } as unknown as BackendSrv);
  const tested = checkHealth(context);
  // Some failures are retried.
  await jest.advanceTimersByTimeAsync(60_000);
  const { status, message } = await tested;
  return { status, message, get };
}

const REFUSED = { status: 400, body: { message: 'Authentication to data source failed' } };
const AWAY = { status: 502 };

describe('a test that fails at once', () => {
  it.each<[string, RegExp]>([
    ['', /^Enter the URL/],
    ['ftp://host', /^Not a valid URL/],
    ['http://host//', /^Remove "\/\/" from the end/],
    ['https://host/v2', /^Remove "\/v2" from the end/],
  ])('explains what is wrong with the URL "%s", whatever the answer', async (url, sentence) => {
    for (const answer of [AWAY, REFUSED, LOST, { status: 404 }, { status: 500 }, { body: '<html></html>' }]) {
      const { status, message } = await said(answer, { ...CONFIGURED, url });
      expect([status, message]).toEqual(['error', expect.stringMatching(sentence)]);
    }
  });

  it.each([REFUSED, { status: 401 }, { status: 403 }])('reports a missing token: %p', async (answer) => {
    const none = await said(answer, { ...CONFIGURED, secureJsonFields: {} });
    expect(none.message).toBe('The service requires an access token, but none is set. Enter a read token.');
    expect((await said(answer, CONFIGURED)).message).not.toMatch(/none is set/);
  });

  it.each<[string, Answer | typeof LOST]>([
    ['a page', { body: '<html></html>' }],
    ['a status', { status: 302 }],
    ["a page of Grafana's with 404", { status: 404, body: '<html>Not found</html>' }],
    ['a lost connection', LOST],
  ])('reports a redirect that appears as %s', async (_, answer) => {
    expect((await said(answer, CONFIGURED)).message).toMatch(REDIRECT);
  });

  it('separates the text of a gateway from the next sentence', async () => {
    const { message } = await said({ status: 502, body: { message: 'disk full' } }, CONFIGURED);
    expect(message).toContain('disk full. A line break');
  });

  it('reports a line break in the token if Grafana sent nothing, unless there is no token', async () => {
    expect((await said(AWAY, CONFIGURED)).message).toMatch(LINE_BREAK);
    expect((await said(AWAY, { ...CONFIGURED, secureJsonFields: {} })).message).not.toMatch(/token/);
  });

  it('omits what the user may not read', async () => {
    const refused = await said(REFUSED, new Error('403'));
    expect(refused.message).toMatch(/access token was refused \(401\)/);
    expect((await said(AWAY, new Error('403'))).message).toMatch(LINE_BREAK);
    const path = '/api/datasources/uid/uid';
    expect(refused.get).toHaveBeenCalledWith(path, undefined, undefined, { showErrorAlert: false });
  });

  it('reports neither if the service returned something else', async () => {
    const { message } = await said({ status: 500 }, CONFIGURED);
    expect(message).not.toMatch(/redirect|token/);
  });
});
