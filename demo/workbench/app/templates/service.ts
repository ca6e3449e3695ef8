import { type ScopedVars, type TimeRange, type TypedVariableModel, urlUtil } from '@grafana/data';
import { type TemplateSrv, type VariableInterpolation } from '@grafana/runtime';
import { get } from 'lodash';
import { dataMacro } from './data-macros';
import { type Expression, replaceExpressions, variableNames } from './expression';
import { formatValue, type Value } from './formats';
import { urlValue, valueOf, type Variable } from './variables';

/** Replaces template variables like Grafana's service, for the dashboard on screen. */
export class TemplateService implements TemplateSrv {
  private variables: Variable[] = [];
  private range?: TimeRange;
  private dashboard = { uid: '', title: '' };

  /** The variables of the page on screen. Explore has none. */
  use(variables: Variable[], dashboard = { uid: '', title: '' }) {
    this.variables = variables;
    this.dashboard = dashboard;
  }

  updateTimeRange(range: TimeRange) {
    this.range = range;
  }

  getVariables(): TypedVariableModel[] {
    return this.variables as unknown as TypedVariableModel[];
  }

  containsTemplate(target?: string): boolean {
    return target !== undefined && variableNames(target).length > 0;
  }

  replace(
    target?: string,
    scopedVars?: ScopedVars,
    format?: string | Function,
    interpolations?: VariableInterpolation[]
  ): string {
    return replaceExpressions(target ?? '', (expression) => {
      const value = this.evaluate(expression, scopedVars, expression.format ?? format);
      const { match, name: variableName, path: fieldPath, format: written } = expression;
      interpolations?.push({
        match,
        variableName,
        fieldPath,
        format: written,
        value: value ?? match,
        found: value !== undefined,
      });
      return value ?? match;
    });
  }

  private evaluate(
    { name, path, format: ownFormat }: Expression,
    scopedVars: ScopedVars | undefined,
    format: string | Function | undefined
  ): string | undefined {
    const scoped = scopedVars?.[name];
    if (scoped && name !== '__dataContext') {
      const value: unknown = path ? get(scoped.value, path) : scoped.value;
      if (value !== undefined && value !== null) {
        return write(value as Value, format, { name, text: String(scoped.text ?? value) });
      }
    }
    const variable = this.variables.find((candidate) => candidate.name === name);
    if (variable) {
      const { value, text } = variable.type === 'adhoc' ? { value: '', text: '' } : valueOf(variable);
      return write(value, format, { name, text }, variable);
    }
    const builtIn = this.builtIn(name, path);
    if (builtIn !== undefined) {
      return write(builtIn, format, { name, text: builtIn });
    }
    const ofRow = dataMacro(name, path, scopedVars);
    return ofRow === undefined ? this.addressMacro(name) : write(ofRow, ownFormat, { name, text: ofRow });
  }

  private builtIn(name: string, path: string | undefined): string | undefined {
    switch (name) {
      case '__from':
        return String(this.range?.from.valueOf() ?? 0);
      case '__to':
        return String(this.range?.to.valueOf() ?? 0);
      case '__dashboard':
        return path === 'uid' ? this.dashboard.uid : this.dashboard.title;
      default:
        return undefined;
    }
  }

  /** `${__all_variables}` and `${__url_time_range}` in a link. */
  private addressMacro(name: string): string | undefined {
    if (name === '__url_time_range') {
      const { from, to } = this.range?.raw ?? { from: 'now-6h', to: 'now' };
      return urlUtil.toUrlParams({ from: String(from.valueOf()), to: String(to.valueOf()) });
    }
    if (name === '__all_variables') {
      const pairs = this.variables.map((variable) => [`var-${variable.name}`, urlValue(variable)]);
      return urlUtil.toUrlParams(Object.fromEntries(pairs));
    }
    return undefined;
  }
}

function write(
  value: Value,
  format: string | Function | undefined,
  input: { name: string; text: string },
  variable: object = {}
): string {
  return typeof format === 'function' ? format(value, variable, formatValue) : formatValue(value, format, input);
}

/** The single template service, with the variables and the range of the page on screen. */
export const templates = new TemplateService();
