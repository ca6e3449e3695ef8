/** The keys that a language needs, and the mistakes in its file. */
import lodash from 'lodash';

/**
 * The keys that a language needs, with plurals in each of its forms.
 *
 * @param {Map<string, Text>} texts
 * @param {string} language
 * @returns {Map<string, string>} key with its ending to English
 */
export function keysFor(texts, language) {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  return new Map(
    [...texts].flatMap(([key, english]) =>
      '' in english
        ? [[key, english['']]]
        : pluralCategories.map((form) => [`${key}_${form}`, english[form] ?? english.other])
    )
  );
}

/**
 * A file of translations as keys with dots.
 *
 * @returns {Map<string, string>}
 */
export function flat(tree, before = '') {
  return new Map(
    Object.entries(tree).flatMap(([name, value]) =>
      typeof value === 'string' ? [[before + name, value]] : [...flat(value, `${before}${name}.`)]
    )
  );
}

/**
 * The reverse, with keys in alphabetical order.
 *
 * @param {Map<string, string>} texts
 */
export function nested(texts) {
  return [...texts.keys()].sort().reduce((tree, key) => lodash.set(tree, key.split('.'), texts.get(key)), {});
}

/**
 * The keys without a translation in a language's file.
 *
 * @param {Map<string, string>} wanted see `keysFor`
 * @param {Map<string, string>} there see `flat`
 * @returns {string[]}
 */
export function untranslated(wanted, there) {
  return [...wanted.keys()].filter((key) => !there.get(key));
}

/**
 * The mistakes in a language's file.
 *
 * @param {Map<string, string>} wanted see `keysFor`
 * @param {Map<string, string>} there see `flat`
 * @returns {string[]}
 */
export function objections(wanted, there) {
  return [
    ...[...there.keys()].filter((key) => !wanted.has(key)).map((key) => `${key} is not used`),
    ...[...wanted]
      .filter(([key, english]) => there.get(key) && !samePlaceholders(english, there.get(key), /_one$/.test(key)))
      .map(([key, english]) => `${key} has other placeholders or tags than "${english}": "${there.get(key)}"`),
  ];
}

/**
 * In the singular, a language may use "one" instead of the number in English, and the reverse. An English ordinal (`nth`)
 * may be a plain number (`n`).
 */
function samePlaceholders(english, other, isSingular) {
  const of = (text) =>
    [...text.matchAll(/{{\s*-?\s*([^},\s]+)[^}]*}}|<(\/?[\w]+)[^>]*>/g)]
      .map(([, name, tag]) => (name === 'nth' ? 'n' : (name ?? `<${tag}>`)))
      .filter((name) => !(isSingular && name === 'count'))
      .sort()
      .join(' ');
  return of(english) === of(other);
}
