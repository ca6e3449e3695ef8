import { type DataQueryRequest, type QueryResultMetaNotice, type ScopedVars } from '@grafana/data';
import { t } from '@grafana/i18n';
import { uniq } from 'lodash';
import { RAW } from './texts';
import { notRun, seriesLeftOut } from './notices';
import { type Fields, MAX_RESULTS, type Model, type QueryOf } from './query';
import {
  decimalOf,
  invalidText,
  isAny,
  isFilled,
  isReadable,
  labelOf,
  mentionsVariable,
  type Shape,
  shaped,
  type Texts,
  wordsOf,
} from './shapes';
import { ServiceFailure } from './failure';
import { isIdentifier } from './path';
import { identifierRefused } from './sentences';
import { parseSpan, type Settings } from './settings';
import { type Templates } from './templates';
import { momentOf } from './times';
import { LONGEST_SPAN, slotOf } from './spans';

/** The values of a query's fields, with replaced variables. */
export interface Values {
  /** Whether the field is filled. If it is and has no values, a variable left it empty. */
  given: boolean;
  /** Each once. */
  values: string[];
  /** Reports what was left out. */
  notices: QueryResultMetaNotice[];
}

/** A query is not run, because a variable left a field empty. */
export class EmptyField extends Error {
  constructor(readonly notice: QueryResultMetaNotice) {
    super(notice.text);
  }
}

/** Reads the fields of a request's queries of one type, and replaces variables. */
export class Inputs {
  private readonly scopedVars: ScopedVars;

  constructor(
    private readonly request: Pick<DataQueryRequest, 'range' | 'scopedVars' | 'timezone'>,
    private readonly context: { templates: Templates; settings: Pick<Settings, 'sharedCache'> },
    private readonly model: { fields: Fields }
  ) {
    const { from, to } = request.range;
    // Some places that run queries lack these two. The request always has its range.
    this.scopedVars = {
      // Grafana only sets it during a search in a variable's list.
      __searchFilter: { value: '', text: '' },
      __from: { value: String(from.valueOf()), text: String(from.valueOf()) },
      __to: { value: String(to.valueOf()), text: String(to.valueOf()) },
      ...request.scopedVars,
    };
  }

  /**
   * The single text of a field without a list.
   *
   * @throws ServiceFailure (`input`) if a variable has several values, or doesn't exist
   */
  one(text: Texts, field: string): string {
    const { values } = this.all(text);
    if (values.length > 1) {
      throw new ServiceFailure('input', invalidText(this.shapeOf(field), values.join(', '), values[0]));
    }
    return values[0] ?? '';
  }

  private refuseMissing(text: string) {
    const missing = this.context.templates.missing(text, this.scopedVars);
    if (missing !== undefined) {
      throw new ServiceFailure('input', variableMissing(missing));
    }
  }

  /**
   * All values of a field that rows are compared with: listed, from a multi-value variable, or both.
   *
   * @param isKnown whether the service has it, even if it looks like a variable
   * @throws ServiceFailure (`input`) if there is no such variable
   */
  every(field: Texts, isKnown = false): Values {
    if (!isKnown) {
      [field].flat().forEach((text) => this.refuseMissing(text));
    }
    const given = isFilled(field);
    return { given, values: given ? this.context.templates.all(field, this.scopedVars) : [], notices: [] };
  }

  /** The same for a field with a request for each value: at most 100. */
  all(field: Texts): Values {
    const { given, values } = this.every(field);
    return { given, ...bounded(values, (value) => value) };
  }

  /**
   * All values of a field that are segments of paths. One invalid value of several fails separately, later.
   *
   * @throws ServiceFailure (`input`) if none of them is valid, or if there is no such variable
   */
  identifiers(field: Texts): Values {
    const all = this.all(field);
    if (all.values.length > 0 && !all.values.some(isIdentifier)) {
      throw identifierRefused(all.values[0]);
    }
    return all;
  }

  /**
   * The values of a field of known words, such as impacts. Empty means all, even if variables leave it empty.
   *
   * @throws ServiceFailure (`input`) if there is no such variable, or if a word is unknown: it would find nothing
   */
  words(texts: string[], field: string): string[] {
    const { values: written } = this.all(texts);
    const values = uniq(written.map((value) => value.toLowerCase()));
    if (isAny(values)) {
      return [];
    }
    const shape = this.shapeOf(field);
    const known = shape.kind === 'list' ? (shape.known ?? []) : [];
    const other = written.find((value) => !known.includes(value.toLowerCase()));
    if (other !== undefined) {
      throw new ServiceFailure('input', invalidText(shape, other));
    }
    return values;
  }

  /**
   * The word in a text field, one of a few. '' if it is empty.
   *
   * @throws ServiceFailure (`input`) if it is another word
   */
  wordOf<T extends string>(text: T, field: string): T | '' {
    const written = this.one(text, field);
    const shape = this.shapeOf(field);
    const word = shape.kind === 'text' ? wordsOf(shape).find((one) => one === written.toLowerCase()) : undefined;
    if (word === undefined && written !== '') {
      throw new ServiceFailure('input', invalidText(shape, written));
    }
    // The options of a field are its type.
    return (word ?? '') as T | '';
  }

