/**
 * npm run identity -- --author "Name" --repository https://github.com/owner/name: fills in who publishes the plugin. All else
 * follows from package.json at the next build: plugin.json, the README of the catalog, and the settings page.
 */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

/**
 * @param {string} root the folder with package.json and LICENSE
 * @param {{ author?: string, repository?: string }} identity
 * @throws Error if one is missing, or the repository is no https address
 */
export function fillIn(root, { author, repository }) {
  if (!author || !/^https:\/\/[^/\s]+\/\S+$/.test(repository ?? '')) {
    throw new Error('Both are needed: --author "Name" and --repository https://host/owner/name');
  }
  edit(path.join(root, 'package.json'), (text) => {
    const address = repository.replace(/(\.git)?\/?$/, '');
    const described = { ...JSON.parse(text), author, repository: address };
    return `${JSON.stringify(described, null, 2)}\n`;
  });
  edit(path.join(root, 'LICENSE'), (text) => text.replace(/(Copyright \d{4}) .*/, (_, year) => `${year} ${author}`));
}

function edit(file, change) {
  fs.writeFileSync(file, change(fs.readFileSync(file, 'utf8')));
}

if (process.argv[1] === import.meta.filename) {
  const { values } = parseArgs({ options: { author: { type: 'string' }, repository: { type: 'string' } } });
  try {
    fillIn(path.resolve(import.meta.dirname, '..', '..'), values);
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
