import { mapValues } from 'lodash';
import { AlertBook } from '../alertbook/alertBook';
import { emptyFieldOf, emptyNotice, Inputs, type Values } from '../inputs/inputs';
import { runKnown, type Shown } from '../answer/reader';
import { type Context } from '../answer/runner';
import { concluded, unless } from '../known/derived';
import { noResponse } from '../notices/panelNotices';
import { ServiceFailure } from '../service/failure';
import { LONGEST_WAIT } from '../service/silence';
import { type VariableQuery } from './models';
import { type Rows, rowsOf, type WantedRows } from './rows';
import { rangeOf } from '../time/spans';
import { createDataFrame, type DataFrame, FieldType, type ScopedVars } from '@grafana/data';
import { type CatalogueEntry, distinct, inOrder } from '../catalogue/entries';
import { t } from '@grafana/i18n';
import { list, record, text } from '../service/read';

/** Template variables: a frame of `value` and `text` per query. */
export const runVariables = runKnown((query: VariableQuery, request, given) => {
  const variable = variableOf(request.scopedVars);
  const context = { ...given, timeZone: timeZoneOf(variable) ?? given.timeZone };
  const inputs = new Inputs(request, context);
  const fields = {
    systemId: inputs.every(query.systemId),
    nodeId: inputs.every(query.nodeId),
    alertId: inputs.identifiers(query.alertId),
  };
  const empty = emptyFieldOf(fields);
  if (empty) {
    return () => () => ({ frames: [valuesFrame([])], notices: [emptyNotice(empty)] });
  }
  const valuesOf = ({ given, values }: Values) => (given ? values : undefined);
  const wanted = { list: query.list, q: inputs.one(query.q, 'q'), ...mapValues(fields, valuesOf) };
  const place = { book: new AlertBook(context), range: rangeOf(request), context };
  const options = concluded('options', (reader) => rowsOf(reader, wanted, place));
  const isChosen = variable !== undefined && (chosenIn(variable, query.list).length > 0 || hasOptions(variable));
  const start = Date.now();
  const limited = isChosen ? unless(() => silenceSince(start, context), options) : options;
  return (reader) => {
    const { data: rows } = reader.read(limited);
    return rows
      ? () => shownRows(rows, withChosen(rows.entries, wanted, request.scopedVars), fields.alertId.notices)
      : null;
  };
});

/**
 * The failure of a variable for which the service has answered nothing for too long. Undefined until then. A panel can't say
 * so while it waits for its variables, and a variable that has a value keeps it.
 */
function silenceSince(start: number, { operations, timeZone = '' }: Context): ServiceFailure | undefined {
  const isSilent = operations.silence >= LONGEST_WAIT && (operations.lastAnswer ?? 0) < start;
  return isSilent ? new ServiceFailure('timeout', noResponse(operations.lastAnswer, timeZone)) : undefined;
}

function shownRows({ notices, failures }: Rows, entries: CatalogueEntry[], missing: Values['notices']): Shown {
  return {
    frames: [valuesFrame(entries)],
    notices: [...missing, ...notices],
    failures: entries.length > 0 ? failures : failures.slice(0, 1),
  };
}

/** Grafana finds the fields of a variable's options by these names. */
function valuesFrame(entries: CatalogueEntry[]): DataFrame {
  return createDataFrame({
    fields: [
      { name: 'value', type: FieldType.string, values: entries.map(({ value }) => value) },
      { name: 'text', type: FieldType.string, values: entries.map(({ text }) => text) },
    ],
  });
}

/**
 * A variable's value stays among its options. Grafana reads the options again when the range changes, and replaces a
 * missing value by the first one: a dashboard would change its subject by itself on a refresh. The value disappears when a
 * variable on which the options depend changes, so that a metric does not outlive its node.
 *
 * Grafana passes the requesting variable as `__sceneObject` among the scoped variables. Without it, or with another form,
 * the options stay unchanged.
 */
function withChosen(entries: CatalogueEntry[], wanted: WantedRows, scopedVars?: ScopedVars): CatalogueEntry[] {
  const variable = variableOf(scopedVars);
  if (variable === undefined || scopedVars?.__searchFilter?.value) {
    return entries;
  }
  const query = JSON.stringify(wanted);
  const before = queryOf.get(variable);
  queryOf.set(variable, query);
  if (before !== undefined && before !== query) {
    return entries;
  }
  const known = new Set(entries.map(({ value }) => value));
  const kept = chosenIn(variable, wanted.list).filter(({ value }) => !known.has(value));
  if (kept.length === 0) {
    return entries;
  }
  const all = distinct([...entries, ...kept]);
  // These have an order of their own.
  return wanted.list === 'alerts' || wanted.list === 'spread' ? all : inOrder(all);
}

/** The last query of each variable, kept as long as Grafana keeps the variable. */
const queryOf = new WeakMap<object, string>();

/** Grafana's value for _All_. */
const ALL = '$__all';

function variableOf(scopedVars: ScopedVars | undefined): object | undefined {
  const held: unknown = scopedVars?.__sceneObject?.value;
  const scene: unknown = typeof held === 'object' && held !== null ? held.valueOf() : undefined;
  return typeof scene === 'object' && scene !== null && record(record(scene).state).type === 'query'
    ? scene
    : undefined;
}

/** The page's time zone. Grafana sends none for a variable's query, but the variable is part of the page. */
function timeZoneOf(variable: object | undefined): string | undefined {
  for (let scene = variable; scene !== undefined; scene = objectIn(scene, 'parent')) {
    const range = objectIn(record(scene).state, '$timeRange');
    if (range && 'getTimeZone' in range && typeof range.getTimeZone === 'function') {
      return text(range.getTimeZone()) || undefined;
    }
  }
  return undefined;
}

function objectIn(holder: unknown, key: string): object | undefined {
  const held = record(holder)[key];
  return typeof held === 'object' && held !== null ? held : undefined;
}

/** Whether its options are known: *All* stands for them. */
function hasOptions(variable: object): boolean {
  return list(record(record(variable).state).options).length > 0;
}

function chosenIn(variable: object, list: string): CatalogueEntry[] {
  const state = record(record(variable).state);
  const texts = [state.text].flat();
  const chosen = [state.value].flat().map((one, i) => ({ value: text(one) ?? '', text: text(texts[i]) ?? '' }));
  return chosen
    .filter(({ value }) => value !== '' && value !== ALL)
    .map(({ value, text }) => ({ value, text: text === '' || text === value ? nameOf(value, list) : text }));
}

/** An alert's ID means nothing to a reader, but a typed node or metric is recognized by its ID. */
function nameOf(value: string, list: string): string {
  return list === 'alerts' ? t('variables.away', 'Alert not in the list') : value;
}
