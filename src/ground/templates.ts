import { type ScopedVars } from '@grafana/data';
import { type TemplateSrv } from '@grafana/runtime';
import { type Texts, isReadable, type Shape, shaped, isFilled } from './shapes';
import { type AnomalyQuery, type Model } from './query';
import { namesIn } from './series';

/** A text that is only a variable. */
const WHOLE = /^\$(\w+)$|^\$\{(\w+)(?:[.:][^{}]+)?\}$|^\[\[(\w+)(?::\w+)?\]\]$/;

/** Marks the place of a variable's values in a text. It occurs in no dashboard. */
const MARK = '\u0001';

/** Template variables in the fields of a query. */
export class Templates {
  /** Values of variables that look like variables themselves. A query that leaves its dashboard contains them unchanged. */
  private readonly literals = new Set<string>();

  /** @param isNamed whether this is an ID from the service, as far as this page has seen */
  constructor(
    private readonly service: () => TemplateSrv,
    private readonly isNamed: (text: string) => boolean = () => false
  ) {}

  /** The text with replaced variables. All values of a multi-value variable are joined. */
  one(text: string, scopedVars?: ScopedVars, between = ','): string {
    return this.service().replace(text, scopedVars, (value: unknown) => valuesOf(value).join(between));
  }

  /**
   * All values of the field. A text without a multi-value variable has one, and a text with several has every combination.
   * A list has its texts. A variable with a format (`${node:csv}`) is one value. Each value is returned once, in order,
   * without empty ones, so that an empty result means: the variable left nothing.
   */
  all(field: Texts, scopedVars?: ScopedVars): string[] {
    const values = [field].flat().flatMap((text) => this.allOf(text, scopedVars));
    return [...new Set(values.map((value) => value.trim()).filter((value) => value !== ''))];
  }

  private allOf(text: string, scopedVars?: ScopedVars): string[] {
    const lists: string[][] = [];
    const skeleton = this.service().replace(text, scopedVars, (value: unknown) => {
      const values = valuesOf(value);
      values.filter((one) => WHOLE.test(one)).forEach((one) => this.literals.add(one));
      lists.push(values);
      return `${MARK}${lists.length - 1}${MARK}`;
    });
    return skeleton
      .split(MARK)
      .reduce<string[]>(
        (texts, part, i) => (i % 2 === 0 ? texts.map((t) => t + part) : combine(texts, lists[Number(part)])),
        ['']
      );
  }

  /** Whether the text contains an existing variable: an ID may look like one. */
  holdsVariable(text: string, scopedVars?: ScopedVars): boolean {
    let exists = false;
    const replaced = this.service().replace(text, scopedVars, () => {
      exists = true;
      return '';
    });
    return exists || replaced !== text;
  }

  /**
   * The missing variable that is the whole text of a field: deleted, or left behind where the query came from. Values of
   * variables are never checked, and neither are IDs from the service.
   */
  missing(field: string, scopedVars?: ScopedVars): string | undefined {
    const text = field.trim();
    const isKnown = !WHOLE.test(text) || this.literals.has(text) || this.isNamed(text);
    return isKnown || this.holdsVariable(text, scopedVars) ? undefined : text;
  }

  /** The names of the dashboard's variables that a field can contain. */
  names(): string[] {
    return this.service()
      .getVariables()
      .flatMap(({ name, type }) => (type === 'adhoc' ? [] : name));
  }

  /** A variable's labels by value. Empty if the text is more than a variable. */
  texts(field: Texts, scopedVars?: ScopedVars): Map<string, string> {
    return new Map([field].flat().flatMap((text) => this.labelsOf(text, scopedVars)));
  }

  private labelsOf(text: string, scopedVars?: ScopedVars): Array<[value: string, label: string]> {
    const [, ...names] = WHOLE.exec(text.trim()) ?? [];
    const variable = names.find((name) => name !== undefined);
    if (variable === undefined) {
      return [];
    }
    const scoped = scopedVars?.[variable];
    if (scoped) {
      return labelsIn(scoped);
    }
    const found: unknown = this.service()
      .getVariables()
      .find(({ name }) => name === variable);
    const { current, options } = (found ?? {}) as Found;
    return [current ?? {}, ...(options ?? [])].flatMap(labelsIn);
  }
}

/** One or several values, and their labels. */
interface Labeled {
  value?: unknown;
  text?: unknown;
}

/** A variable with what Grafana's type of it lacks. */
interface Found {
  current?: Labeled | null;
  options?: Labeled[] | null;
}

/** A variable's values as texts. Null and undefined are omitted. */
function valuesOf(value: unknown): string[] {
  return [value].flat().flatMap((one) => (one === null || one === undefined ? [] : String(one)));
}

function combine(heads: string[], tails: string[]): string[] {
  return heads.flatMap((head) => tails.map((tail) => head + tail));
}

/** Without those that are no texts, or the same as their values. */
function labelsIn({ value, text }: Labeled): Array<[value: string, label: string]> {
  const labels = [text].flat();
  return [value].flat().flatMap((item, i) => {
    const label = labels[i];
    const isLabel = item !== undefined && typeof label === 'string' && label !== '' && label !== String(item);
    return isLabel ? [[String(item), label]] : [];
  });
}

/**
 * The query as it leaves its dashboard, with values instead of variables, and several as a list. A variable without a
 * value becomes `['']`, which requests nothing, while `''` would request everything. A variable's label for a single value
 * becomes its name. The argument is not modified.
 */
export function interpolated(
  query: AnomalyQuery,
  { fields }: Model,
  templates: Templates,
  scopedVars?: ScopedVars
): AnomalyQuery {
  const result: AnomalyQuery = { ...query };
  const names: Record<string, string> = {};
  for (const [field, shape] of Object.entries(fields)) {
    const stored = query[field];
    if (!isReadable(stored, shape)) {
      continue;
    }
    if (![stored].flat().some((text) => typeof text === 'string' && templates.holdsVariable(text, scopedVars))) {
      continue;
    }
    result[field] = valueOf(shaped(stored, shape), shape, templates, scopedVars);
    const { nameField = '' } = shape.kind === 'texts' ? shape : {};
    const name = templates.texts(stored as Texts, scopedVars).get(String(result[field]));
    if (nameField && name) {
      names[nameField] = name;
    } else if (field === 'series' && name) {
      Object.assign(names, namesIn(name));
    }
  }
  return { ...result, ...names };
}

function valueOf(value: unknown, shape: Shape, templates: Templates, scopedVars?: ScopedVars): unknown {
  const { kind } = shape;
  if (kind === 'texts' || kind === 'list') {
    const values = isFilled(value as Texts) ? templates.all(value as Texts, scopedVars) : [];
    return kind === 'list' || values.length > 1 ? values : (values[0] ?? ['']);
  }
  if (typeof value !== 'string' || kind === 'choice') {
    return value;
  }
  if (kind === 'text' && !shape.isShown) {
    const values = templates.all(value, scopedVars);
    // Several values are rejected both there and here.
    return values.length > 1 ? values : (values[0] ?? '');
  }
  const text = templates.one(value, scopedVars);
  // Other values are kept, so that they are rejected there as well.
  return kind === 'flag' && isReadable(text, shape) ? shaped(text, shape) : text;
}
