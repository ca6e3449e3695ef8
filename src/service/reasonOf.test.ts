import fc from 'fast-check';
import { reasonOf } from '../ground/sentences';

describe('reasonOf', () => {
  it.each([
    ['plain text', 'bad node', 'bad node'],
    ['a message', { message: ' bad node ' }, 'bad node'],
    ['a problem', { title: 'Bad Request', detail: 'bad node' }, 'bad node'],
    ['a nested error', { error: { code: 7, message: 'bad node' } }, 'bad node'],
    ['a list of errors', { errors: [{ detail: 'bad node' }, { detail: 'other' }] }, 'bad node'],
    ['a bare list of errors', [{ message: 'bad node' }], 'bad node'],
    ['a list of details', { detail: [{ loc: ['query'], msg: 'bad node' }] }, 'bad node'],
    ['text that is JSON', '{"error":{"message":"bad node"}}', 'bad node'],
    [
      'text as Grafana gives it',
      { message: '{"message":"bad node"}', error: 'Bad Request', response: '{"message":"bad node"}' },
      'bad node',
    ],
    ['several lines', 'bad\n\tnode\u0000', 'bad node'],
    [
      'a message with markup',
      { message: 'bad <b onclick="x()">node</b><!-- no -->' },
      'bad <b onclick="x()">node</b><!-- no -->',
    ],
    ['a message about an id that is markup', { message: '<b>x</b>' }, '<b>x</b>'],
    ['a message that begins with an id', { message: '<img src=x>: unknown node' }, '<img src=x>: unknown node'],
    ['text that is no page', 'no node <b>x</b>', 'no node <b>x</b>'],
    ['text with a sign', 'minScore < 5', 'minScore < 5'],
    ['lists in lists', { errors: [[], { errors: [] }] }, undefined],
    ['a page without a title', '<html>no<br>way<script>x()</script></html>', undefined],
    ['a page with a title', '\n<!DOCTYPE html><title>Sign in</title><p>User</p>', 'Sign in'],
    ['a page behind a comment', '<!-- IE -->\n<html><title>Sign in</title></html>', 'Sign in'],
    ['a page in a message', { message: '<html lang="en"><title>Sign\nin</title></html>' }, 'Sign in'],
    ['a page as Grafana gives it', { message: '<!doctype html>', error: '', response: '<!doctype html>' }, undefined],
    ['nothing', '', undefined],
    ['null', null, undefined],
    ['a header that is repeated', 'refused: Bearer eyJhbGciOiJIUzI1NiJ9.e30', 'refused: Bearer …'],
    ['a number', { message: 7 }, undefined],
    ['an empty list', { errors: [] }, undefined],
  ])('reads %s', (_, body, expected) => {
    expect(reasonOf(body)).toBe(expected);
  });

  it('is shortened if it is long, and never within a character', () => {
    expect(reasonOf({ message: 'x'.repeat(500) })).toHaveLength(200);
    expect(reasonOf('😀'.repeat(300))).toMatch(/^(😀)+…$/u);
  });

  it.each([
    ['lists', (inner: unknown) => [inner]],
    ['errors', (inner: unknown) => ({ error: inner })],
  ])('does not hang with 20,000 nested %s', (_, wrap) => {
    let body: unknown = 'deep';
    for (let i = 0; i < 20_000; i++) {
      body = wrap(body);
    }
    expect(reasonOf(body)).toBeUndefined();
    expect(reasonOf(`${'['.repeat(20_000)}${']'.repeat(20_000)}`)).toBeUndefined();
  });

  it('is a short text on one line, or nothing, whatever the body', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), markup);
    const key = fc.constantFrom('message', 'error', 'errors', 'detail', 'title', 'x');
    const { body } = fc.letrec((tie) => ({
      body: fc.oneof(
        { maxDepth: 5 },
        text,
        fc.jsonValue(),
        fc.anything(),
        fc.dictionary(key, tie('body')),
        fc.array(tie('body'))
      ),
    }));
    fc.assert(
      fc.property(body, (value) => {
        const reason = reasonOf(value) ?? 'nothing';
        expect(reason.length).toBeLessThanOrEqual(200);
        expect(reason).not.toMatch(/[\n\p{Cc}]|^\s|\s$|^$/iu);
      })
    );
  });

  it('omits no character of a message, whatever it looks like', () => {
    fc.assert(
      fc.property(markup, (message) => {
        expect(reasonOf({ message })?.split(/\s+/)).toEqual(message.match(/\S+/g) ?? undefined);
      })
    );
  });
});

/** Characters that may look like tags, but never like the start of a page. */
const markup = fc.stringMatching(/^[<>/a-c "=!\n-]{0,60}$/);
