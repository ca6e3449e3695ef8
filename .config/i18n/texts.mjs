/** The texts of the plugin's source: what a person reads, by key. English stands in the source. */
import fs from 'node:fs';
import path from 'node:path';
import { parser } from 'i18next-parser';

const LEXERS = {
  ts: [{ lexer: 'JavascriptLexer' }],
  tsx: [{ lexer: 'JsxLexer', componentFunctions: ['Trans'], attr: 'i18nKey' }],
};

/** i18next's endings of plurals. */
const PLURALS = ['zero', 'one', 'two', 'few', 'many', 'other'];

/**
 * @typedef {{ english: Record<string, string>, files: string[] }} Text `english` by form of the plural; '' where it has none
 * @param {string} folder
 * @returns {Map<string, Text>}
 */
export function textsBelow(folder) {
  const texts = new Map();
  for (const file of sourcesBelow(folder)) {
    const name = path.relative(folder, file);
    for (const { key, english } of textsIn(fs.readFileSync(file, 'utf8'), name)) {
      // The parser takes an option of that name for the key.
      if (key === undefined || key === '' || english[''] === '') {
        throw new Error(`${name}: a text without a key or without English; no placeholder may be called "key"`);
      }
      const text = texts.get(key) ?? { english: {}, files: [] };
      texts.set(key, { english: { ...english, ...text.english }, files: [...text.files, name] });
      const differs = Object.keys(english).find((form) => text.english[form] && text.english[form] !== english[form]);
      if (differs !== undefined) {
        throw new Error(`${key} says different things in ${name} and ${text.files.join(', ')}`);
      }
    }
  }
  return texts;
}

/**
 * @param {string} source
 * @param {string} name of the file
 * @returns {Array<{ key: string, english: Record<string, string> }>}
 */
export function textsIn(source, name) {
  const own = new parser({ lexers: LEXERS });
  return own.parse(source, name).map((entry) => {
    const { key, defaultValue = '' } = entry;
    const forms = PLURALS.filter((form) => typeof entry[`defaultValue_${form}`] === 'string');
    const told = forms.map((form) => [form, entry[`defaultValue_${form}`]]);
    return {
      key,
      english: forms.length > 0 ? { other: defaultValue, ...Object.fromEntries(told) } : { '': defaultValue },
    };
  });
}

function sourcesBelow(folder) {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      return entry.name === 'testing' ? [] : sourcesBelow(place);
    }
    return /\.tsx?$/.test(entry.name) && !/\.(test|d)\.tsx?$/.test(entry.name) ? [place] : [];
  });
}
