import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { uniqBy } from 'lodash';
import { NAMES } from '../ground/fields';
import { info, warn } from '../ground/notices';
import { unusedFilter } from '../judging/readingNotices';
import { FILTER_KEYS } from '../ground/filtering';
import { patternOf } from '../ground/names';
import { record, text } from '../ground/read';
import { labelOf, lookUp } from '../ground/shapes';
import { type Column } from './frame';
import { RAW } from '../ground/texts';

/** A filter on rows, in the form of Grafana's ad hoc filters. */
export interface RowFilter {
  key: string;
  /** `=`, `!=`, `=~`, `!~`, `<`, `<=`, `>`, `>=`, or `=|` and `!=|` with several values. */
  operator: string;
  value: string;
  values?: string[];
  /**
   * The query's own names. They are compared without case and surrounding blanks, and a name without any match is reported
   * in a notice.
   */
  isNames?: boolean;
}

/** The columns of a key. Any other key is the name of a column. */
const COLUMNS_OF = { ...FILTER_KEYS, alert: ['alertId', 'id'], event: ['eventType', 'end'] } as const;

/** The parts of a column that filters compare. */
export type ComparedColumn<Row> = Pick<Column<Row>, 'name' | 'type' | 'of'>;

/** The filters of a query: those that were clicked in Explore, and the dashboard's ad hoc filters (see `datasource.ts`). */
export function storedFilters(query: object): RowFilter[] {
  return readFilters('filters' in query ? query.filters : undefined);
}

/** The valid filters of a list. */
export function readFilters(stored: unknown): RowFilter[] {
  return (Array.isArray(stored) ? stored : []).flatMap((item) => {
    const { key, operator, value, values, isNames } = record(item);
    if (typeof key !== 'string' || key === '') {
      return [];
    }
    const names = isNames === true ? { isNames } : {};
    const filter = { key, operator: text(operator) ?? '=', value: text(value) ?? '', ...names };
    return [Array.isArray(values) ? { ...filter, values: values.flatMap((one) => text(one) ?? []) } : filter];
  });
}

/** Keys of filters that compare fields of the alert itself. */
const OF_ALERT = new Set([
  'alert',
  'id',
  'impact',
  'active',
  'score',
  'activeMetrics',
  'activeNodes',
  'firstSeenAt',
  'lastSeenAt',
  'duration',
  'learningStatus',
]);

/** Whether a filter compares an alert's metrics, as in its title. It only applies to alerts with known metrics. */
export function isOnMetrics({ key }: RowFilter): boolean {
  return !OF_ALERT.has(key);
}

/** The values that a filter selects, or undefined if its operator excludes or matches. */
export function wantedValues({ operator, value, values }: RowFilter): string[] | undefined {
  return operator === '=' ? [value] : operator === '=|' ? (values ?? [value]) : undefined;
}

/**
 * The rows that pass all filters. A filter that compares nothing, or has no column in the table, passes all rows. A notice
 * reports such filters, and filters that leave no row.
 *
 * @param columns also hidden ones
 */
export function filterRows<Row>(
  rows: readonly Row[],
  columns: ReadonlyArray<ComparedColumn<Row>>,
  filters: readonly RowFilter[]
): { rows: Row[]; notices: QueryResultMetaNotice[] } {
  let left = [...rows];
  const notices: QueryResultMetaNotice[] = [];
  for (const filter of filters) {
    const sources = columnsOf(filter, columns);
    if (!canCompare(filter)) {
      notices.push(info(unusedFilter([filter.key, filter.operator, filter.value].join(' '))));
    } else if (sources.length === 0) {
      notices.push(info(unusedFilter(filter.key)));
    } else {
      const test = testOf(filter);
      const textsOf = (row: Row) => sources.map(({ of }) => textOf(of(row)));
      left = left.filter((row) => test(textsOf(row)));
      const missing = filter.isNames ? unnamed(filter, rows.flatMap(textsOf)) : [];
      notices.push(...(missing.length > 0 ? [namesMissing(missing)] : []));
    }
  }
  return { rows: left, notices: left.length === 0 && rows.length > 0 ? [...notices, allHidden()] : notices };
}

/** The names without any match. */
function unnamed({ values = [] }: RowFilter, texts: readonly string[]): string[] {
  const known = new Set(texts.map(folded));
  return values.filter((name) => !known.has(folded(name)));
}

function folded(name: string): string {
  return name.trim().toLowerCase();
}

/** The maximum of names in a notice. */
const MOST_NAMES = 10;

function namesMissing(names: readonly string[]): QueryResultMetaNotice {
  const shown = names.slice(0, MOST_NAMES).join(', ');
  const text = names.length > MOST_NAMES ? `${shown}, +${names.length - MOST_NAMES}` : shown;
  return info(t('filters.names-missing', 'No alert or anomaly read here names {{names}}.', { names: text, ...RAW }));
}

