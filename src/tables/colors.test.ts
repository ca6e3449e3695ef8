import { colorOf } from './colors';

describe('colorOf', () => {
  it('knows the impacts and severities of the interface', () => {
    expect(colorOf('severe')).toBe('semi-dark-red');
    expect(colorOf('blood_red')).toBe('dark-red');
  });

  it.each(['cosmic', 'constructor', '__proto__', 'toString', '', null])('has grey for %p', (value) => {
    expect(colorOf(value)).toBe('#8e8e8e');
  });
});
