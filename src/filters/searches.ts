import { intersection, uniq } from 'lodash';
import { AlertBook } from '../alertbook/alertBook';
import { IMPACTS } from '../alertbook/order';
import { filterKeyOf } from '../query/filtering';
import { type Texts } from '../query/shapes';
import { bounded, emptyFieldOf, emptyNotice, type Inputs, type Values } from '../inputs/inputs';
import { alertList, listAtStart } from '../entries/alertEntries';
import { eachKnown } from '../known/eachKnown';
import { type Reader } from '../known/follow';
import { type Context, type Request } from '../answer/runner';
import { momentOfEnd, rangeOf } from '../time/spans';
import { allHidden, type RowFilter, storedFilters, wantedValues } from './filters';

/** The combinations of values for searches, each once, at most 100. */
export interface Searches {
  combinations: Array<{ nodeId: string; metricId: string; impact: string; q: string; impacts?: string[] }>;
  /** The filters that the service can't apply. */
  rest: RowFilter[];
  /** The filters to compare rows with. */
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
 * What a search requests from the service: the query's fields with replaced variables, and filters with values for node,
 * metric, impact, and text. If a field and a filter disagree, or a variable leaves a field empty, there is nothing to
 * request.
 *
 * The interface doesn't define how several texts are searched: a search sends one text, alternatives are one search each,
 * and the rest is compared with rows.
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
  // One metric must pass all filters on metrics: if one is compared with rows, all are.
  const served = filters.filter((filter) => isNamed(filter) && !rest.includes(filter));
  const compared = rest.some(isOfMetric) ? [...rest, ...served, ...fieldFilters(fields)] : rest;
  const narrowed = (field: SearchField): string[] => {
    const chosen = field === 'impact' ? impacts : fields[field].values;
    const lists = chosen.length > 0 ? [chosen, ...wanted[field]] : wanted[field];
    return lists.length > 0 ? intersection(...lists) : [''];
  };
  const left = narrowed('impact');
  // The service supports one impact, so several are compared here.
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

/** The searches for the alerts of events, with the `rest` for the events themselves. The query's names select alerts. */
export function searchesOfEvents(
  query: SearchFields,
  inputs: Inputs,
  filters: readonly RowFilter[],
  metricIds: ReadonlySet<string>
): Searches {
  // An event keeps its impact when its alert changes. The other filters select both alerts and events.
  const onAlerts = filters.filter(({ key }) => key !== 'impact');
  const searches = searchesOf(query, inputs, onAlerts, metricIds);
  const isOnEvents = (one: RowFilter) => !one.isNames && (one.key !== 'text' || searches.rest.includes(one));
  return { ...searches, rest: filters.filter(isOnEvents) };
}

/** Whether a search can send a value. Rows without a value, and unknown impacts, are found by comparing. */
function isSendable(field: SearchField, value: string): boolean {
  return field === 'impact' ? IMPACTS.some((impact) => impact === value) : value !== '';
}

/** Whether one of the searches finds all alerts, because no field and no filter limits it. */
export function searchesAll({ combinations }: Searches): boolean {
  const isAll = ({ nodeId, metricId, impact, q, impacts }: Searches['combinations'][number]) =>
    [nodeId, metricId, q].every((text) => text === '') && (impact === '' || impact === 'any') && !impacts;
  return combinations.some(isAll);
}

/** Whether a filter is about the metric of a row. */
export function isNamed({ key }: RowFilter): boolean {
  const own = filterKeyOf(key);
  return own === 'node' || own === 'metric' || own === 'system';
}

/** Whether a filter compares something of the row's metric. */
function isOfMetric({ key }: RowFilter): boolean {
  const own = filterKeyOf(key);
  return own !== undefined && own !== 'impact';
}

/** The query's own node and metric, as filters on rows. */
export function fieldFilters(fields: Record<'nodeId' | 'metricId', Values>): RowFilter[] {
  return (['nodeId', 'metricId'] as const).flatMap((key) => {
    const { values } = fields[key];
    return values.length > 0 ? [{ key, operator: '=|', value: values[0], values }] : [];
  });
}

/**
 * The IDs of metrics in the alert lists at both ends of the range, if a filter on `metric` needs them: its value may be a
 * name, which the service does not support. If a list fails, the rows' own metrics decide. Null while more can arrive.
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
  const ends = [listAtStart(book, range), alertList(book, momentOfEnd(range.to, context.now()))];
  return (reader) => {
    // The answer's own book stores the metrics of its lists when it reads them itself.
    const lists = eachKnown(reader, ends, (list) => ({ ...list, key: `metric IDs ${list.key}` }));
    const alerts = lists?.read.flatMap(({ result }) => result.rows);
    const metrics = alerts?.flatMap((alert) => alert.metrics ?? []);
    return metrics ? new Set(metrics.flatMap(({ metricId }) => metricId ?? [])) : null;
  };
}

/** The field of a search for a filter. Names are compared with rows. */
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
