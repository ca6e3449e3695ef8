import { t } from '@grafana/i18n';
import { notice } from '../answer/notices';
import { type Texts } from '../query/shapes';
import { bounded, emptyNotice, type Inputs, type Values } from '../answer/inputs';
import { type RowFilter, wantedValues } from './filters';

/** The combinations of values that alerts are searched for by, each once, 100 at most. */
export interface Searches {
  combinations: Array<{ nodeId: string; metricId: string; impact: string; q: string }>;
  /** The filters that the service cannot apply. */
  rest: RowFilter[];
  notices: Values['notices'];
}

interface SearchFields {
  nodeId: Texts;
  metricId: Texts;
  q: string;
  impact?: string;
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
    impact: inputs.all(query.impact ?? ''),
  };
  const empty = Object.entries(fields).find(([, { given, values }]) => given && values.length === 0);
  const rest: RowFilter[] = [];
  const wanted = new Map<string, string[]>();
  const texts: string[] = [];
  for (const filter of filters) {
    const values = wantedValues(filter);
    const field = fieldOf(filter);
    if (values && filter.key === 'text') {
      texts.push(...values);
    } else if (values && field !== undefined) {
      const before = wanted.get(field);
      wanted.set(field, before ? before.filter((value) => values.includes(value)) : values);
    } else {
      rest.push(filter);
    }
  }
  const narrowed = (key: keyof typeof fields): string[] => {
    const chosen = fields[key].values.filter((value) => key !== 'impact' || value !== 'any');
    const asked = wanted.get(key);
    if (!asked) {
      return chosen.length > 0 ? chosen : [''];
    }
    return chosen.length > 0 ? chosen.filter((value) => asked.includes(value)) : asked;
  };
  const q = [inputs.one(query.q), ...texts].filter((text) => text !== '').join(' ');
  const combinations = empty
    ? []
    : narrowed('nodeId').flatMap((nodeId) =>
        narrowed('metricId').flatMap((metricId) =>
          narrowed('impact').map((impact) => ({ nodeId, metricId, impact, q }))
        )
      );
  const { values, notices } = bounded(combinations, (one) =>
    [one.metricId, one.nodeId, one.impact].filter((text) => text !== '').join(' · ')
  );
  return {
    combinations: values,
    rest,
    notices: [
      ...(empty ? [emptyNotice(empty[0])] : combinations.length === 0 ? [noneLeft()] : []),
      ...Object.values(fields).flatMap((field) => field.notices),
      ...notices,
    ],
  };
}

function noneLeft() {
  return notice(t('filters.all-hidden', 'Filters hide all results. Remove or change one.'));
}

/** The field of a search that a filter fills; a node may also be filtered by name, which the service does not take. */
function fieldOf({ key, value, values = [value] }: RowFilter): 'nodeId' | 'metricId' | 'impact' | undefined {
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
