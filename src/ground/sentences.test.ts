import fc from 'fast-check';
import { isFailure, ServiceFailure } from './failure';
import { fail, failureOf } from '../service/failureOf';

const PLACE = { dataSource: 'Anomalies', path: '/v2/alerts' };

function failed(error: unknown, place = PLACE): Promise<ServiceFailure> {
  return new Promise((resolve) => fail(error, place).subscribe({ error: resolve }));
}

const grafana = (status: number, data?: unknown, statusText = '') =>
  failureOf({ status, statusText, data, config: {} });

describe('a failure', () => {
  it('distinguishes a refused token from a wrong parameter', async () => {
    const proxied = await failed(grafana(400, { message: 'Authentication to data source failed' }));
    expect(proxied).toMatchObject({ kind: 'refused', facts: { status: 400, reason: undefined } });
    expect(proxied.message).toMatch(/token.*"Anomalies"/);
    expect(await failed(grafana(400, { message: 'bad' }))).toMatchObject({ kind: 'invalid', facts: { reason: 'bad' } });
  });

  it.each([
    [403, { title: 'Access denied', message: 'You need permissions', accessErrorId: 'ACE1' }],
    [
      403,
      { message: '{"message":"Access denied to datasource"}', response: '{"message":"Access denied to datasource"}' },
    ],
    [404, '<html><title>Nothing here</title></html>'],
  ])("does not attribute a %i of Grafana's, or of a gateway, to the service: %j", async (status, body) => {
    const { message, facts } = await failed(grafana(status, body));
    expect(message).toContain(`(${status})`);
    expect(message).not.toContain('says');
    expect(facts.reason).toBeUndefined();
  });

  it("quotes the service's own 403", async () => {
    expect((await failed(grafana(403, { message: 'no read permission' }))).message).toMatch(
      /says: no read permission$/
    );
  });

  it('refers to the log if Grafana reports no reason', async () => {
    const { kind, message } = await failed(
      grafana(502, { message: 'Bad Gateway', error: 'Bad Gateway' }, 'Bad Gateway')
    );
    expect(kind).toBe('unreachable');
    expect(message).toMatch(/could not reach the service.*certificate.*log/);
    expect(message).not.toMatch(/says/);
  });

  it.each([
    ['json', /: invalid or truncated JSON\./],
    [['new', 'updated'], /: no "new" \/ "updated"\./],
    [[], /: unknown format\./],
  ] as const)('explains what is wrong with an answer: %j', async (lack, words) => {
    const { kind, message } = await failed(
      new ServiceFailure('unreadable', '', { lack, body: { error: 'tenant moved' } })
    );
    expect(kind).toBe('unreadable');
    expect(message).toMatch(/^Unexpected response from \/v2\/alerts.*"Anomalies".*says: tenant moved$/);
    expect(message).toMatch(words);
  });

  it('shows when the next request to an overloaded service is', async () => {
    const { message } = await failed(new ServiceFailure('overloaded', '', { status: 503, retryAt: Date.now() }));
    expect(message).toMatch(/Try again after \d\d:\d\d:\d\d\./);
  });

  it('does not change a failure with its own message', async () => {
    const failure = new ServiceFailure('server', 'no');
    expect(await failed(failure)).toBe(failure);
  });

  it('treats nothing in a name or a reason as markup or as a placeholder', async () => {
    const place = { ...PLACE, dataSource: 'A & B' };
    const { message } = await failed(grafana(500, { message: 'a {{path}} & "b" $t(failure.server)' }), place);
    expect(message).toContain('a {{path}} & "b" $t(failure.server)');
    expect((await failed(grafana(401), place)).message).toContain('A & B');
  });

  it('is a complete sentence about what failed, whatever the error', async () => {
    const error = fc.oneof(
      fc.anything(),
      fc.record({ status: fc.oneof(fc.integer({ min: -1, max: 600 }), fc.anything()), data: fc.anything() }),
      fc.record({ status: fc.constantFrom(400, 401, 404, 429, 500, 502, 503, 504), data: fc.jsonValue() })
    );
    await fc.assert(
      fc.asyncProperty(error, async (value) => {
        const failure = await failed(failureOf(value));
        expect(isFailure(failure)).toBe(true);
        expect(failure.message).toMatch(/^[A-Z"].*\/v2\/alerts.*|"Anomalies"/);
        expect(failure.message).toMatch(/\.( The service says: [^]+)?$/);
        expect(failure.message.replace(/The service says: [^]+/, '')).not.toMatch(/undefined|\{\{|\(\)|NaN/);
        expect((failure.facts.reason ?? '').length).toBeLessThanOrEqual(200);
      })
    );
  });
});
