import { MappingType } from '@grafana/data';
import { t } from '@grafana/i18n';
import { mapValues } from 'lodash';
import { type EndedBy } from '../judging/endedBy';
import { type MetricState, type Trend } from '../judging/judgeMetric';
import { wordColors } from './colors';
import { type Column, type Look, textColumn } from './frame';
import { wordsWidth } from './columnWidths';

/**
 * The state of a metric as a colored word.
 *
 * @param past the state at the end of a past range is neither an alarm nor an all-clear, so it has no color
 */
export function stateColumn<Row>(of: (row: Row) => MetricState | null, past: boolean): Column<Row> {
  const { severe } = wordColors();
  const texts: Record<MetricState, string> = {
    outside: t('explain.state-outside', 'outside'),
    inside: t('explain.state-inside', 'inside'),
    unknown: t('explain.state-unknown', 'unknown'),
  };
  const colors = { outside: severe, inside: 'text', unknown: 'text' };
  const config = { custom: { cellOptions: { type: 'color-text' } } };
  return mappedColumn('state', of, texts, { config, colors: past ? mapValues(colors, () => 'text') : colors });
}

/** The trend of a metric that is outside its corridors. */
export function trendColumn<Row>(of: (row: Row) => string | null, look: Look = {}): Column<Row> {
  return mappedColumn('trend', of, trendWords(), { ...look, config: { custom: { filterable: false } } });
}

export function trendWord(trend: Trend): string {
  return trendWords()[trend];
}

function trendWords(): Record<Trend, string> {
  return {
    worse: t('story.trend-worse', 'worse'),
    steady: t('story.trend-steady', 'steady'),
    better: t('story.trend-better', 'better'),
  };
}

/** Whether the value returned, or the corridor moved to it. */
export function endedByColumn<Row>(of: (row: Row) => EndedBy | null): Column<Row> {
  const texts: Record<EndedBy, string> = { recovered: endedByWord('recovered'), relearned: endedByWord('relearned') };
  const description = t('story.ended-by', 'Whether the value came back, or the corridors adapted to it.');
  return mappedColumn('endedBy', of, texts, { description, heading: t('story.text.ended-by', 'How it ended') });
}

export function endedByWord(endedBy: EndedBy): string {
  return endedBy === 'recovered' ? t('story.recovered', 'recovered') : t('story.relearned', 'new normal');
}

/**
 * Shows each value as its text, in this order in filters. As wide as the texts in the user's language, which no panel can
 * know.
 */
export function mappedColumn<Row>(
  name: string,
  of: (row: Row) => string | null,
  texts: Readonly<Record<string, string>>,
  { colors = {}, config, ...look }: Look & { colors?: Readonly<Record<string, string>> } = {}
): Column<Row> {
  const results = Object.entries(texts).map(
    ([value, text], index) => [value, { text, color: colors[value], index }] as const
  );
  const mappings = [{ type: MappingType.ValueToText as const, options: Object.fromEntries(results) }];
  return textColumn(name, of, { width: wordsWidth(Object.values(texts)), ...look, config: { ...config, mappings } });
}
