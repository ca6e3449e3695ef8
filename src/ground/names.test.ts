import { patternOf } from './names';

it.each([
  '(a+)+$',
  '(a*)*',
  '(a|aa)+$',
  '(.*a){20}',
  '(a?){30}a{30}',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '(?:\\w+\\s?)*$',
  '(?<x>a+)+',
  'a*a*a*a*a*a*b',
  '(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)',
  'a?'.repeat(30) + 'a'.repeat(30),
  '(',
  '[z-a]',
])('refuses %s', (written) => {
  expect(patternOf(written)).toBeUndefined();
});

it.each([
  '^([^.:]+)',
  '(\\d{1,3}\\.){3}\\d{1,3}',
  '.*cpu.*load.*',
  '^(?:web|db|cache)-(\\d+)(?:\\.example)?',
  '[(+*]+\\(a\\)+',
  Array.from({ length: 100 }, (_, i) => `web-${i}.*`).join('|'),
  'a{2}b{3,}',
  '.+?x',
  'a{b',
])('accepts %s', (written) => {
  expect(patternOf(written)).toBeInstanceOf(RegExp);
});

it('is quick for whatever it accepts', () => {
  const parts = ['a', '(a)', '(a|b)', '(a+)', 'a*', '.*', '(?:a?)', '[ab]+', 'a{1,9}', '(a|a)'];
  const quantifiers = ['', '*', '+', '?', '{2}', '{1,9}', '{3,}'];
  const text = `${'a'.repeat(48)}!`;
  const started = performance.now();
  for (const part of parts) {
    for (const quantifier of quantifiers) {
      for (const next of parts) {
        patternOf(`^(?:${part}${quantifier}${next}${quantifier})$`)?.test(text);
      }
    }
  }
  expect(performance.now() - started).toBeLessThan(5000);
});
