// `npm run i18n`: updates the files of all languages to the keys of the source. It adds new keys as empty texts, and
// removes unused ones. `-- --check` writes nothing, and prints mistakes. Until a text is translated, it is shown in
// English. Only a release needs all translations.
import fs from 'node:fs';
import path from 'node:path';
import { flat, keysFor, nested, objections, untranslated } from './keys.mjs';
import { textsBelow } from './texts.mjs';

const src = path.resolve(import.meta.dirname, '..', '..', 'src');
const { id, languages } = JSON.parse(fs.readFileSync(path.join(src, 'plugin.json'), 'utf8'));
const texts = textsBelow(src);
const check = process.argv.includes('--check');
let missing = 0;
let wrong = 0;

for (const language of languages.filter((one) => one !== 'en-US')) {
  const file = path.join(src, 'locales', language, `${id}.json`);
  const there = fs.existsSync(file) ? flat(JSON.parse(fs.readFileSync(file, 'utf8'))) : new Map();
  const wanted = keysFor(texts, language);
  if (!check) {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    const tree = nested(new Map([...wanted.keys()].map((key) => [key, there.get(key) ?? ''])));
    fs.writeFileSync(file, `${JSON.stringify(tree, null, 2)}\n`);
  }
  const toTranslate = untranslated(wanted, there);
  const found = objections(wanted, check ? there : new Map([...there].filter(([key]) => wanted.has(key))));
  missing += toTranslate.length;
  wrong += found.length;
  [...toTranslate.map((key) => `${key} is not translated`), ...found].forEach((line) =>
    console.log(`${language}: ${line}`)
  );
}
console.log(`${texts.size} texts, ${languages.length} languages, ${missing} to translate, ${wrong} wrong`);
process.exitCode = wrong > 0 ? 1 : 0;
