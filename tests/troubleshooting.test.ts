import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sentencesOfSource } from './support/sentencesOf';

/**
 * docs/troubleshooting.md holds every sentence that the plugin can say of a failure or a lack, as it stands in the source,
 * `…` for what it names. What the settings page marks beside a field, and the words of log lines, say themselves what to do.
 */
const ELSEWHERE = /^(config\.|alerts\.log\.|changes\.|help\.|defaultValue_)|^health\.fine$/;

const text = readFileSync(join(__dirname, '..', 'docs', 'troubleshooting.md'), 'utf8');
const plain = (some: string) => some.replace(/\s+/g, ' ').replace(/\\/g, '').trim();

const sentences = sentencesOfSource().filter(({ key }) => !ELSEWHERE.test(key));

it('finds the sentences of every room', () => {
  expect(sentences.length).toBeGreaterThan(60);
  expect(sentences.map(({ key }) => key)).toEqual(
    expect.arrayContaining(['failure.server', 'health.lacking', 'metric.stale', 'alerts.inactive'])
  );
});

it.each(sentences)('$key is in docs/troubleshooting.md, with what it means and what to do', ({ text: said }) => {
  expect(plain(text)).toContain(`| ${plain(said.replace(/\{\{\w+\}\}/g, '…'))} |`);
});

it('says nothing of sentences that there are no more', () => {
  const known = new Set(sentencesOfSource().map((one) => plain(one.text.replace(/\{\{\w+\}\}/g, '…'))));
  const rows = text
    .split('\n')
    .filter((line) => /^\| .* \|.*\|.*\|$/.test(line) && !/^\| (What you see|---)/.test(line));
  const told = rows.map((row) => plain(row.split('|')[1]));
  expect(told.filter((sentence) => !known.has(sentence) && sentence !== 'Missing: …. …')).toEqual([]);
});
