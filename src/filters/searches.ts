import { intersection, uniq } from 'lodash';
import { AlertBook } from '../alertbook/alertBook';
import { IMPACTS } from '../alertbook/order';
import { filterKeyOf } from '../query/filtering';
import { type Texts } from '../query/shapes';
import { bounded, emptyFieldOf, emptyNotice, type Inputs, type Values } from '../inputs/inputs';
import { alertList } from '../entries/alertEntries';
import { eachKnown } from '../known/eachKnown';
import { type Reader } from '../known/follow';
import { type Context, type Request } from '../answer/runner';
import { momentOfEnd, rangeOf } from '../time/spans';
import { allHidden, type RowFilter, storedFilters, wantedValues } from './filters';

/** The combinations of values that alerts are searched for by, each once, 100 at most. */
export interface Searches {
  combinations: Array<{ nodeId: string; metricId: string; impact: string; q: string; impacts?: string[] }>;
  /** The filters that the service cannot apply. */
  rest: RowFilter[];
  /** The filters that rows are compared with. */
  compared: RowFilter[];
  notices: Values['notices'];
}

type SearchField = 'nodeId' | 'metricId' | 'impact';

interface SearchFields {
  nodeId: Texts;
  metricId: Texts;
  q: string;
  impact?: string[];
}

/**
 * What a search requests from the service: the query's fields with their variables replaced, and the filters on node, metric,
 * impact and text that say which values they want. Where a field and a filter disagree, or a variable leaves a field empty, nothing is left
 * to ask for.
 *
 * What the service does with several texts is not shown: one text goes out in a search, several that are alternatives in
 * a search each, and the rest is compared on rows.
 *
 * @param metricIds see `metricIdsFor`; only these are sent for a filter on `metric`
 */
export function searchesOf(
  query: SearchFields,
  inputs: Inputs,
  filters: readonly RowFilter[],
  metricIds: ReadonlySet<string> = new Set()
): Searches {
  const fields = {
    nodeId: inputs.all(query.nodeId),
    metricId: inputs.all(query.metricId),
  };
  const { nodeId, metricId } = fields;
  const empty = emptyFieldOf({ nodeId, metricId });
  const impacts = inputs.words(query.impact ?? [], 'impact', IMPACTS);
  const rest: RowFilter[] = [];
  const wanted: Record<SearchField, string[][]> = { nodeId: [], metricId: [], impact: [] };
  const ownText = inputs.one(query.q, 'q');
  let texts: string[] | undefined = ownText === '' ? undefined : [ownText];
  for (const filter of filters) {
    const values = wantedValues(filter);
    const field = fieldOf(filter, metricIds);
    if (filter.key === 'text' && values?.length && !values.includes('') && !texts) {
      texts = uniq(values);
    } else if (values && field && values.every((value) => isSendable(field, value))) {
      wanted[field].push(values);
    } else {
      rest.push(filter);
    }
  }
  // One metric has to pass all filters on metrics: if one is compared on rows, all are.
  const served = filters.filter((filter) => isNamed(filter) && !rest.includes(filter));
  const compared = rest.some(isNamed) ? [...rest, ...served, ...fieldFilters(fields)] : rest;
  const narrowed = (field: SearchField): string[] => {
    const chosen = field === 'impact' ? impacts : fields[field].values;
    const lists = chosen.length > 0 ? [chosen, ...wanted[field]] : wanted[field];
    return lists.length > 0 ? intersection(...lists) : [''];
  };
  const left = narrowed('impact');
  // The service takes one impact; several of the query's are compared here.
  const isCompared = impacts.length > 0 && left.length > 1;
  const ofImpact = isCompared ? [{ impact: '', impacts: left }] : left.map((impact) => ({ impact }));
  const ofText = ofImpact.flatMap((impact) => (texts ?? ['']).map((q) => ({ ...impact, q })));
  const combinations = empty
    ? []
    : narrowed('nodeId').flatMap((nodeId) =>
        narrowed('metricId').flatMap((metricId) => ofText.map((one) => ({ nodeId, metricId, ...one })))
      );
  const { values, notices } = bounded(combinations, (one) =>
    [one.metricId, one.nodeId, one.impact, one.q].filter((text) => text !== '').join(' · ')
  );
  return {
    combinations: values,
    rest,
    compared,
    notices: [
      ...(empty ? [emptyNotice(empty)] : combinations.length === 0 ? [allHidden()] : []),
      ...Object.values(fields).flatMap((field) => field.notices),
      ...notices,
    ],
  };
}

/** Whether a value can narrow a search: rows without one are found by comparing, as is an impact that no service lists. */
function isSendable(field: SearchField, value: string): boolean {
  return field === 'impact' ? IMPACTS.some((impact) => impact === value) : value !== '';
}

/** Whether one of the searches finds all alerts: no field and no filter narrows it. */
export function searchesAll({ combinations }: Searches): boolean {
  const isAll = ({ nodeId, metricId, impact, q, impacts }: Searches['combinations'][number]) =>
    [nodeId, metricId, q].every((text) => text === '') && (impact === '' || impact === 'any') && !impacts;
  return combinations.some(isAll);
}

/** Whether a filter says which metric is meant. */
export function isNamed({ key }: RowFilter): boolean {
  const own = filterKeyOf(key);
  return own === 'node' || own === 'metric' || own === 'system';
}

/** The query's own node and metric, as filters on rows. */
function fieldFilters(fields: Record<'nodeId' | 'metricId', Values>): RowFilter[] {
  return (['nodeId', 'metricId'] as const).flatMap((key) => {
    const { values } = fields[key];
    return values.length > 0 ? [{ key, operator: '=|', value: values[0], values }] : [];
  });
}

/**
 * The IDs of metrics in the alert lists at both ends of the range, if a filter on `metric` needs them: its value may be a
 * name, which the service does not take. Where a list fails, the rows' own metrics decide. Null while more can come.
 */
export function metricIdsFor(
  query: object,
  request: Request,
  context: Context
): (reader: Reader) => ReadonlySet<string> | null {
  if (!storedFilters(query).some((filter) => filter.key === 'metric' && wantedValues(filter))) {
    return () => new Set();
  }
  const range = rangeOf(request);
  const book = new AlertBook(context);
  const ends = [range.from, momentOfEnd(range.to, context.now())];
  return (reader) => {
    // The answer's own book notes what its lists show: it reads them by itself.
    const lists = eachKnown(reader, ends, (at) => ({ ...alertList(book, at), key: `metric IDs ${at}` }));
    const alerts = lists?.read.flatMap(({ result }) => result.rows);
    const metrics = alerts?.flatMap((alert) => alert.metrics ?? []);
    return metrics ? new Set(metrics.flatMap(({ metricId }) => metricId ?? [])) : null;
  };
}

/** The field of a search that a filter fills; names are compared on rows. */
function fieldOf({ key, value, values = [value] }: RowFilter, metricIds: ReadonlySet<string>): SearchField | undefined {
  switch (key) {
    case 'node':
      return values.every((one) => /^\d+$/.test(one)) ? 'nodeId' : undefined;
    case 'nodeId':
      return 'nodeId';
    case 'metric':
      return values.every((one) => metricIds.has(one)) ? 'metricId' : undefined;
    case 'metricId':
      return 'metricId';
    case 'impact':
      return 'impact';
    default:
      return undefined;
  }
}
