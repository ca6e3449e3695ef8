import { MappingType, SpecialValueMatch, type ValueMapping, type ValueMappingResult } from '@grafana/data';
import { t } from '@grafana/i18n';
import { lowerFirst } from 'lodash';
import { lookUp } from '../ground/shapes';
import { type Alert, type AlertMetric, type Change } from '../service/alerts';
import { extentOf, metricTitle } from '../facts/titles';
import { pair, RAW } from '../ground/texts';
import { inSentence, significant } from './texts';

/** The interface's enumerations in the user's language. The values in frames stay as the service sent them. */
export function wordOf(value: string): string {
  return lookUp<() => string>(WORDS, value)?.() ?? value;
}

/** Shows the values of a field in the user's language. Empty if they already are. */
export function wordMappings(values: readonly string[]): ValueMapping[] {
  const texts = values.flatMap((value) => (wordOf(value) === value ? [] : [[value, { text: wordOf(value) }] as const]));
  return texts.length > 0 ? [textMapping(texts)] : [];
}

/** Shows values as texts or in colors, in this order in filters. */
export function textMapping(results: ReadonlyArray<readonly [string | number, ValueMappingResult]>): ValueMapping {
  const options = results.map(([value, result], index) => [value, { ...result, index }] as const);
  return { type: MappingType.ValueToText, options: Object.fromEntries(options) };
}

/** The interface's words for columns without colors. */
export const EVENT_TYPES = ['created', 'updated', 'ended'] as const;
export const CHANGES = ['added', 'updated', 'removed'] as const;
export const METRIC_TYPES = ['missing_data', 'deviation'] as const;
export const GROUPS = ['new', 'updated', 'closed'] as const;

/** Created on demand, because a list of thousands of lines needs a word in each. */
const WORDS = {
  low: () => t('words.low', 'low'),
  medium: () => t('words.medium', 'medium'),
  high: () => t('words.high', 'high'),
  severe: () => t('words.severe', 'severe'),
  green: () => t('words.normal', 'normal'),
  yellow: () => t('words.medium', 'medium'),
  orange: () => t('words.high', 'high'),
  red: () => t('words.severe', 'severe'),
  blood_red: () => t('words.very-severe', 'very severe'),
  created: () => t('words.created', 'created'),
  updated: () => t('words.updated', 'updated'),
  ended: () => t('words.ended', 'ended'),
  added: () => t('words.new', 'new'),
  removed: () => t('words.removed', 'removed'),
  missing_data: () => t('words.missing-data', 'missing data'),
  deviation: () => t('words.deviation', 'deviation'),
  new: () => t('words.new', 'new'),
  closed: () => t('words.ended', 'ended'),
};

/**
 * A change in words, the same in a mark and in a log line: `Connections in use · orders-db: severe, was high, closest
 * deviation: 2.1`.
 *
 * @param before the previous state of the same metric, if any (`earlierChanges`)
 */
export function changeText(change: Change, before?: AlertMetric): string {
  return pair(metricTitle(change), whatChanged(change, before?.severity || null));
}

function whatChanged({ change, severity, type, closestBaselineDeviation: deviation }: Change, was: string | null) {
  if (change === 'removed') {
    const last = was ?? severity;
    const gone = wordOf('removed');
    return last
      ? t('changes.was', '{{severity}}, was {{was}}', { severity: gone, was: severityText(last), ...RAW })
      : gone;
  }
  const parts = [
    severity ? severityNow(change, severity, was) : change === null ? wordOf('updated') : wordOf(change),
    type === 'missing_data' ? wordOf('missing_data') : '',
    deviation === null
      ? ''
      : pair(lowerFirst(t('column.closest-deviation', 'Closest deviation')), inSentence(significant(deviation, 3))),
  ];
  return parts.filter((part) => part !== '').join(', ');
}

function severityNow(change: string | null, now: string, was: string | null): string {
  const severity = severityText(now);
  if (was !== null && was !== now) {
    return t('changes.was', '{{severity}}, was {{was}}', { severity, was: severityText(was), ...RAW });
  }
  return change === 'added' ? `${severity}, ${wordOf('new')}` : severity;
}

/** A severity in the user's language. */
export function severityText(severity: string): string {
  return wordOf(severity).replaceAll('_', ' ');
}

/** How a missing value is shown. */
export function nullMapping(result: ValueMappingResult): ValueMapping {
  return { type: MappingType.SpecialValue, options: { match: SpecialValueMatch.Null, result } };
}

/** `severe impact, 6 metrics on 3 nodes, score 91.8` */
export function stateText({
  impact,
  activeMetrics,
  activeNodes,
  score,
}: Pick<Alert, 'impact' | 'activeMetrics' | 'activeNodes' | 'score'>): string {
  return [
    impact && t('annotations.impact', '{{impact}} impact', { impact: wordOf(impact), ...RAW }),
    extentOf({ activeMetrics, activeNodes }),
    score !== null && t('annotations.score', 'score {{score}}', { score: inSentence(significant(score, 4)), ...RAW }),
  ]
    .filter((part) => part)
    .join(', ');
}
