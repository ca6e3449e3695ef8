/**
 * How the fields of a query are read: each has a shape, which holds the field's default and says what becomes of a stored
 * value that has another form. Shapes are plain data, so that a type's fields can be compared, counted and replaced
 * without knowing the type.
 */

interface TextShape<T extends string = string> {
  kind: 'text';
  fallback: T;
  /** Other ways to write a value. */
  aliases: Readonly<Record<string, T>>;
}

interface TextsShape {
  kind: 'texts';
  fallback: Texts;
  /** The field that keeps what a picker showed for a single one. */
  nameField?: string;
}

interface ListShape<T extends string = string> {
  kind: 'list';
  fallback: T[];
}

interface NumberShape {
  kind: 'number';
  /** A text where it holds a variable. */
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

/** Free text; takes variables. @typeParam T the words that are meant, where a variable may stand for one of a few */
export function text<T extends string = string>(
  fallback: NoInfer<T> = '' as T,
  aliases: Readonly<Record<string, NoInfer<T>>> = {}
): TextShape<T> {
  return { kind: 'text', fallback, aliases };
}

/** One identifier or a list of them; takes variables. */
export function texts(nameField?: string): TextsShape {
  return { kind: 'texts', fallback: '', nameField };
}

/** Several of a few values, or several texts. */
export function list<T extends string = string>(...fallback: T[]): ListShape<T> {
  return { kind: 'list', fallback };
}

/** A number, or a text with a variable that stands for one (see `Inputs.number`). */
export function number(fallback: number): NumberShape {
  return { kind: 'number', fallback };
}

/** True or false; takes a variable whose value is one of them. Runners are given the value. */
export function flag(fallback: boolean): FlagShape {
  return { kind: 'flag', fallback };
}

/** One of a few words, the first one the default; takes no variables. */
export function choice<T extends string>(...words: [T, ...T[]]): ChoiceShape<T> {
  return { kind: 'choice', fallback: words[0], words };
}

/** The value in the field's shape: numbers become text where text is meant, and what cannot be read the default. */
export function shaped(value: unknown, shape: Shape): unknown {
  switch (shape.kind) {
    case 'text': {
      const read = asText(value) ?? shape.fallback;
      return Object.hasOwn(shape.aliases, read) ? shape.aliases[read] : read;
    }
    case 'texts':
      return Array.isArray(value) ? value.flatMap((item) => asText(item) ?? []) : (asText(value) ?? shape.fallback);
    case 'list':
      return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : shape.fallback;
    case 'number':
      return numberOf(value) ?? shape.fallback;
    case 'flag':
      return flagOf(value) ?? shape.fallback;
    case 'choice':
      return shape.words.some((word) => word === value) ? value : shape.fallback;
  }
}

/** A text stays where it holds a variable, which is replaced when the query runs (see `Inputs.number`). */
function numberOf(value: unknown): number | string | undefined {
  const read = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof read === 'number' && Number.isFinite(read)) {
    return read;
  }
  return typeof value === 'string' && mentionsVariable(value) ? value : undefined;
}

/** A text stays where it holds a variable, which is replaced when the query runs (see `withFlags`). */
function flagOf(value: unknown): boolean | string | undefined {
  if (typeof value === 'boolean') {
    return value;
  }
  if (value === 'true' || value === 'false') {
    return value === 'true';
  }
  return typeof value === 'string' && mentionsVariable(value) ? value : undefined;
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string'
    ? value
    : Number.isFinite(value) || typeof value === 'boolean'
      ? String(value)
      : undefined;
}

/** A text, or several: an identifier may stand for many. */
export type Texts = string | string[];

/** Whether an identifier's field holds anything: `['']` does, and stands for a variable that had no value. */
export function isFilled(field: Texts): boolean {
  return Array.isArray(field) ? field.length > 0 : field.trim() !== '';
}

/** Whether a text holds the syntax of a template variable: `$name`, `${name}`, `[[name]]`. */
export function mentionsVariable(text: string): boolean {
  return /\$\w+|\$\{[^}]+\}|\[\[[^\]]+\]\]/.test(text);
}

/**
 * What a table holds under a name that comes from outside (the service, a stored query, a filter), or undefined. Its own
 * names only: every object inherits some, and `constructor` is no impact. Lint keeps other look-ups by text out.
 */
export function lookUp<T>(table: Readonly<Record<string, T>>, name: string | null | undefined): T | undefined {
  return typeof name === 'string' && Object.hasOwn(table, name) ? table[name] : undefined;
}