/** Without it, an empty table would look as if all were well. */
export function allHidden(): QueryResultMetaNotice {
  return info(t('filters.all-hidden', 'Filters hide all results. Remove or change one.'));
}

/** For alerts that a filter on metrics can't judge, because these are unknown. */
export function metricsUnknown(count: number): QueryResultMetaNotice {
  return warn(
    t(
      'filters.unknown-metrics',
      '{{count}} alerts are hidden because their metrics are unknown. Shorten the time range, or refresh.',
      {
        count,
        defaultValue_one: '1 alert is hidden because its metrics are unknown. Shorten the time range, or refresh.',
      }
    )
  );
}

/** A notice for each key of filters that are not applied. */
export function unusedFilters(filters: readonly RowFilter[]): QueryResultMetaNotice[] {
  return uniqBy(filters, 'key').map(({ key, isNames }) => info(unusedFilter(isNames ? labelOf(NAMES.names) : key)));
}

function columnsOf<Row>(
  { key, isNames }: RowFilter,
  columns: ReadonlyArray<ComparedColumn<Row>>
): Array<ComparedColumn<Row>> {
  if (key === 'text') {
    return columns.filter(({ type }) => type === 'string').flatMap((column) => readable(column, columns));
  }
  if (isNames) {
    return columns
      .filter(({ name }) => name === key || lookUp<string>(NAMES_OF_IDS, name) === key)
      .flatMap((column) => readable(column, columns));
  }
  const names = lookUp<readonly string[]>(COLUMNS_OF, key) ?? [key];
  return columns.filter(({ name }) => names.includes(name));
}

/** The name that is shown instead of an ID. */
const NAMES_OF_IDS = { nodeId: 'nodeName', metricId: 'metricName', systemId: 'systemName' } as const;

/**
 * Where a text is searched: an ID only counts if its name is missing. Otherwise, a short text would match nearly every
 * row, and excluding it would hide them all.
 */
function readable<Row>(
  column: ComparedColumn<Row>,
  columns: ReadonlyArray<ComparedColumn<Row>>
): Array<ComparedColumn<Row>> {
  if (!/^id$|Id$/.test(column.name)) {
    return [column];
  }
  const named = lookUp<string>(NAMES_OF_IDS, column.name);
  const name = columns.find((one) => one.name === named);
  return name ? [{ ...column, of: (row) => (name.of(row) === null ? column.of(row) : null) }] : [];
}

function textOf(value: unknown): string {
  return value === null ? '' : String(value);
}

/** Whether the texts of a row's columns pass: at least one of them, or for an excluding filter all. */
function testOf(filter: RowFilter): (texts: string[]) => boolean {
  const test = wantedText(filter);
  const excludes = filter.operator.startsWith('!');
  return (texts) => texts.some(test) !== excludes;
}

/** Whether a filter passes rows without a value. */
export function passesEmpty(filter: RowFilter): boolean {
  return canCompare(filter) && testOf(filter)(['']);
}

const COMPARISONS = new Map<string, (number: number, limit: number) => boolean>([
  ['<', (number, limit) => number < limit],
  ['<=', (number, limit) => number <= limit],
  ['>', (number, limit) => number > limit],
  ['>=', (number, limit) => number >= limit],
]);
const OPERATORS = ['=', '!=', '=|', '!=|', '=~', '!~'];

/** Whether the operator is known and can compare the filter's value: a text is not a number, and `(` is no expression. */
function canCompare({ key, operator, value }: RowFilter): boolean {
  const isNumber = value.trim() !== '' && Number.isFinite(Number(value));
  if (COMPARISONS.has(operator)) {
    return key !== 'text' && isNumber;
  }
  return OPERATORS.includes(operator) && (!operator.endsWith('~') || patternOf(value) !== undefined);
}

/** Which texts a filter selects or excludes. */
function wantedText({ key, operator, value, values = [value], isNames }: RowFilter): (text: string) => boolean {
  if (isNames) {
    const wanted = new Set(values.map(folded));
    return (text) => wanted.has(folded(text));
  }
  if (key === 'text') {
    const part = operator.endsWith('~') ? patternOf(value, 'i') : null;
    return (text) => part?.test(text) ?? values.some((wanted) => text.toLowerCase().includes(wanted.toLowerCase()));
  }
  if (operator.endsWith('~')) {
    // Over the whole text, as in Grafana's filters.
    const whole = new RegExp(`^(?:${value})$`);
    return (text) => whole.test(text);
  }
  const compare = COMPARISONS.get(operator);
  if (compare) {
    return (text) => text !== '' && compare(Number(text), Number(value));
  }
  return operator.endsWith('|') ? (text) => values.includes(text) : (text) => text === value;
}
