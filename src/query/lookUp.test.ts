import { lookUp } from './shapes';

describe('lookUp', () => {
  it('finds what stands in the table', () => {
    expect(lookUp({ low: 'blue' }, 'low')).toBe('blue');
  });

  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'high', '', null, undefined])(
    'finds nothing under %p',
    (name) => {
      expect(lookUp({ low: 'blue' }, name)).toBeUndefined();
    }
  );
});
