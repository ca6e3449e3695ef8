/** npm run docs: the docs as a site in site/, for any host of files. */
import fs from 'node:fs';
import path from 'node:path';
import { repositoryUrl } from '../catalogue/repository';
import { addressOf, readPages } from './pages';
import { render } from './render';

const root = path.resolve(__dirname, '..', '..');

/** Writes the site. @param folder what was there is gone @returns how many pages it has */
export function buildSite(folder: string): number {
  const repository = repositoryUrl(JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')));
  const pages = readPages(root);
  fs.rmSync(folder, { recursive: true, force: true });
  for (const page of pages) {
    const file = path.join(folder, addressOf(page.place));
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, render(page, { pages, repository }));
  }
  fs.copyFileSync(path.join(__dirname, 'style.css'), path.join(folder, 'style.css'));
  // Beside the pages that show them, and the first page lies one folder above the others.
  fs.cpSync(path.join(root, 'docs', 'img'), path.join(folder, 'docs', 'img'), { recursive: true });
  return pages.length;
}

if (require.main === module) {
  console.log(`site/index.html: ${buildSite(path.join(root, 'site'))} pages`);
}
