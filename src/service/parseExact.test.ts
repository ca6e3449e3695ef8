import fc from 'fast-check';
import { parseExact } from '../ground/read';

/** Integers around the limit of 53 bits, and far beyond. */
const wide = fc.oneof(
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n }),
  fc.bigInt({ min: 2n ** 53n - 3n, max: 2n ** 53n + 3n }),
  fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n })
);

/** JSON as text, and the expected result: such numbers as text, everything else like `JSON.parse`. */
const { json } = fc.letrec<{ json: { text: string; value: unknown } }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    wide.map((number) => ({
      text: `${number}`,
      value: Number.isSafeInteger(Number(number)) ? Number(number) : `${number}`,
    })),
    fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[\\"\d{}[\]:, ]*$/)).map(asJson),
    fc
      .oneof(
        fc
          .double({ noNaN: true, noDefaultInfinity: true })
          .filter((value) => value % 1 !== 0 || Number.isSafeInteger(value)),
        fc.boolean(),
        fc.constant(null)
      )
      .map(asJson),
    fc
      .constantFrom('1.12345678901234567890', '-0', '1e21', '12345678901234567890e3', '-12345678901234567890.5E-2')
      .map((text) => ({ text, value: JSON.parse(text) as unknown })),
    fc.array(tie('json')).map((items) => ({
      text: `[ ${items.map(({ text }) => text).join(' ,')}]`,
      value: items.map(({ value }) => value),
    })),
    fc.dictionary(fc.string(), tie('json'), { noNullPrototype: true }).map((fields) => ({
      text: `{${Object.entries(fields)
        .map(([name, { text }]) => `${JSON.stringify(name)}:${text}`)
        .join(',\n')}}`,
      value: Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value])),
    }))
  ),
}));

function asJson(value: unknown) {
  const text = JSON.stringify(value);
  return { text, value: JSON.parse(text) as unknown };
}

describe('parseExact', () => {
  it('keeps all digits of integers, as text if a number cannot, and changes nothing else', () => {
    fc.assert(
      fc.property(json, ({ text, value }) => {
        expect(parseExact(text)).toEqual(value);
      }),
      { numRuns: 500 }
    );
  });

  it.each([
    ['{"id":9223372036854775807}', { id: '9223372036854775807' }],
    [
      '[9007199254740991,9007199254740992,9007199254740993]',
      [9007199254740991, '9007199254740992', '9007199254740993'],
    ],
    ['"12345678901234567890"', '12345678901234567890'],
    ['"a\\\\"', 'a\\'],
    ['["\\\\\\"12345678901234567890",12345678901234567890]', ['\\"12345678901234567890', '12345678901234567890']],
    ['{"12345678901234567890":1}', { '12345678901234567890': 1 }],
  ])('%s', (text, value) => {
    expect(parseExact(text)).toEqual(value);
  });

  it.each(['', '{', '<html>', '{12345678901234567890:1}', '012345678901234567890', '["12345678901234567890]', 'NaN'])(
    'refuses text that is not JSON: %s',
    (text) => {
      expect(() => parseExact(text)).toThrow(SyntaxError);
    }
  );

  it('accepts long strings and deep nesting', () => {
    const long = `${'x\\\\'.repeat(300_000)}`;
    expect(parseExact(`["${long}",12345678901234567890]`)).toEqual([JSON.parse(`"${long}"`), '12345678901234567890']);
    const deep = 20_000;
    expect(() => parseExact(`${'['.repeat(deep)}12345678901234567890${']'.repeat(deep)}`)).not.toThrow();
  });
});
