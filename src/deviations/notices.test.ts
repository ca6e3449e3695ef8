import { cutNotices, isOutsideLast } from './notices';

const ranked = (...names: string[]) => names.map((name) => ({ name, isOutside: name.startsWith('out') }));

describe('what the limit of a ranking left out', () => {
  it('is said, with how many there are', () => {
    const [one, ...more] = cutNotices(ranked('out1', 'in1', 'in2', 'in3'), 1);
    expect(one.text).toBe('Showing the first 1 of 4.');
    expect(more).toEqual([]);
  });

  it('is a warning with names where some of it is outside at the end: what has just begun stands behind what is over', () => {
    expect(cutNotices(ranked('in1', 'in2', 'out1', 'in3', 'out2'), 2)).toEqual([
      {
        severity: 'warning',
        text: expect.stringContaining('The limit hides metrics that are outside: out1, out2.') as string,
      },
    ]);
  });

  it('is nothing where nothing was', () => {
    expect(cutNotices(ranked('out1', 'in1'), 2)).toEqual([]);
    expect(cutNotices([], 0)).toEqual([]);
  });
});

it.each([
  ['outside at its end', [0, null, 1.5, null], true],
  ['below at its end', [0, -0.1], true],
  ['back inside', [3, 0, null], false],
  ['never known', [null, null], false],
  ['empty', [], false],
])('a lane %s', (_, values, is) => {
  expect(isOutsideLast(values)).toBe(is);
});
