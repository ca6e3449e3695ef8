import {
  type DataFrame,
  type Field,
  FieldType,
  getFieldDisplayValuesProxy,
  type ScopedVars,
  type TimeRange,
  type TypedVariableModel,
} from '@grafana/data';
import { type TemplateSrv } from '@grafana/runtime';
import { get } from 'lodash';
import { type Value, valueOf, type Variable } from './variables';

/** A variable in a text: `$name`, `[[name:format]]`, `${name.path:format}`. */
const PATTERN = /\$(\w+)|\[\[(\w+?)(?::(\w+))?\]\]|\$\{(\w+)(?:\.([^:}]+))?(?::([^}]+))?\}/g;

interface Found {
  value: Value;
  text: string;
}

const glob = (values: unknown[]) => (values.length > 1 ? `{${values.join(',')}}` : values.join(','));
/** What follows the colon of `${node:csv}`. Unknown ones are `glob`. */
const FORMATS: Record<string, (values: unknown[], text: string, name: string) => string> = {
  csv: (values) => values.join(','),
  queryparam: (values, _, name) => new URLSearchParams(values.map((one) => [`var-${name}`, String(one)])).toString(),
  text: (_, text) => text,
};

/** Replaces template variables like Grafana's service, for the page on screen. */
export class TemplateService implements TemplateSrv {
  private variables: Variable[] = [];
  private range?: TimeRange;

  /** The variables and the time range of the page on screen. Explore has no variables. */
  use(variables: Variable[], range: TimeRange) {
    this.variables = variables;
    this.range = range;
  }

  updateTimeRange(range: TimeRange) {
    this.range = range;
  }

  getVariables(): TypedVariableModel[] {
    return this.variables as unknown as TypedVariableModel[];
  }

  containsTemplate(target = ''): boolean {
    return variableNames(target).length > 0;
  }

  replace(target = '', scopedVars?: ScopedVars, format?: string | Function): string {
    return target.replace(PATTERN, (match, plain, old, oldFormat, braced, path, ownFormat) => {
      const name: string = plain ?? old ?? braced;
      const found = this.find(name, path, scopedVars);
      return found ? write(found, name, ownFormat ?? oldFormat ?? format) : match;
    });
  }

  private find(name: string, path: string | undefined, scopedVars: ScopedVars = {}): Found | undefined {
    const scoped = scopedVars[name];
    const value: unknown = path ? get(scoped?.value, path) : scoped?.value;
    if (value !== undefined && value !== null && name !== '__dataContext') {
      return { value: value as Value, text: String(scoped?.text ?? value) };
    }
    const variable = this.variables.find((candidate) => candidate.name === name);
    if (variable) {
      return variable.type === 'adhoc' ? { value: '', text: '' } : valueOf(variable);
    }
    const ends: Record<string, number | undefined> = {
      __from: this.range?.from.valueOf(),
      __to: this.range?.to.valueOf(),
    };
    const other = ends[name] ?? ofRow(`${name}.${path}`, scopedVars);
    return other === undefined || other === null ? undefined : { value: String(other), text: String(other) };
  }
}

/** A data link's value of its row: `__data.fields.id`, `__data.fields["a b"].text`, `__value.raw`, `__value.time`. */
function ofRow(path: string, { __dataContext }: ScopedVars): unknown {
  const { frame, field, rowIndex }: { frame?: DataFrame; field?: Field; rowIndex?: number } =
    __dataContext?.value ?? {};
  if (!frame || rowIndex === undefined) {
    return undefined;
  }
  const time = frame.fields.find(({ type }) => type === FieldType.time);
  const ofField = { raw: field?.values[rowIndex], time: time?.values[rowIndex] };
  return get({ __data: { fields: getFieldDisplayValuesProxy({ frame, rowIndex }) }, __value: ofField }, path);
}

function write({ value, text }: Found, name: string, format: string | Function = ''): string {
  return typeof format === 'function'
    ? format(value, { name }, () => '')
    : (FORMATS[format] ?? glob)([value].flat(), text, name);
}

/** The names of the variables in a text. */
export function variableNames(text: string): string[] {
  return [...text.matchAll(PATTERN)].map(([, plain, old, , braced]) => plain ?? old ?? braced);
}

export const templates = new TemplateService();
