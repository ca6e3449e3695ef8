import type { Asked } from './fault';
import { Faults } from './faults';

const alerts: Asked = { line: 'GET /v1/alerts', operation: 'v1ListAlerts', tags: ['alerts'], token: 'a' };
const data: Asked = {
  line: 'GET /v1/ad/metrics/1/a?granularity=1m',
  operation: 'v1GetMetricData',
  tags: ['metrics'],
  token: 'b',
};

function judge(faults: Faults, requests: number, asked = alerts) {
  return Array.from({ length: requests }, () => faults.judge(asked).fault?.fail);
}

describe('faults', () => {
  it('affect nothing by default', () => {
    expect(new Faults(1).judge(alerts)).toEqual({ latency: 0, fault: undefined });
  });

  it('affect the requested share, the same requests for the same seed', () => {
    const failed = (seed: number) => judge(new Faults(seed, [{ rate: 0.14, fail: 503 }]), 1000);
    const hits = failed(1).filter((fail) => fail === 503).length;
    expect(hits).toBeGreaterThan(100);
    expect(hits).toBeLessThan(180);
    expect(failed(1)).toEqual(failed(1));
    expect(failed(2)).not.toEqual(failed(1));
  });

  it('affect what their pattern matches, a limited number of times', () => {
    const faults = new Faults(1, [{ match: '^GET /v1/ad/.*granularity=1m', times: 2, fail: 'drop' }]);
    expect(judge(faults, 1)).toEqual([undefined]);
    expect(judge(faults, 3, data)).toEqual(['drop', 'drop', undefined]);
    expect(faults.all).toEqual([{ match: '^GET /v1/ad/.*granularity=1m', times: 2, fail: 'drop', hits: 2 }]);
  });

  it.each([
    ['an operation', { operation: 'v1GetMetricData' }],
    ['a tag', { operation: 'metrics' }],
    ['one of several', { operation: ['explore', 'metrics'] }],
    ['a token', { token: 'b' }],
  ])('only affect %s', (_, choice) => {
    const faults = new Faults(1, [{ ...choice, fail: 500 }]);
    expect([judge(faults, 1, data), judge(faults, 1, alerts)]).toEqual([[500], [undefined]]);
  });

  it('skip some first', () => {
    const faults = new Faults(1, [{ after: 2, times: 1, fail: 500 }]);
    expect(judge(faults, 4)).toEqual([undefined, undefined, 500, undefined]);
  });

  it('delay within their bounds, and add up', () => {
    const faults = new Faults(1, [{ latency: [200, 300] }, { latency: 50 }]);
    const delays = Array.from({ length: 50 }, () => faults.judge(alerts).latency);
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(250);
    expect(Math.max(...delays)).toBeLessThanOrEqual(350);
    expect(new Set(delays).size).toBeGreaterThan(10);
  });

  it.each<[string, object]>([
    ['fail is a status from 400 to 599 or one of refuse, hang', { fail: 'loudly' }],
    ['fail is a status', { fail: 200 }],
    ['rate must be <= 1', { rate: 2 }],
    ['match is no regular expression', { match: '(' }],
    ['there is no field speed; there are match', { speed: 1 }],
    ['there is no operation metric; there are', { operation: 'metric' }],
    ['refuse takes no choice of requests', { fail: 'refuse', rate: 0.5 }],
    ['two bodies', { fail: 'html', body: 1 }],
    ['status goes with a word', { fail: 'hang', status: 500 }],
  ])('are refused with a sentence: %s', (sentence, wrong) => {
    const faults = new Faults(1, [{ fail: 503 }]);
    expect(() => faults.set([wrong])).toThrow(sentence);
    expect(judge(faults, 1)).toEqual([503]);
  });
});
