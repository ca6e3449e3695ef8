import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flat, keysFor, nested, objections, untranslated } from './keys.mjs';

const SOURCE = new Map([
  ['a.plain', { '': 'Hello {{name}}' }],
  ['a.counted', { one: 'one row', other: '{{count}} rows' }],
]);

test('a language needs every form of its plurals', () => {
  assert.deepEqual([...keysFor(SOURCE, 'de-DE').keys()].sort(), ['a.counted_one', 'a.counted_other', 'a.plain']);
  assert.ok(keysFor(SOURCE, 'fr-FR').has('a.counted_many'));
  assert.deepEqual([...keysFor(SOURCE, 'zh-Hans').keys()].sort(), ['a.counted_other', 'a.plain']);
});

test('a file is converted to a tree of its keys, and back', () => {
  const texts = new Map([
    ['b', '2'],
    ['a.d', '4'],
    ['a.c', '3'],
  ]);
  assert.equal(JSON.stringify(nested(texts)), '{"a":{"c":"3","d":"4"},"b":"2"}');
  assert.deepEqual(flat(nested(texts)), new Map([...texts].sort()));
});

test('lists texts that are not translated, unused, or have other placeholders', () => {
  const wanted = keysFor(SOURCE, 'de-DE');
  const right = new Map([
    ['a.plain', 'Hallo {{name}}'],
    ['a.counted_one', 'eine Zeile'],
    ['a.counted_other', '{{count}} Zeilen'],
  ]);
  assert.deepEqual(objections(wanted, right), []);
  assert.deepEqual(untranslated(wanted, right), []);
  assert.deepEqual(untranslated(wanted, new Map([...right, ['a.plain', '']])), ['a.plain']);
  assert.deepEqual(objections(wanted, new Map([...right, ['a.plain', '']])), []);
  assert.match(objections(wanted, new Map([...right, ['old', 'x']]))[0], /old is not used/);
  assert.match(objections(wanted, new Map([...right, ['a.plain', 'Hallo {{Name}}']]))[0], /other placeholders/);
  assert.match(objections(wanted, new Map([...right, ['a.counted_other', 'Zeilen']]))[0], /other placeholders/);
});
