import { makeProgram, parseOptions } from './cli';
import { DAY } from './time';

const options = (line: string) => parseOptions(line.split(' ').filter(Boolean));

describe('the command line', () => {
  it('has defaults', () => {
    expect(options('')).toMatchObject({ port: 9400, host: '127.0.0.1', seed: 1, mood: 'usual', faults: [] });
  });

  it('accepts clock, mood, and data', () => {
    expect(options('--now 2026-01-31T12:00:00Z --busy --data there --strict-port')).toMatchObject({
      now: Date.parse('2026-01-31T12:00:00Z'),
      mood: 'busy',
      data: 'there',
      strictPort: true,
    });
    expect(options('--quiet').mood).toBe('quiet');
  });

  it.each([
    ['--latency 500', [{ latency: [500, 500] }]],
    ['--latency 200-1500', [{ latency: [200, 1500] }]],
    ['--fail 0.14', [{ rate: 0.14, fail: 503 }]],
    ['--fail 1 --fail-with 429 --fail-match /ad/', [{ match: '/ad/', rate: 1, fail: 429 }]],
    ['--fail-with hang --fail 0.5', [{ rate: 0.5, fail: 'hang' }]],
    ['--fail-with drop --latency 10', [{ latency: [10, 10] }, { fail: 'drop' }]],
  ])('turns %s into faults', (line, faults) => {
    expect(options(line).faults).toEqual(faults);
  });

  it('accepts faults as pairs and as JSON, one after the other', () => {
    const pairs = 'fail=429 retryAfter=2 times=3 operation=explore match=a b';
    expect(parseOptions(['--fault', pairs, '--fault', '{"latency":[1,2]}']).faults).toEqual([
      { fail: 429, retryAfter: 2, times: 3, operation: 'explore', match: 'a b' },
      { latency: [1, 2] },
    ]);
  });

  it('turns limits, jitter, and quirks into quirks', () => {
    const flags = [
      '--max-fine-window',
      '14d',
      '--jitter',
      '0.1',
      '--quirk',
      'window=open late=["0s","9m"] oddIds=true',
    ];
    expect(parseOptions(flags).quirks).toEqual([
      { maxFineWindow: 14 * DAY },
      { jitter: 0.1 },
      { window: 'open', late: ['0s', '9m'], oddIds: true },
    ]);
  });

  it.each([
    ['--quirk jiter=5', 'there is no field jiter; there are series, step'],
    ['--quirk window=shut', 'window must be equal to one of the allowed values; closed'],
    ['--jitter much', 'timestamps are off by'],
    ['--fault fial=503', 'there is no field fial; there are match, operation'],
    ['--fail-with loudly', 'one of refuse, hang'],
    ['--latncy 5', 'Did you mean --latency?'],
    ['--seed x', 'a whole number is needed'],
  ])('refuses %s with a sentence', (line, sentence) => {
    let said = '';
    const program = makeProgram()
      .exitOverride()
      .configureOutput({ writeErr: (text) => (said += text) });
    expect(() => program.parse(line.split(' '), { from: 'user' })).toThrow();
    expect(said).toContain(sentence);
  });
});
