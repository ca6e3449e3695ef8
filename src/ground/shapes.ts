/**
 * How the fields of a query are read. Each has a shape with the field's default, which determines how a stored value of
 * another form is read. Shapes are plain data, so that a type's fields can be compared, counted, and replaced without
 * knowing the type.
 */

interface TextShape<T extends string = string> {
  kind: 'text';
  fallback: T;
  /** Other ways to write a value. */
  aliases: Readonly<Record<string, T>>;
  /** It is only displayed: several values of a variable become one text. */
  isShown?: boolean;
}

interface TextsShape {
  kind: 'texts';
  fallback: Texts;
  /** The field that stores what a picker showed for a single one. */
  nameField?: string;
}

interface ListShape<T extends string = string> {
  kind: 'list';
  fallback: T[];
  /** Without them, it accepts any text, and variables. */
  words?: readonly string[];
}

interface NumberShape {
  kind: 'number';
  /** A text if it contains a variable. */
  fallback: number | string;
}

interface FlagShape {
  kind: 'flag';
  fallback: boolean;
}

interface ChoiceShape<T extends string = string> {
  kind: 'choice';
  fallback: T;
  words: readonly T[];
}

export type Shape = TextShape | TextsShape | ListShape | NumberShape | FlagShape | ChoiceShape;

/** Free text. Accepts variables. @typeParam T the words that a variable may have, if they are few */
export function text<T extends string = string>(
  fallback: NoInfer<T> = '' as T,
  aliases: Readonly<Record<string, NoInfer<T>>> = {}
): TextShape<T> {
  return { kind: 'text', fallback, aliases };
}

/** A text that is only displayed, such as a name. Accepts variables, even with several values. */
export function shownText(): TextShape {
  return { ...text(), isShown: true };
}

/** One identifier or a list. Accepts variables. */
export function texts(nameField?: string): TextsShape {
  return { kind: 'texts', fallback: '', nameField };
}

/** Several texts. Accepts variables. Empty, or `any`: all. */
export function list(): ListShape {
  return { kind: 'list', fallback: [] };
}

/** Several of a few words, by default all. Accepts no variables. */
export function someOf<T extends string>(...words: T[]): ListShape<T> {
  return { kind: 'list', fallback: words, words };
}

/** A number, or a text with a variable for one (see `Inputs.number`). */
export function number(fallback: number): NumberShape {
  return { kind: 'number', fallback };
}

/** True or false. Accepts a variable with one of these values. Runners get the value. */
export function flag(fallback: boolean): FlagShape {
  return { kind: 'flag', fallback };
}

/** One of a few words, by default the first. Accepts no variables. */
export function choice<T extends string>(...words: [T, ...T[]]): ChoiceShape<T> {
  return { kind: 'choice', fallback: words[0], words };
}

/** The value in the field's shape. Invalid values are replaced by the default (see `isReadable`). */
export function shaped(value: unknown, shape: Shape): unknown {
  return read(value, shape) ?? shape.fallback;
}

/** Whether the value can be converted to the field's shape. A query with an invalid value does not run. */
export function isReadable(value: unknown, shape: Shape): boolean {
  return read(value, shape) !== undefined;
}

/** The value in the shape, whatever its form. Undefined if it can't be converted. */
function read(value: unknown, shape: Shape): unknown {
  if (value === undefined || value === null || value === '') {
    return shape.fallback;
  }
  if (shape.kind === 'texts' || shape.kind === 'list') {
    return severalOf(value, shape);
  }
  const values = Array.isArray(value) ? value.filter((item) => item !== null && item !== undefined) : [value];
  if (values.length !== 1) {
    return values.length === 0 ? shape.fallback : undefined;
  }
  const [one] = values;
  if (one === '') {
    return shape.fallback;
  }
  switch (shape.kind) {
    case 'text': {
      // Only a field that was a flag once has words for true and false.
      const text = typeof one === 'boolean' && Object.hasOwn(shape.aliases, String(one)) ? String(one) : asText(one);
      return text !== undefined && Object.hasOwn(shape.aliases, text) ? shape.aliases[text] : text;
    }
    case 'number':
      return numberOf(one) ?? (typeof one === 'string' && one.trim() === '' ? shape.fallback : undefined);
    case 'flag':
      return flagOf(one);
    case 'choice':
      return shape.words.find((word) => word === (typeof one === 'string' ? one.trim() : one));
  }
}

/** A list of only null entries is not empty: it matches nothing, not everything. */
function severalOf(value: unknown, shape: TextsShape | ListShape): Texts | undefined {
  const isList = Array.isArray(value);
  const items = (isList ? value : [value]).filter((item) => item !== null && item !== undefined);
  const read = items.flatMap((item) => asText(item) ?? []);
  if (read.length < items.length) {
    return undefined;
  }
  if (shape.kind === 'texts') {
    return isList && value.length > 0 && read.length === 0 ? [''] : isList ? read : read[0];
  }
  const chosen = isAny(read) ? [] : read.filter((word) => word !== '');
  return chosen.every((word) => shape.words === undefined || shape.words.includes(word)) ? chosen : undefined;
}

/** The interface's word for no restriction. */
export function isAny(words: readonly string[]): boolean {
  return words.includes('any');
}

/** Decimal digits: no hexadecimals, no `Infinity`. NaN for another text. */
export function decimalOf(text: string): number {
  return /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(text) ? Number(text) : NaN;
}

/** A text stays if it contains a variable, which is replaced when the query runs (see `Inputs.number`). */
function numberOf(value: unknown): number | string | undefined {
  const number = typeof value === 'string' ? decimalOf(value) : value;
  if (typeof number === 'number' && Number.isFinite(number)) {
    return number;
  }
  return typeof value === 'string' && mentionsVariable(value) ? value : undefined;
}

/** A text stays if it contains a variable, which is replaced when the query runs (see `withFlags`). */
function flagOf(value: unknown): boolean | string | undefined {
  if (typeof value !== 'string') {
    return typeof value === 'boolean' ? value : undefined;
  }
  const word = value.trim().toLowerCase();
  return word === 'true' || word === 'false' ? word === 'true' : mentionsVariable(value) ? value : undefined;
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : Number.isFinite(value) ? String(value) : undefined;
}

/** A text, or several: an identifier may have several values. */
export type Texts = string | string[];

/** Whether an identifier's field is filled. `['']` is, because it comes from a variable without a value. */
export function isFilled(field: Texts): boolean {
  return Array.isArray(field) ? field.length > 0 : field.trim() !== '';
}

/** Whether a text contains the syntax of a template variable: `$name`, `${name}`, `[[name]]`. */
export function mentionsVariable(text: string): boolean {
  return /\$\w+|\$\{[^}]+\}|\[\[[^\]]+\]\]/.test(text);
}

/**
 * The entry of a table under a name from outside (the service, a stored query, a filter), or undefined. Only own names
 * count: every object inherits some, and `constructor` is not an impact. Lint forbids other lookups by text.
 */
export function lookUp<T>(table: Readonly<Record<string, T>>, name: string | null | undefined): T | undefined {
  return typeof name === 'string' && Object.hasOwn(table, name) ? table[name] : undefined;
}
