import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { type WHICH_SERIES } from './fields';
import { displayName, finalName, type SeriesIdentity } from './frameNames';
import { type Inputs } from './inputs';
import { names, warn } from './notices';
import { type FieldsOf, MAX_RESULTS } from './query';
import { namesIn, parseSeries, seriesKey } from './series';
import { isFilled, type Texts } from './shapes';
import { RAW } from './texts';

/** One series of a query, with replaced variables. */
export interface WantedSeries {
  identity: SeriesIdentity;
  /** Before it is made unique in the response. */
  name: string;
}

export interface Expansion {
  series: WantedSeries[];
  /** Whether nodes and metrics were combined, so that some of the pairs may not exist. */
  product: boolean;
  /** Series that are too many. */
  leftOut: SomeNames;
  /** What is no series. */
  notices: QueryResultMetaNotice[];
}

export const NO_SERIES: Expansion = {
  series: [],
  product: false,
  leftOut: { first: [], count: 0 },
  notices: [],
};

/** Some of many names. */
interface SomeNames {
  first: string[];
  count: number;
}

/** The query's fields for its series. */
type Wanted = FieldsOf<typeof WHICH_SERIES> & { legend?: string };

type Pair = Pick<SeriesIdentity, 'nodeId' | 'metricId' | 'nodeName' | 'metricName' | 'systemName'>;

/** More are not shown, and the first of the others are named. */
const MOST_IDS = MAX_RESULTS + 10;

/**
 * The series in the query, otherwise the product of its nodes and metrics.
 *
 * @throws ServiceFailure (`input`) if there is no such variable, EmptyField if a variable left a field empty
 */
export function expand(query: Wanted, inputs: Inputs, aggregation = ''): Expansion {
  const isListed = isFilled(query.series);
  const { pairs, beyond, malformed } = (isListed ? listedIn : combined)(query, inputs);
  const legend = inputs.shown(query.legend ?? '');
  const all = pairs.map((pair) => {
    const identity = { ...pair, aggregation };
    return { identity, name: displayName(legend, identity) };
  });
  return {
    notices: malformed.length > 0 ? [noSeries(malformed)] : [],
    series: all.slice(0, MAX_RESULTS),
    product: !isListed && pairs.length > 1,
    leftOut: someOf(all.slice(MAX_RESULTS), beyond),
  };
}

function someOf(series: WantedSeries[], more = 0): SomeNames {
  const first = series.slice(0, 10).map(({ name, identity }) => finalName(name, identity));
  return { first, count: series.length + more };
}

/** @param texts what was given instead of a series */
function noSeries(texts: string[]): QueryResultMetaNotice {
  const values = { names: names(texts), ...RAW };
  return warn(t('metric.no-series', 'Ignored: {{names}}. Write a series as node:metric.', values));
}

interface FieldPairs {
  pairs: Pair[];
  /** The number of further ones. */
  beyond: number;
  /** Invalid texts in the field `series`. */
  malformed: string[];
}

function combined(query: Wanted, inputs: Inputs): FieldPairs {
  const nodes = named('nodeId', query.nodeId, query.nodeName, inputs);
  const metrics = named('metricId', query.metricId, query.metricName, inputs);
  const systemName = nodes.length === 1 ? inputs.shown(query.systemName) : '';
  const pairs = nodes.slice(0, MOST_IDS).flatMap((node) =>
    metrics.slice(0, MOST_IDS).map((metric) => ({
      nodeId: node.id,
      metricId: metric.id,
      nodeName: node.name,
      metricName: metric.name,
      systemName,
    }))
  );
  return { pairs, beyond: nodes.length * metrics.length - pairs.length, malformed: [] };
}

function listedIn({ series, nodeName, metricName }: Wanted, inputs: Inputs): FieldPairs {
  const field = inputs.every(series);
  inputs.refuseEmpty({ series: field });
  const all = field.values;
  const texts = inputs.texts(series);
  // Stored names only apply to a single one.
  const [node, metric] = [nodeName, metricName].map((name) => (all.length === 1 ? inputs.shown(name) : ''));
  const pairs = new Map<string, Pair>();
  const malformed: string[] = [];
  for (const value of all) {
    const id = parseSeries(value);
    if (id && !pairs.has(seriesKey(id))) {
      const shown = texts.get(value);
      const names = shown === undefined ? { nodeName: node, metricName: metric } : namesIn(shown);
      pairs.set(seriesKey(id), { ...id, ...names, systemName: '' });
    } else if (!id) {
      malformed.push(value);
    }
  }
  return { pairs: [...pairs.values()], beyond: 0, malformed };
}

/** The IDs in a field, each with its name if a variable's label or the query has one. */
function named(name: 'nodeId' | 'metricId', field: Texts, picked: string, inputs: Inputs) {
  // An ID that was picked from a list is stored with its name: the service has it, even if it looks like a variable.
  const all = inputs.every(field, picked !== '');
  inputs.refuseEmpty({ [name]: all });
  const ids = all.values;
  const shown = inputs.texts(field);
  // A stored name only applies to a single one.
  const own = ids.length === 1 ? inputs.shown(picked) : '';
  return ids.map((id) => ({ id, name: shown.get(id) ?? own }));
}
