import { type ScopedVars } from '@grafana/data';
import { displayName, type SeriesIdentity, toldName } from '../corridors/legend';
import { type FieldsOf, type GranularityChoice, MAX_RESULTS } from '../query/query';
import { parseSeries, type SERIES_FIELDS } from '../query/series';
import { isFilled, type Texts } from '../query/texts';
import { type Templates } from './templates';

/** One series that a query stands for, its variables replaced. */
export interface WantedSeries {
  identity: SeriesIdentity;
  /** Before it is made unique over the response. */
  name: string;
}

export interface Expansion {
  series: WantedSeries[];
  /** Whether nodes and metrics were combined, so that some of the pairs may not exist. */
  product: boolean;
  /** Names of the series beyond the bound. */
  leftOut: string[];
  /** Texts in the field `series` that are none. */
  malformed: string[];
  /** Fields whose variables left nothing. */
  empty: SeriesField[];
}

export type SeriesField = 'nodeId' | 'metricId' | 'series';

/** What a query says of its series; the aggregation is that of a metric query. */
type Wanted = Omit<FieldsOf<typeof SERIES_FIELDS>, 'bands'> & { aggregation?: string };

type Pair = Pick<SeriesIdentity, 'nodeId' | 'metricId' | 'nodeName' | 'metricName' | 'systemName'>;

/** The series that the query lists, else the product of its nodes and metrics. */
export function expand(query: Wanted, templates: Templates, scopedVars?: ScopedVars): Expansion {
  const listed = isFilled(query.series);
  const { pairs, ...found } = listed ? listedIn(query, templates, scopedVars) : combined(query, templates, scopedVars);
  const legend = templates.one(query.legend, scopedVars);
  const aggregation = templates.one(query.aggregation ?? '', scopedVars);
  const all = pairs.map((pair): WantedSeries => {
    const identity = { ...pair, aggregation };
    return { identity, name: displayName(legend, identity) };
  });
  return {
    series: all.slice(0, MAX_RESULTS),
    leftOut: all.slice(MAX_RESULTS).map(({ name, identity }) => toldName(name, identity)),
    product: !listed && all.length > 1,
    ...found,
  };
}

interface Pairs extends Pick<Expansion, 'malformed' | 'empty'> {
  pairs: Pair[];
}

function combined(query: Wanted, templates: Templates, scopedVars?: ScopedVars): Pairs {
  const nodes = named(query.nodeId, query.nodeName, templates, scopedVars);
  const metrics = named(query.metricId, query.metricName, templates, scopedVars);
  const systemName = nodes.length === 1 ? templates.one(query.systemName, scopedVars) : '';
  const empty: SeriesField[] = [];
  if (nodes.length === 0) {
    empty.push('nodeId');
  }
  if (metrics.length === 0) {
    empty.push('metricId');
  }
  const pairs = nodes.flatMap((node) =>
    metrics.map((metric) => ({
      nodeId: node.id,
      metricId: metric.id,
      nodeName: node.name,
      metricName: metric.name,
      systemName,
    }))
  );
  return { pairs, malformed: [], empty };
}

function listedIn({ series }: Wanted, templates: Templates, scopedVars?: ScopedVars): Pairs {
  const values = templates.all(series, scopedVars);
  const texts = templates.texts(series, scopedVars);
  const pairs: Pair[] = [];
  const malformed: string[] = [];
  for (const value of values) {
    const id = parseSeries(value);
    if (id) {
      pairs.push({ ...id, ...namesIn(texts.get(value) ?? ''), systemName: '' });
    } else {
      malformed.push(value);
    }
  }
  return { pairs, malformed, empty: values.length === 0 ? ['series'] : [] };
}

/** The names in what a variable of series shows for one: `<metric> · <node>`. */
function namesIn(shown: string): { nodeName: string; metricName: string } {
  const [metricName, nodeName, ...more] = shown.split(' · ');
  return nodeName === undefined || more.length > 0 ? { nodeName: '', metricName: '' } : { nodeName, metricName };
}

/** The ids that a field stands for, each with its name where the query or a variable's text gives one. */
function named(field: Texts, picked: string, templates: Templates, scopedVars?: ScopedVars) {
  const ids = templates.all(field, scopedVars);
  const texts = [field].flat();
  if (texts.length === 1 && !templates.holdsVariable(texts[0])) {
    return ids.map((id) => ({ id, name: templates.one(picked, scopedVars) }));
  }
  const shown = templates.texts(field, scopedVars);
  return ids.map((id) => ({ id, name: shown.get(id) ?? '' }));
}

/** The granularity that a text names, its variables replaced; null where it names none of the contract's. */
export function granularityOf(text: string): GranularityChoice | null {
  switch (text) {
    case '':
    case 'auto':
      return 'auto';
    case '60m':
    case '1h':
      return '1h';
    case '1m':
    case '15m':
      return text;
    default:
      return null;
  }
}
