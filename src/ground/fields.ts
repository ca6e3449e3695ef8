import { t } from '@grafana/i18n';
import { patternOf } from './names';
import { BANDS, DEFAULT_ROWS, type FieldsOf, IMPACTS } from './query';
import {
  type Options,
  choice,
  invalidText,
  isFilled,
  list,
  mentionsVariable,
  number,
  shownText,
  someOf,
  type Text,
  text,
  texts,
  word,
} from './shapes';
import { RAW } from './texts';
import { parseMoment } from './times';

/* Fields of several query types. */

export const ANY: Text = () => t('option.any', 'any');
export const NONE: Text = () => t('option.none', 'none');
export const AUTO: Text = () => t('option.auto', 'auto');
export const TABLE: Text = () => t('option.table', 'Table');

const node: Text = () => t('label.node', 'Node');
const metric: Text = () => t('label.metric', 'Metric');

/** The name of a choice of forms in which rows are shown. */
export const FORMAT = { label: () => t('label.format', 'Format') };
/** The name of a choice of how rows are grouped. */
export const GROUP_BY = { label: () => t('report.editor.by', 'Group by') };
/** The name of a choice of the order of rows. */
export const SORT_BY = { label: () => t('deviations.editor.sort', 'Sort by') };

export const SYSTEM = texts({ label: () => t('label.system', 'System'), subject: 'system', optional: true });
export const NODE = texts({ label: node, subject: 'node', optional: true });
export const METRIC_OF_NODE = texts({ label: metric, subject: 'metric', optional: true });
export const ALERT = texts({ label: () => t('label.alert', 'Alert'), subject: 'alert', optional: true, width: 30 });
export const SEARCH = text({ label: () => t('label.search', 'Search'), optional: true });
/** Empty: all. */
export const IMPACT = list({ label: () => t('label.impact', 'Impact'), known: IMPACTS, optional: true });

/** Selects alerts for a search, a count, or the events of all alerts. */
export const SEARCHED = { q: SEARCH, nodeId: NODE, metricId: METRIC_OF_NODE };

/** Point in time: ISO 8601, epoch milliseconds, date math, or a variable. */
export const MOMENT = text({
  label: () => t('alerts.editor.at', 'Point in time'),
  placeholder: () => t('editor.moment.placeholder', 'now'),
  check: momentError,
  optional: true,
  example: '2026-01-31T14:00Z, now-6h, ${__to}',
  width: 24,
});

/** A sentence about why a text is not a time. The value of a variable is unknown here. */
function momentError(text: string): string | undefined {
  return !mentionsVariable(text) && parseMoment(text) === null
    ? t('editor.moment.invalid', 'Not a time. Use 2026-01-31T14:00Z, epoch milliseconds, now-6h, or a variable.')
    : undefined;
}

/** The maximum of rows. */
export function limit(fallback = DEFAULT_ROWS, max?: number) {
  return number(fallback, { label: () => t('label.limit', 'Limit'), width: 14, max });
}

/** Options that are shown as they are written. */
export function asWritten<T extends string>(...words: T[]): Options<T> {
  return Object.fromEntries(words.map((word) => [word, () => word])) as unknown as Options<T>;
}

/** How the service combines the values of a step. Empty: the service decides. */
export const AGGREGATION = word('', {
  label: () => t('label.aggregation', 'Aggregation'),
  width: 16,
  options: { '': () => t('option.default', 'default'), ...asWritten('avg', 'max', 'sum') },
});

/** The subject of queries about series. */
export const WHICH_SERIES = {
  /** Every existing combination of nodes and metrics. */
  nodeId: texts({ label: node, subject: 'node', nameField: 'nodeName' }),
  metricId: texts({ label: metric, subject: 'metric', nameField: 'metricName' }),
  /** `<nodeId>:<metricId>`. If it is not empty, it replaces `nodeId` and `metricId`. */
  series: texts({
    label: () => t('label.series', 'Series'),
    subject: 'series',
    help: () =>
      t('editor.series.tooltip', 'Chosen node:metric pairs, instead of every combination of node and metric.'),
    placeholder: NONE,
    optional: true,
    width: 34,
  }),
  /** What the picker showed, only for labels. */
  nodeName: shownText(),
  metricName: shownText(),
  systemName: shownText(),
};

type SeriesSubject = FieldsOf<typeof WHICH_SERIES>;
const isByNode = ({ series }: SeriesSubject) => !isFilled(series);

