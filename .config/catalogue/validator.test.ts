import { readVerdict } from './validator';

const output = (passes: object) => `a line before\n${JSON.stringify({ id: 'a', 'plugin-validator': passes })}`;

it('parts errors from what else was said, and leaves out the missing signature', () => {
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

it('an end without an answer is no success', () => {
  expect(readVerdict('couldn’t read the archive')).toEqual({
    skipped: 'it ended without an answer: couldn’t read the archive',
  });
});

it('one that stopped half-way has not found the archive good', () => {
  expect(readVerdict(output({}), 'metadataschema: no such host\n')).toEqual({
    skipped: 'it stopped half-way: metadataschema: no such host',
  });
});
