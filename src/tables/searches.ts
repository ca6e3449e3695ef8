import { intersection } from 'lodash';
import { type Texts } from '../query/shapes';
import { bounded, emptyFieldOf, emptyNotice, type Inputs, type Values } from '../answer/inputs';
import { allHidden, type RowFilter, wantedValues } from './filters';

/** The combinations of values that alerts are searched for by, each once, 100 at most. */
export interface Searches {
  combinations: Array<{ nodeId: string; metricId: string; impact: string; q: string; impacts?: string[] }>;
  /** The filters that the service cannot apply. */
  rest: RowFilter[];
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
 */
export function searchesOf(query: SearchFields, inputs: Inputs, filters: readonly RowFilter[]): Searches {
  const fields = {
    nodeId: inputs.all(query.nodeId),
    metricId: inputs.all(query.metricId),
    impact: inputs.all(query.impact ?? []),
  };
  const { nodeId, metricId } = fields;
  const empty = emptyFieldOf({ nodeId, metricId });
  const impacts = inputs.words(query.impact ?? []);
  const rest: RowFilter[] = [];
  const wanted: Record<SearchField, string[][]> = { nodeId: [], metricId: [], impact: [] };
  const texts: string[] = [];
  for (const filter of filters) {
    const values = wantedValues(filter);
    const field = fieldOf(filter);
    if (values && filter.key === 'text') {
      texts.push(...values);
    } else if (values && field) {
      wanted[field].push(values);
    } else {
      rest.push(filter);
    }
  }
  const narrowed = (field: SearchField): string[] => {
    const chosen = field === 'impact' ? impacts : fields[field].values;
    const lists = chosen.length > 0 ? [chosen, ...wanted[field]] : wanted[field];
    return lists.length > 0 ? intersection(...lists) : [''];
  };
  const q = [inputs.single(query.q, 'q'), ...texts].filter((text) => text !== '').join(' ');
  const left = narrowed('impact');
  // The service takes one impact; several of the query's are compared here.
  const ofImpact =
    impacts.length > 1 && left.length > 1 ? [{ impact: '', impacts: left }] : left.map((impact) => ({ impact }));
  const combinations = empty
    ? []
    : narrowed('nodeId').flatMap((nodeId) =>
        narrowed('metricId').flatMap((metricId) => ofImpact.map((impact) => ({ nodeId, metricId, ...impact, q })))
      );
  const { values, notices } = bounded(combinations, (one) =>
    [one.metricId, one.nodeId, one.impact].filter((text) => text !== '').join(' · ')
  );
  return {
    combinations: values,
    rest,
    notices: [
      ...(empty ? [emptyNotice(empty)] : combinations.length === 0 ? [allHidden()] : []),
      ...Object.values(fields).flatMap((field) => field.notices),
      ...notices,
    ],
  };
}

/** The field of a search that a filter fills; a node may also be filtered by name, which the service does not take. */
function fieldOf({ key, value, values = [value] }: RowFilter): SearchField | undefined {
  switch (key) {
    case 'node':
      return values.every((one) => /^\d+$/.test(one)) ? 'nodeId' : undefined;
    case 'nodeId':
      return 'nodeId';
    case 'metric':
    case 'metricId':
      return 'metricId';
    case 'impact':
      return 'impact';
    default:
      return undefined;
  }
}
