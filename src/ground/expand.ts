import { type ScopedVars } from '@grafana/data';
import { displayName, type SeriesIdentity, finalName } from './frameNames';
import { type FieldsOf, MAX_RESULTS } from './query';
import { type SERIES_FIELDS } from './fields';
import { namesIn, parseSeries, seriesKey } from './series';
import { isFilled, type Texts } from './shapes';
import { type Templates } from './templates';

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
  /** Invalid texts in the field `series`. */
  malformed: string[];
  /** Fields that variables left empty. */
  empty: SeriesField[];
  /** Variables that do not exist. */
  gone: string[];
  /** A field for a single word whose variable has several values. */
  several?: { field: WordField; values: string[] };
}

/** Fields with one word. */
type WordField = 'aggregation' | 'granularity' | 'compare' | 'overlay';
type SeriesField = 'nodeId' | 'metricId' | 'series';
const NAME_FIELDS = { nodeId: 'nodeName', metricId: 'metricName' } as const;

/** Some of many names. */
interface SomeNames {
  first: string[];
  count: number;
}

/** The query's fields for its series, and other words of a metric query. */
type Wanted = Omit<FieldsOf<typeof SERIES_FIELDS>, 'bands'> & Partial<Record<WordField, string>>;

type Pair = Pick<SeriesIdentity, 'nodeId' | 'metricId' | 'nodeName' | 'metricName' | 'systemName'>;

/** More are not shown, and the first of the others are named. */
const MOST_IDS = MAX_RESULTS + 10;

/** The series in the query, otherwise the product of its nodes and metrics. */
export function expand(query: Wanted, templates: Templates, scopedVars?: ScopedVars): Expansion {
  const fields: SeriesField[] = isFilled(query.series) ? ['series'] : ['nodeId', 'metricId'];
  // An ID that was picked from a list is stored with its name: the service has it, even if it looks like a variable.
  const isPicked = (field: SeriesField) => field !== 'series' && query[NAME_FIELDS[field]] !== '';
  const ids = fields.filter((field) => !isPicked(field)).flatMap((field) => [query[field]].flat());
  const { aggregation: wanted, granularity, compare, overlay } = query;
  const words = { aggregation: wanted, granularity, compare, overlay };
  const texts = Object.values(words).flatMap((text) => text ?? []);
  const several = (Object.keys(words) as WordField[])
    .map((field) => ({ field, values: templates.all(words[field] ?? '', scopedVars) }))
    .find(({ values }) => values.length > 1);
  const listed = fields[0] === 'series';
  const { pairs, beyond, ...found } = (listed ? listedIn : combined)(query, templates, scopedVars);
  const legend = templates.one(query.legend, scopedVars);
  const aggregation = templates.one(query.aggregation ?? '', scopedVars).trim();
  const all = pairs.map((pair) => {
    const identity = { ...pair, aggregation };
    return { identity, name: displayName(legend, identity) };
  });
  return {
    ...found,
    series: all.slice(0, MAX_RESULTS),
    product: !listed && pairs.length > 1,
    leftOut: someOf(all.slice(MAX_RESULTS), beyond),
    several,
    gone: [...ids, ...texts].flatMap((text) => templates.missing(text, scopedVars) ?? []),
  };
}

function someOf(series: WantedSeries[], more = 0): SomeNames {
  const first = series.slice(0, 10).map(({ name, identity }) => finalName(name, identity));
  return { first, count: series.length + more };
}

interface FieldPairs extends Pick<Expansion, 'malformed' | 'empty'> {
  pairs: Pair[];
  /** The number of further ones. */
  beyond: number;
}

function combined(query: Wanted, templates: Templates, scopedVars?: ScopedVars): FieldPairs {
  const nodes = named(query.nodeId, query.nodeName, templates, scopedVars);
  const metrics = named(query.metricId, query.metricName, templates, scopedVars);
  const systemName = nodes.length === 1 ? templates.one(query.systemName, scopedVars) : '';
  const pairs = nodes.slice(0, MOST_IDS).flatMap((node) =>
    metrics.slice(0, MOST_IDS).map((metric) => ({
      nodeId: node.id,
      metricId: metric.id,
      nodeName: node.name,
      metricName: metric.name,
      systemName,
    }))
  );
  const lists = { nodeId: nodes, metricId: metrics };
  return {
    pairs,
    beyond: nodes.length * metrics.length - pairs.length,
    malformed: [],
    empty: (['nodeId', 'metricId'] as const).filter((field) => lists[field].length === 0),
  };
}

function listedIn({ series, nodeName, metricName }: Wanted, templates: Templates, scopedVars?: ScopedVars): FieldPairs {
  const all = templates.all(series, scopedVars);
  const texts = templates.texts(series, scopedVars);
  // Stored names only apply to a single one.
  const [node, metric] = [nodeName, metricName].map((name) =>
    all.length === 1 ? templates.one(name, scopedVars) : ''
  );
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
  return {
    pairs: [...pairs.values()],
    beyond: 0,
    malformed,
    empty: all.length === 0 ? ['series'] : [],
  };
}

/** The IDs in a field, each with its name if a variable's label or the query has one. */
function named(field: Texts, picked: string, templates: Templates, scopedVars?: ScopedVars) {
  const ids = templates.all(field, scopedVars);
  const shown = templates.texts(field, scopedVars);
  // A stored name only applies to a single one.
  const name = ids.length === 1 ? templates.one(picked, scopedVars) : '';
  return ids.map((id) => ({ id, name: shown.get(id) ?? name }));
}