  /** A text that is only displayed. All values of a variable are joined. */
  shown(text: string): string {
    return this.context.templates.one(text, this.scopedVars);
  }

  /** The labels of variables for their values. */
  texts(field: Texts): Map<string, string> {
    return this.context.templates.texts(field, this.scopedVars);
  }

  /**
   * A number, possibly from a variable. `fallback` if that is empty.
   *
   * @throws ServiceFailure (`input`) if it is not a number
   */
  number(value: number | string, field: string, fallback: number): number {
    const text = typeof value === 'number' ? String(value) : this.one(value, field);
    if (text !== '' && !Number.isFinite(decimalOf(text))) {
      throw new ServiceFailure('input', invalidText(this.shapeOf(field), text));
    }
    return text === '' ? fallback : Number(text);
  }

  /**
   * The maximum of rows of a query: a whole number, 1 or more.
   *
   * @throws ServiceFailure (`input`) if it is not such a number
   */
  limit(value: number | string): number {
    const limit = this.number(value, 'limit', Number(this.shapeOf('limit').fallback));
    if (limit < 1 || !Number.isInteger(limit)) {
      throw new ServiceFailure('input', invalidText(this.shapeOf('limit'), String(value)));
    }
    return limit;
  }

  /**
   * A duration in milliseconds, 0 if the field is empty.
   *
   * @throws ServiceFailure (`input`) if it is not a duration, or longer than there are data
   */
  span(text: string, field: string): number {
    const written = this.one(text, field);
    const span = written === '' ? 0 : parseSpan(written);
    if (span === undefined || span > LONGEST_SPAN) {
      throw new ServiceFailure('input', invalidText(this.shapeOf(field), written));
    }
    return span;
  }

  /**
   * Epoch milliseconds, or undefined if the field is empty.
   *
   * @throws ServiceFailure (`input`) if it is not a time
   */
  moment(text: string, field: string): number | undefined {
    const written = this.one(text, field);
    const moment = momentOf(written, this.shapeOf(field), this.request.timezone);
    const isOfNow = this.context.settings.sharedCache && /^now/.test(written);
    return moment !== undefined && isOfNow ? slotOf(moment) : moment;
  }

  /** @throws EmptyField if a variable left one of the fields empty */
  refuseEmpty(fields: Readonly<Record<string, Pick<Values, 'given' | 'values'>>>) {
    const empty = Object.keys(fields).find((name) => fields[name].given && fields[name].values.length === 0);
    if (empty !== undefined) {
      throw new EmptyField(emptyNotice(this.shapeOf(empty)));
    }
  }

  private shapeOf(field: string): Shape {
    return this.model.fields[field];
  }
}

/** The maximum of one query, with a notice about the rest. */
export function bounded<T>(all: T[], nameOf: (one: T) => string): { values: T[]; notices: QueryResultMetaNotice[] } {
  const values = all.slice(0, MAX_RESULTS);
  return { values, notices: values.length < all.length ? [seriesLeftOut(all.slice(MAX_RESULTS).map(nameOf))] : [] };
}

/** @param name as it is written, with its dollar sign */
function variableMissing(name: string): string {
  return t('inputs.no-variable', 'The variable {{name}} does not exist.', { name, ...RAW });
}

/** For the empty frame of a field that a variable left empty. */
function emptyNotice(shape: Shape): QueryResultMetaNotice {
  const field = labelOf(shape);
  return notRun(
    t(
      'inputs.empty',
      'The variable in "{{field}}" is empty, so there is nothing to show in this time range. If it failed to load, reload the page.',
      { field, ...RAW }
    )
  );
}

/**
 * The query with `true` or `false` in each flag with a variable. An empty variable means the flag's default.
 *
 * @throws ServiceFailure (`input`) if there is no such variable, or it is neither
 */
export function withFlags(
  query: QueryOf<Model>,
  { fields }: Model,
  templates: Templates,
  scopedVars: ScopedVars
): QueryOf<Model> {
  const values: Record<string, unknown> = { ...query };
  const flags: Record<string, boolean> = {};
  for (const [field, shape] of Object.entries(fields)) {
    const text = values[field];
    if (shape.kind !== 'flag' || typeof text !== 'string') {
      continue;
    }
    const missing = templates.missing(text, scopedVars);
    if (missing !== undefined) {
      throw new ServiceFailure('input', variableMissing(missing));
    }
    const word = templates.one(text, scopedVars);
    if (!isReadable(word, shape) || mentionsVariable(word)) {
      throw new ServiceFailure('input', invalidText(shape, word));
    }
    flags[field] = shaped(word, shape) === true;
  }
  return { ...query, ...flags };
}
