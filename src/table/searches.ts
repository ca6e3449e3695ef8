import { intersection, uniq } from 'lodash';
import { bounded, type Inputs, type Values } from '../ground/inputs';
import { NAMES } from '../ground/fields';
import { invalidText, type Texts } from '../ground/shapes';
import { type FieldsOf, IMPACTS } from '../ground/query';
import { ServiceFailure } from '../ground/failure';
import { allHidden, type RowFilter, storedFilters, wantedValues } from './filters';
import { filterKeyOf } from '../ground/filtering';
import { namePart, patternOf } from '../ground/names';
import { alertList, listAtStart } from '../facts/alerts';
import { eachKnown, type Reader } from '../facts/reader';
import { type Scope } from './links';
import { type Named } from '../service/alerts';

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
 * metric, impact, and text. If a field and a filter disagree, there is nothing to request.
 *
 * The interface doesn't define how several texts are searched: a search sends one text, alternatives are one search each,
 * and the rest is compared with rows.
 *
 * @param isId see `idsFor`; a filter on `node` or `metric` sends only IDs
 */
export function searchesOf(
  query: SearchFields,
  inputs: Inputs,
  filters: readonly RowFilter[],
  isId: IsId = () => false
): Searches {
  const fields = {
    nodeId: inputs.all(query.nodeId),
    metricId: inputs.all(query.metricId),
  };
  const { nodeId, metricId } = fields;
  inputs.refuseEmpty({ nodeId, metricId });
  const impacts = query.impact ? inputs.words(query.impact, 'impact') : [];
  const rest: RowFilter[] = [];
  const wanted: Record<SearchField, string[][]> = { nodeId: [], metricId: [], impact: [] };
  const ownText = inputs.one(query.q, 'q');
  let texts: string[] | undefined = ownText === '' ? undefined : [ownText];
  for (const filter of filters) {
    const values = wantedValues(filter);
    const field = fieldOf(filter, isId);
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
  const combinations = narrowed('nodeId').flatMap((nodeId) =>
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
      ...(combinations.length === 0 ? [allHidden()] : []),
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
  isId: IsId
): Searches {
  // An event keeps its impact when its alert changes. The other filters select both alerts and events.
  const onAlerts = filters.filter(({ key }) => key !== 'impact');
  const searches = searchesOf(query, inputs, onAlerts, isId);
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

/** Whether a value of a filter is an ID of the service, and not a name. */
export type IsId = (key: 'node' | 'metric', value: string) => boolean;

/**
 * Whether values of filters on `node` and `metric` are IDs: an integer is a node's, and a metric's are in the alert lists
 * at both ends of the range. A value that is also a name in these lists is compared with the rows' own metrics, which finds
 * both. If a list fails, it names nothing. Null while more can arrive.
 */
export function idsFor(query: object, { context, range, moment }: Scope): (reader: Reader) => IsId | null {
  const isMet = (filter: RowFilter) => (filter.key === 'node' || filter.key === 'metric') && wantedValues(filter);
  if (!storedFilters(query).some(isMet)) {
    return () => () => false;
  }
  const ends = [listAtStart(context, range), alertList(context, moment)];
  return (reader) => {
    const lists = eachKnown(ends, (list) => reader.read(list));
    const metrics = lists?.read.flatMap(({ result }) => result.rows).flatMap((alert) => alert.metrics ?? []);
    if (!metrics) {
      return null;
    }
    return (key, value) => {
      const hasId = (metric: Named) => metric[`${key}Id`] === value;
      const isName = metrics.some((metric) => metric[`${key}Name`] === value && !hasId(metric));
      return !isName && ((key === 'node' && /^\d+$/.test(value)) || metrics.some(hasId));
    };
  };
}

/** The field of a search for a filter. Names are compared with rows. */
function fieldOf({ key, value, values = [value] }: RowFilter, isId: IsId): SearchField | undefined {
  switch (key) {
    case 'node':
    case 'metric':
      return values.every((one) => isId(key, one)) ? `${key}Id` : undefined;
    case 'nodeId':
    case 'metricId':
    case 'impact':
      return key;
    default:
      return undefined;
  }
}

/** The names to compare a query's rows with. */
export interface Names {
  /** The values of the variables. `given` without values: variables left them empty. */
  names: Values;
  /** One filter, or none without names. */
  filters: RowFilter[];
}

/** @throws ServiceFailure (`input`) if the pattern is not a regular expression, or the variable does not exist */
export function readNames({ names: field, nameOf, namePattern }: FieldsOf<typeof NAMES>, inputs: Inputs): Names {
  const names = inputs.every(field);
  if (!names.given) {
    return { names, filters: [] };
  }
  const written = inputs.one(namePattern, 'namePattern');
  const pattern = patternOf(written);
  if (pattern === undefined) {
    throw new ServiceFailure('input', invalidText(NAMES.namePattern, written));
  }
  const values = uniq(names.values.map((name) => namePart(name, pattern)));
  return {
    names,
    filters: [{ key: `${nameOf}Name`, operator: '=|', value: values[0] ?? '', values, isNames: true }],
  };
}
