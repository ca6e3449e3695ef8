import { MappingType, type ValueMapping } from '@grafana/data';
import { t } from '@grafana/i18n';
import { config } from '@grafana/runtime';
import { nullMapping } from '../answer/nullMapping';

/**
 * Above and below, without the colors of impacts. Farther values have more contrast with the background, and are not paler
 * in the dark theme.
 */
const COLORS = {
  dark: {
    above: ['#8a4fa8', '#ad54e0', '#d874ff'],
    below: ['#0d7680', '#0a9aa6', '#00dcec'],
  },
  light: { above: ['light-purple', 'purple', 'dark-purple'], below: ['#2b9aa5', '#10727c', '#06474e'] },
};

/** For unknown values, which are not drawn. The legend shows it, too. A color with its own opacity keeps it. */
const NO_COLOR = '#00000000';

/** Names and colors of a lane's values, in widths of the main corridor. */
export function laneMappings(isDark = config.theme2.isDark): ValueMapping[] {
  const { above, below } = COLORS[isDark ? 'dark' : 'light'];
  const inside = { text: t('deviations.lane.inside', 'inside its corridors'), color: '#8e8e8e2e', index: 0 };
  const none = { text: t('deviations.lane.none', 'not measured, or without a corridor'), color: NO_COLOR };
  const ranges: Array<readonly [from: number | null, to: number | null, text: string, color: string]> = [
    [0, 1, t('deviations.lane.little-above', 'a little above'), above[0]],
    [1, 3, t('deviations.lane.above', 'above'), above[1]],
    [3, null, t('deviations.lane.far-above', 'far above'), above[2]],
    [-1, 0, t('deviations.lane.little-below', 'a little below'), below[0]],
    [-3, -1, t('deviations.lane.below', 'below'), below[1]],
    [null, -3, t('deviations.lane.far-below', 'far below'), below[2]],
  ];
  return [
    // First, because the ranges on both sides begin at 0.
    { type: MappingType.ValueToText, options: { '0': inside } },
    ...ranges.map(([from, to, text, color], i): ValueMapping => ({
      type: MappingType.RangeToText,
      options: { from, to, result: { text, color, index: i + 1 } },
    })),
    nullMapping({ ...none, index: ranges.length + 1 }),
  ];
}