/** When the fields of a series apply. */
export const SERIES_SHOWN_WHEN = { nodeId: isByNode, metricId: isByNode };

/** Whether a query has series. A field with a variable counts as filled. If the variable is empty, there is a notice. */
export function namesSeries({ nodeId, metricId, series }: SeriesSubject): boolean {
  return isFilled(series) || (isFilled(nodeId) && isFilled(metricId));
}

const LABELS = ['node', 'metric', 'system', 'node_id', 'metric_id', 'aggregation'];

/** The fields of queries that draw series, with their look. */
export const SERIES_FIELDS = {
  ...WHICH_SERIES,
  bands: someOf(BANDS, {
    label: () => t('label.corridors', 'Corridors'),
    // All three are visible at once.
    width: 44,
    help: () =>
      t('editor.bands.tooltip', 'main: usual values. sup and inf: less usual values above and below it, still inside.'),
  }),
  /** The series' name, possibly with labels. Empty: metric and node. */
  legend: shownText({
    label: () => t('editor.legend.label', 'Legend'),
    help: () =>
      t('editor.legend.tooltip', 'May contain {{labels}}.', {
        labels: LABELS.map((label) => `{{${label}}}`).join(', '),
        ...RAW,
      }),
    placeholder: () => `${metric()} · ${node()}`,
    width: 16,
  }),
};

/** Alerts or anomalies of the series, or its times outside, drawn in the panel. */
export const OVERLAY = word('none', {
  label: () => t('metric.editor.overlay', 'Overlay'),
  width: 14,
  options: {
    none: NONE,
    outside: () => t('column.outside', 'Time outside'),
    alerts: () => t('label.alerts', 'Alerts'),
    anomalies: () => t('label.anomalies', 'Anomalies'),
  },
});

/** Which deviations are shown. */
export const DEVIATION_LIMITS = {
  /** Smaller ones are left out. */
  minDeviation: number(0, {
    label: () => t('label.min-deviation', 'Minimum deviation'),
    help: () =>
      t('editor.min-deviation', 'Smaller deviations are not marked or ranked. States and alerts stay the same.'),
    isDecimal: true,
    example: '0.5',
    width: 12,
  }),
  /** Widths of main, percent of the nearest edge, or the metric's unit. */
  minDeviationIn: choice(
    {
      widths: () => t('editor.widths', 'Corridor widths'),
      percent: () => t('editor.percent', '% of the edge'),
      unit: () => t('editor.unit', 'Unit of the metric'),
    },
    { label: () => t('editor.min-deviation-in', 'In'), width: 18 }
  ),
  side: choice(
    {
      both: () => t('option.both', 'both'),
      above: () => t('deviations.above', 'above'),
      below: () => t('deviations.below', 'below'),
    },
    { label: () => t('editor.side', 'Side'), width: 14 }
  ),
};

/** The same with a replaced variable. */
export type DeviationLimits = Omit<FieldsOf<typeof DEVIATION_LIMITS>, 'minDeviation'> & { minDeviation: number };

const namedBy = (what: string) => t('names.named-by', '{{what}} named by', { what, ...RAW });

/** An example: `web-1` of `web-1.example.net:9100`. */
const NAME_PATTERN = '^([^.:]+)';

/** Names of nodes, systems, or metrics in a dashboard of another data source. */
export const NAMES = {
  /** The kind of these names. */
  nameOf: choice(
    {
      node: () => namedBy(t('label.nodes', 'Nodes')),
      system: () => namedBy(t('label.systems', 'Systems')),
      metric: () => namedBy(t('label.metrics', 'Metrics')),
    },
    { label: () => t('names.of', 'Match'), width: 21 }
  ),
  /** Empty: all. */
  names: texts({
    label: () => t('names.names', 'Names'),
    help: () =>
      t('names.tooltip', 'Names or variables of this dashboard, such as $instance. Upper and lower case are the same.'),
    subject: 'name',
    optional: true,
  }),
  /** A regular expression: its first group, or its match, is the name. */
  namePattern: text({
    label: () => t('names.pattern', 'Name pattern'),
    help: () => t('names.pattern-tooltip', 'Regular expression. Its first group, or what it matches, is the name.'),
    placeholder: () => NAME_PATTERN,
    example: NAME_PATTERN,
    check: patternError,
    optional: true,
  }),
};

function patternError(pattern: string): string | undefined {
  return !mentionsVariable(pattern) && patternOf(pattern) === undefined
    ? invalidText(NAMES.namePattern, pattern)
    : undefined;
}
