import fs from 'node:fs';
import path from 'node:path';

const SRC = path.resolve(__dirname, '../../src');
let source: string | undefined;

/**
 * What the interface shows in English, by the text's key, so that tests survive a rewording. Texts with plurals are not
 * found.
 *
 * @param values for its placeholders; a placeholder without a value is left out
 * @throws Error if no text of the source has this key
 */
export function english(key: string, values: Record<string, string | number> = {}): string {
  source ??= fs
    .readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
    .map((name) => fs.readFileSync(path.join(SRC, name), 'utf8'))
    .join('\n');
  const found = new RegExp(`'${key.replaceAll('.', '\\.')}',\\s*(?:'([^'\\n]*)'|"([^"\\n]*)")`).exec(source);
  if (!found) {
    throw new Error(`No text has the key ${key}.`);
  }
  return (found[1] ?? found[2]).replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? '')).trim();
}
