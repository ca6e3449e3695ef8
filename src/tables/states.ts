import { MappingType } from '@grafana/data';
import { t } from '@grafana/i18n';
import { type EndedBy } from '../judging/endedBy';
import { type MetricState } from '../judging/judgeMetric';
import { type Trend } from '../judging/trend';
import { wordColors } from './colors';
import { type Column, type Look, textColumn } from './frame';
import { wordsWidth } from './columnWidths';

/**
 * The state of a metric as a colored word.
 *
 * @param past the state at the end of a past range is neither an alarm nor an all-clear, so it has no color
 */
export function stateColumn<Row>(of: (row: Row) => MetricState | null, past: boolean): Column<Row> {
  const { severe, medium } = wordColors();
  const colored = (text: string, color: string, index: number) => ({ text, color: past ? 'text' : color, index });
  const options: Record<MetricState, ReturnType<typeof colored>> = {
    outside: colored(t('explain.state-outside', 'outside'), severe, 0),
    recovering: colored(t('explain.state-recovering', 'recovering'), medium, 1),
    inside: colored(t('explain.state-inside', 'inside'), 'text', 2),
    unknown: colored(t('explain.state-unknown', 'unknown'), 'text', 3),
  };
  const config = { custom: { cellOptions: { type: 'color-text' } } };
  return mappedColumn('state', of, options, { config });
}

/** The trend of a metric that is outside its corridors. */
export function trendColumn<Row>(of: (row: Row) => Trend | null): Column<Row> {
  const options = {
    worse: { text: trendWord('worse'), index: 0 },
    steady: { text: trendWord('steady'), index: 1 },
    better: { text: trendWord('better'), index: 2 },
  };
  return mappedColumn('trend', of, options, { config: { custom: { filterable: false } } });
}

export function trendWord(trend: Trend): string {
  const words = {
    worse: () => t('story.trend-worse', 'worse'),
    steady: () => t('story.trend-steady', 'steady'),
    better: () => t('story.trend-better', 'better'),
  };
  return words[trend]();
}

/** Whether the value returned, or the corridor moved to it. */
export function endedByColumn<Row>(of: (row: Row) => EndedBy | null): Column<Row> {
  const options = {
    recovered: { text: endedByWord('recovered'), index: 0 },
    relearned: { text: endedByWord('relearned'), index: 1 },
  };
  const description = t('story.ended-by', 'Whether the value came back, or the corridors adapted to it.');
  return mappedColumn('endedBy', of, options, { description, heading: t('story.text.ended-by', 'How it ended') });
}

export function endedByWord(endedBy: EndedBy): string {
  return endedBy === 'recovered' ? t('story.recovered', 'recovered') : t('story.relearned', 'new normal');
}

/** Shows a text as another one. As wide as the words in the user's language, which no panel can know. */
export function mappedColumn<Row>(
  name: string,
  of: (row: Row) => string | null,
  options: Record<string, { text: string; index: number; color?: string }>,
  { config, ...look }: Look = {}
): Column<Row> {
  const mappings = [{ type: MappingType.ValueToText as const, options }];
  const width = wordsWidth(Object.values(options).map(({ text }) => text));
  return textColumn(name, of, { width, ...look, config: { ...config, mappings } });
}
