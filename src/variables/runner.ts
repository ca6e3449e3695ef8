import { map } from 'rxjs';
import { runEach } from '../answer/answers';
import { Inputs } from '../answer/inputs';
import { type Runner } from '../answer/runner';
import { type VariableQuery } from './models';
import { rowsOf, wantedRows, type WantedRows } from './rows';
import { rangeOf } from '../time/spans';
import { createDataFrame, type DataFrame, FieldType, type ScopedVars } from '@grafana/data';
import { type CatalogueEntry } from '../catalogue/entries';
import { t } from '@grafana/i18n';
import { record, text } from '../service/read';
import { RAW } from '../loading/texts';

/** Template variables: a frame of `value` and `text` per query. */
export const runVariables: Runner<VariableQuery> = runEach((target, request, context) => {
  const wanted = wantedRows(target, new Inputs(request, context));
  return rowsOf(wanted, rangeOf(request), context).pipe(
    map(({ entries, ...rest }) => {
      const values = withChosen(entries, wanted, request.scopedVars);
      // An answer that failed is never an empty one.
      if (values.length === 0 && rest.failures.length > 0) {
        throw rest.failures[0];
      }
      return { ...rest, frames: [valuesFrame(values)] };
    })
  );
});

/** What Grafana makes a variable's options of: it finds the fields by these names. */
export function valuesFrame(entries: CatalogueEntry[]): DataFrame {
  return createDataFrame({
    fields: [
      { name: 'value', type: FieldType.string, values: entries.map(({ value }) => value) },
      { name: 'text', type: FieldType.string, values: entries.map(({ text }) => text) },
    ],
  });
}

/**
 * What a variable stands at stays among its options. Grafana reads the options again when the range changes, and puts the
 * first one in the place of a value that they lack: a dashboard would change its subject by itself at a refresh. The
 * value goes when somebody changes what the options depend on, so that a metric does not outlive its node.
 *
 * Which variable asks, Grafana passes as `__sceneObject` among the scoped variables; where it shows nothing, or something
 * of another form, the options stay as they are.
 */
function withChosen(entries: CatalogueEntry[], wanted: WantedRows, scopedVars?: ScopedVars): CatalogueEntry[] {
  const variable = variableOf(scopedVars);
  if (variable === undefined || scopedVars?.__searchFilter?.value) {
    return entries;
  }
  const { list, systemId, nodeId, alertId, q } = wanted;
  const asked = JSON.stringify([list, systemId, nodeId, alertId, q]);
  const before = askedBy.get(variable);
  askedBy.set(variable, asked);
  if (before !== undefined && before !== asked) {
    return entries;
  }
  const known = new Set(entries.map(({ value }) => value));
  return [...entries, ...chosenIn(variable, list).filter(({ value }) => !known.has(value))];
}

/** What each variable was last asked with; kept as long as Grafana keeps the variable. */
const askedBy = new WeakMap<object, string>();

/** Grafana's own: the variable holds this for all of its options. */
const ALL = '$__all';

function variableOf(scopedVars: ScopedVars | undefined): object | undefined {
  const held: unknown = scopedVars?.__sceneObject?.value;
  const scene: unknown = typeof held === 'object' && held !== null ? held.valueOf() : undefined;
  return typeof scene === 'object' && scene !== null && record(record(scene).state).type === 'query'
    ? scene
    : undefined;
}

function chosenIn(variable: object, list: string): CatalogueEntry[] {
  const state = record(record(variable).state);
  const texts = [state.text].flat();
  return [state.value].flat().flatMap((one, i) => {
    const value = text(one);
    if (value === null || value === '' || value === ALL) {
      return [];
    }
    const known = text(texts[i]);
    return [{ value, text: known && known !== value ? known : nameOf(value, list) }];
  });
}

/** An alert's ID says nothing; a node or a metric that somebody typed is known by its own. */
function nameOf(value: string, list: string): string {
  return list === 'alerts'
    ? t('variables.away', 'Alert outside the time range ({{id}})', { id: value.slice(0, 8), ...RAW })
    : value;
}
