/** @jest-environment node */
import { parseOptions } from './cli';
import { DAY } from './time';

const options = (line: string) => parseOptions(line.split(' ').filter(Boolean));

describe('the command line', () => {
  it('has defaults', () => {
    expect(options('')).toMatchObject({ port: 9400, host: '127.0.0.1', seed: 1, mood: 'usual', faults: [] });
  });

  it('takes clock, mood, limits and data', () => {
    expect(options('--now 2026-01-31T12:00:00Z --busy --max-fine-window 14d --data there --strict-port')).toMatchObject(
      {
        now: Date.parse('2026-01-31T12:00:00Z'),
        mood: 'busy',
        maxFineWindow: 14 * DAY,
        data: 'there',
        strictPort: true,
      }
    );
    expect(options('--quiet').mood).toBe('quiet');
  });

  it.each([
    ['--latency 500', [{ latency: [500, 500] }]],
    ['--latency 200-1500', [{ latency: [200, 1500] }]],
    ['--fail 0.14', [{ rate: 0.14, fail: 503 }]],
    ['--fail 1 --fail-status 429 --fail-match /ad/', [{ match: '/ad/', rate: 1, fail: 429 }]],
    ['--hang --fail 0.5', [{ rate: 0.5, fail: 'hang' }]],
    ['--drop --latency 10', [{ latency: [10, 10] }, { rate: 1, fail: 'drop' }]],
    ['--garbage', [{ rate: 1, fail: 'garbage' }]],
    ['--garbage truncated', [{ rate: 1, fail: 'truncated' }]],
  ])('makes faults of %s', (line, faults) => {
    expect(options(line).faults).toEqual(faults);
  });
});
