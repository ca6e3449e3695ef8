import { readVerdict } from './validator';

const output = (passes: object) => `a line before\n${JSON.stringify({ id: 'a', 'plugin-validator': passes })}`;

it('separates errors from other messages, and omits the missing signature', () => {
  const verdict = readVerdict(
    output({
      signature: [{ Severity: 'warning', Title: 'unsigned plugin', Detail: 'long', Name: 'unsigned' }],
      readme: [{ Severity: 'error', Title: 'README.md: relative link', Detail: '', Name: 'readme-relative-link' }],
      screenshots: [{ Severity: 'warning', Title: 'no screenshots', Detail: 'four are good', Name: 'screenshots' }],
      logos: [{ Severity: 'ok', Title: 'logos are there', Detail: '', Name: 'logos' }],
    })
  );
  expect(verdict).toEqual({ errors: ['README.md: relative link'], others: ['warning: no screenshots: four are good'] });
});

it('an exit without output is not a success', () => {
  expect(readVerdict('couldn’t read the archive')).toEqual({
    skipped: 'it ended without an answer: couldn’t read the archive',
  });
});

it('an aborted run is not a success', () => {
  expect(readVerdict(output({}), 'metadataschema: no such host\n')).toEqual({
    skipped: 'it stopped half-way: metadataschema: no such host',
  });
});
