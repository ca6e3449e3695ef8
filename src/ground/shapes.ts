import { t } from '@grafana/i18n';
import { RAW } from './texts';

/**
 * The fields of a query. Each is described once: its shape with its default, which determines how a stored value of
 * another form is read, and what people see of it in editors, errors, and notices.
 */

/** A text in the user's language, created when it is drawn. */
export type Text = () => string;

/** The labels of a few words, possibly with a second line. */
export type Options<T extends string = string> = Readonly<Record<T, Text | { label: Text; description: Text }>>;

/** What people see of a field. */
interface Look {
  /** Without it, the field is set together with others, or by the program. */
  label?: Text;
  /** A sentence about the purpose of the field. */
  help?: Text;
  placeholder?: Text;
  /** The minimum width of its input, in units of 8 pixels. Each kind of input has its own default. */
  width?: number;
  optional?: boolean;
  /** Valid values, for errors, the same in every language. */
  example?: string;
  /** A sentence about what is wrong with a typed text. */
  check?: (text: string) => string | undefined;
}

interface TextShape<T extends string = string> extends Look {
  kind: 'text';
  fallback: T;
  /** It is only displayed: several values of a variable become one text. */
  isShown?: boolean;
  /** The words that the text, or the value of its variable, may be. */
  options?: Options<T>;
}

export interface TextsShape extends Look {
  kind: 'texts';
  fallback: Texts;
  /** What the values identify: they can be picked from a list. `name` is what another dashboard calls something. */
  subject?: 'system' | 'node' | 'metric' | 'series' | 'alert' | 'name';
  /** The field that stores what a picker showed for a single one. */
  nameField?: string;
}

interface ListShape<T extends string = string> extends Look {
  kind: 'list';
  fallback: T[];
  /** Without them, it accepts any text, and variables. */
  words?: readonly string[];
  /** Suggestions. */
  known?: readonly string[];
}

interface NumberShape extends Look {
  kind: 'number';
  /** A text if it contains a variable. */
  fallback: number | string;
  /** Otherwise, an integer from 1 on. */
  isDecimal?: boolean;
  max?: number;
}

interface FlagShape extends Look {
  kind: 'flag';
  fallback: boolean;
}

interface ChoiceShape<T extends string = string> extends Look {
  kind: 'choice';
  fallback: T;
  words: readonly T[];
  options: Options<T>;
}

export type Shape = TextShape | TextsShape | ListShape | NumberShape | FlagShape | ChoiceShape;

/** What a field has in addition to its default. */
type More<S extends Shape> = Omit<S, 'kind' | 'fallback' | 'words'>;

/** Free text. Accepts variables. */
export function text(more: More<TextShape> = {}): TextShape {
  return { kind: 'text', fallback: '', ...more };
}

/** A text that is only displayed, such as a name. Accepts variables, even with several values. */
export function shownText(more: More<TextShape> = {}): TextShape {
  return text({ ...more, isShown: true });
}

/** One of a few words, or a variable with one of them. */
export function word<T extends string>(
  fallback: NoInfer<T>,
  more: More<TextShape<T>> & Required<Pick<TextShape<T>, 'options'>>
): TextShape<T> {
  return { kind: 'text', fallback, ...more };
}

/** One identifier or a list. Accepts variables. */
export function texts(more: More<TextsShape> = {}): TextsShape {
  return { kind: 'texts', fallback: '', ...more };
}

/** Several texts. Accepts variables. Empty, or `any`: all. */
export function list(more: More<ListShape> = {}): ListShape {
  return { kind: 'list', fallback: [], ...more };
}

/** Some of a few words, by default all of them. */
export function someOf<T extends string>(words: readonly T[], more: More<ListShape> = {}): ListShape<T> {
  return { kind: 'list', fallback: [...words], words, ...more };
}

/** A number, or a text with a variable for one (see `Inputs.number`). */
export function number(fallback: number, more: Omit<More<NumberShape>, 'check'> = {}): NumberShape {
  return { kind: 'number', fallback, check: (text) => limitsError(text, more), ...more };
}

/** A sentence about why a text is neither a number nor a variable. */
export function numberError(text: string): string | undefined {
  return text.trim() !== '' && !mentionsVariable(text) && !Number.isFinite(Number(text))
    ? t('editor.number.none', 'Not a number.')
    : undefined;
}

/** A sentence about why a text is not an integer from `min` on. */
export function wholeNumberFrom(min: number): string {
  return t('editor.number.from', 'Enter a whole number of {{min}} or more.', { min });
}

function limitsError(text: string, { isDecimal, max }: Pick<NumberShape, 'isDecimal' | 'max'>): string | undefined {
  const number = Number(text);
  const isWhole = Number.isInteger(number) && number >= 1 && number <= (max ?? Number.MAX_SAFE_INTEGER);
  if (isDecimal || isWhole || text.trim() === '' || mentionsVariable(text)) {
    return numberError(text);
  }
  return max === undefined
    ? wholeNumberFrom(1)
    : t('editor.number.between', 'Enter a whole number from {{min}} to {{max}}.', { min: 1, max });
}

/** True or false. Accepts a variable with one of these values. Runners get the value. */
export function flag(fallback: boolean, more: More<FlagShape> = {}): FlagShape {
  return { kind: 'flag', fallback, ...more };
}

/** One of a few words, by default the first. Accepts no variables. */
export function choice<T extends string>(
  options: Options<T>,
  more: Omit<More<ChoiceShape>, 'options'> = {}
): ChoiceShape<T> {
  // The keys of the options are the words.
  const words = Object.keys(options) as T[];
  return { kind: 'choice', fallback: words[0], words, options, ...more };
}

/** The label of a field, in editors as well as in errors and notices. */
export function labelOf({ label }: Pick<Shape, 'label'>): string {
  return label?.() ?? '';
}

/** The error for a value that a field can't have. */
export function invalidText(field: Shape, text: string, examples = examplesOf(field)): string {
  return t('inputs.invalid', '{{field}}: "{{text}}" is not valid. Use a value such as {{examples}}.', {
    field: labelOf(field),
    text,
    examples,
    ...RAW,
  });
}

function examplesOf(field: Shape): string {
  switch (field.kind) {
    case 'text':
      return field.example ?? wordsOf(field).join(', ');
    case 'list':
      return (field.known ?? []).join(', ');
    case 'flag':
      return 'true, false';
    default:
      return field.example ?? '10';
  }
}

/** The words that a text field may have. None: any text. */
export function wordsOf({ options = {} }: Pick<TextShape, 'options'>): string[] {
  return Object.keys(options).filter((word) => word !== '');
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
  const [one = '', ...others] = [value].flat().filter((item) => item !== null && item !== undefined);
  if (others.length > 0) {
    return undefined;
  }
  if (one === '') {
    return shape.fallback;
  }
  switch (shape.kind) {
    case 'text':
      return asText(one);
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
