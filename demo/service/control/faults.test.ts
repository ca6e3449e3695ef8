/** @jest-environment node */
import { Faults } from './faults';

function judge(faults: Faults, requests: number, request = 'GET /v1/alerts') {
  return Array.from({ length: requests }, () => faults.judge(request));
}

describe('faults', () => {
  it('hit nothing by default', () => {
    expect(new Faults(1).judge('GET /v1/alerts')).toEqual({ latency: 0, fail: undefined });
  });

  it('hit the share that was asked for, the same requests for the same seed', () => {
    const failed = (seed: number) =>
      judge(new Faults(seed, [{ rate: 0.14, fail: 503 }]), 1000).map(({ fail }) => fail === 503);
    const hits = failed(1).filter(Boolean).length;
    expect(hits).toBeGreaterThan(100);
    expect(hits).toBeLessThan(180);
    expect(failed(1)).toEqual(failed(1));
    expect(failed(2)).not.toEqual(failed(1));
  });

  it('hit what their pattern matches, so many times', () => {
    const faults = new Faults(1, [{ match: '^GET /v1/ad/.*granularity=1m', times: 2, fail: 'drop' }]);
    expect(faults.judge('GET /v1/alerts').fail).toBeUndefined();
    expect(judge(faults, 3, 'GET /v1/ad/metrics/1/a?granularity=1m').map(({ fail }) => fail)).toEqual([
      'drop',
      'drop',
      undefined,
    ]);
    expect(faults.all).toEqual([{ match: '^GET /v1/ad/.*granularity=1m', times: 2, fail: 'drop', hits: 2 }]);
  });

  it('delay within their bounds, one on top of the other', () => {
    const delays = judge(new Faults(1, [{ latency: [200, 300] }, { latency: 50 }]), 50).map(({ latency }) => latency);
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(250);
    expect(Math.max(...delays)).toBeLessThanOrEqual(350);
    expect(new Set(delays).size).toBeGreaterThan(10);
  });
});
