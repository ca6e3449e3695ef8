import { MappingType, type ValueMapping } from '@grafana/data';
import { t } from '@grafana/i18n';

/**
 * Names and colors of what a lane holds, in widths of the main corridor: warm above it, cold below it, darker the farther
 * it is. Open ends are null, which survives JSON (thresholds begin at minus infinity, which does not).
 */
export function laneMappings(): ValueMapping[] {
  const inside = { text: t('deviations.lane.inside', 'inside its corridors'), color: '#73bf692e', index: 0 };
  const ranges: Array<[from: number | null, to: number | null, text: string, color: string]> = [
    [0, 1, t('deviations.lane.little-above', 'a little above'), 'yellow'],
    [1, 3, t('deviations.lane.above', 'above'), 'orange'],
    [3, null, t('deviations.lane.far-above', 'far above'), 'red'],
    [-1, 0, t('deviations.lane.little-below', 'a little below'), 'light-blue'],
    [-3, -1, t('deviations.lane.below', 'below'), 'purple'],
    [null, -3, t('deviations.lane.far-below', 'far below'), 'dark-purple'],
  ];
  return [
    // First of all: the ranges on both sides begin at 0.
    { type: MappingType.ValueToText, options: { '0': inside } },
    ...ranges.map(([from, to, text, color], i): ValueMapping => ({
      type: MappingType.RangeToText,
      options: { from, to, result: { text, color, index: i + 1 } },
    })),
  ];
}
