/** The texts of the plugin's interface by key. English is in the source. */
import fs from 'node:fs';
import path from 'node:path';
import { parser } from 'i18next-parser';

const LEXERS = {
  ts: [{ lexer: 'JavascriptLexer' }],
  tsx: [{ lexer: 'JsxLexer', componentFunctions: ['Trans'], attr: 'i18nKey' }],
};

/** Plural suffixes of i18next. */
const PLURALS = ['zero', 'one', 'two', 'few', 'many', 'other'];

/**
 * @typedef {Record<string, string>} Text English by plural form; '' without plurals
 * @param {string} folder
 * @returns {Map<string, Text>}
 */
export function textsBelow(folder) {
  const texts = new Map();
  for (const name of fs.readdirSync(folder, { recursive: true })) {
    if (!/\.tsx?$/.test(name) || /\.(test|d)\.tsx?$/.test(name)) {
      continue;
    }
    for (const entry of new parser({ lexers: LEXERS }).parse(fs.readFileSync(path.join(folder, name), 'utf8'), name)) {
      const { key } = entry;
      const english = { ...texts.get(key), ...englishOf(entry) };
      // The parser mistakes an option with this name for the key.
      if (!key || english[''] === '') {
        throw new Error(`${name}: a text without a key or without English; no placeholder may be called "key"`);
      }
      if (Object.entries(texts.get(key) ?? {}).some(([form, before]) => before && before !== english[form])) {
        throw new Error(`${key} says something else in ${name} than elsewhere`);
      }
      texts.set(key, english);
    }
  }
  return texts;
}

function englishOf({ defaultValue = '', ...entry }) {
  const forms = PLURALS.filter((form) => typeof entry[`defaultValue_${form}`] === 'string');
  if (forms.length === 0) {
    return { '': defaultValue };
  }
  return { other: defaultValue, ...Object.fromEntries(forms.map((form) => [form, entry[`defaultValue_${form}`]])) };
}
