import {
  type DataFrame,
  DataFrameType,
  type Field,
  FieldColorModeId,
  type FieldConfig,
  FieldType,
  MappingType,
  type ValueMapping,
} from '@grafana/data';
import { t } from '@grafana/i18n';
import { config } from '@grafana/runtime';
import { groupBy, maxBy, sortBy } from 'lodash';
import { distinctNames } from '../../ground/frameNames';
import { type Span } from '../../ground/spans';
import { NEUTRAL } from '../../table/colors';
import { laneLinks } from '../../table/links';
import { STATE_TIMELINE } from '../../table/runner';
import { type LinkPlace } from '../../table/targets';
import { nullMapping } from '../../table/words';
import { type Buckets, labelsOf, type Measured, type NamedLane } from './lanes';
import { type Candidate } from './metrics';
import { type DeviationsQuery } from './models';

/**
 * Lanes as a frame for state timelines and heatmaps, worst first.
 *
 * @param isFetching more can arrive: an unread bucket has no state
 */
export function laneFrame(
  lanes: readonly NamedLane[],
  buckets: Buckets,
  { by, merge, isFetching }: Pick<DeviationsQuery, 'by' | 'merge'> & { isFetching: boolean },
  place: LinkPlace
): DataFrame {
  const [alike, linksOf] = [alikeConfig(isFetching), laneLinks(place)];
  // The range can cut the first bucket so that no lane has a point in it: that is not missing data.
  const first = merge && buckets.count > 1 && lanes.every(({ values }) => values[0] === null) ? 1 : 0;
  const fields = lanes.map((lane): Field => {
    const { name, step, values, candidates } = lane;
    const states = merge ? mergedStates(lane, buckets, place.now) : values;
    return {
      name,
      type: FieldType.number,
      labels: labelsOf(candidates[0], by),
      config: {
        ...alike,
        links: linksOf({ metric: candidates[0], span: outsideOf(values, buckets) }),
        // With labels but without its own name, Grafana would also show the labels.
        displayNameFromDS: name,
        custom: {
          fillOpacity: 80,
          lineWidth: 0,
          // If points are farther apart than buckets, nothing is missing between two of them.
          ...(step > buckets.width ? { spanNulls: step + buckets.width + 1 } : {}),
        },
      },
      values: states.slice(first),
    };
  });
  return {
    name: t('type.deviations', 'Deviations'),
    length: lanes.length === 0 ? 0 : buckets.count - first,
    fields: [timeField(buckets, lanes.length, first), ...fields],
    meta: { preferredVisualisationPluginId: STATE_TIMELINE, ...typeOf(lanes.length) },
  };
}

/**
 * Neighboring values of one color as one state: each is the one of them that is furthest from 0. The last state lasts until
 * its next point is due.
 *
 * @param now epoch milliseconds
 */
function mergedStates({ values, step }: NamedLane, { start, width, count }: Buckets, now: number) {
  const most = Math.max(1, Math.ceil(step / width));
  const colors = values.map((value) => colorOf(value ?? 0));
  const states: number[][] = [];
  values.forEach((value, bucket) => {
    const state = states.at(-1) ?? [];
    const last = state.at(-1) ?? -Infinity;
    const isSame = bucket - last <= most && colors[last] === colors[bucket];
    if (value !== null && isSame) {
      state.push(bucket);
    } else if (value !== null) {
      states.push([bucket]);
    }
  });
  const merged = [...values];
  for (const state of states) {
    const furthest = maxBy(state, (bucket) => Math.abs(values[bucket] ?? 0)) ?? state[0];
    state.forEach((bucket) => (merged[bucket] = values[furthest]));
  }
  const last = values.findLastIndex((value) => value !== null);
  const isNow = last >= 0 && start + count * width >= now;
  return isNow && count - last <= 2 * most ? merged.fill(merged[last], last) : merged;
}

/** Which color a value has. */
function colorOf(value: number): number {
  return Math.sign(value) * STEPS.filter((step) => Math.abs(value) > step).length;
}

/** Without an interval, for which Grafana would add a bucket in front. @param first the number of buckets to leave out */
function timeField({ start, width, count }: Buckets, fields: number, first = 0): Field {
  const values = fields === 0 ? [] : Array.from({ length: count - first }, (_, i) => start + (first + i) * width);
  return { name: 'time', type: FieldType.time, config: {}, values };
}

/** A frame without values has no type. */
function typeOf(fields: number): DataFrame['meta'] {
  return fields > 0 ? { type: DataFrameType.TimeSeriesWide, typeVersion: [0, 1] } : {};
}

type Sources = ReadonlyArray<Measured & { candidate: Candidate }>;

/**
 * The share of metrics that are outside over time, of all and by system.
 *
 * @param limit the maximum of systems, by name
 */
export function shareFrame(sources: Sources, buckets: Buckets, limit: number): { frame: DataFrame; total: number } {
  const systems = Object.values(groupBy(sources, ({ candidate }) => candidate.systemId ?? '')).map((metrics) => {
    const [{ systemId, systemName }] = metrics.map(({ candidate }) => candidate);
    return { name: systemName ?? systemId ?? t('report.no-system', 'no system'), id: systemId ?? '', metrics };
  });
  const all = sources.length > 0 ? [{ name: t('deviations.all', 'All metrics'), id: null, metrics: sources }] : [];
  const shown = [...all, ...sortBy(systems, 'name', 'id').slice(0, limit)];
  const names = distinctNames(
    shown,
    ({ name }) => name,
    ({ id }) => id ?? ''
  );
  const fields = shown.map(({ id, metrics }, i): Field => {
    const held = metrics.map((metric) => heldValues(metric, buckets.width));
    return {
      name: names[i],
      type: FieldType.number,
      labels: id === null ? {} : { system_id: id },
      config: { displayNameFromDS: names[i], unit: 'percentunit', min: 0, max: 1, decimals: 0 },
      values: Array.from({ length: buckets.count }, (_, bucket) => shareAt(held, bucket)),
    };
  });
  const length = shown.length > 0 ? buckets.count : 0;
  const meta = { preferredVisualisationType: 'graph' as const, ...typeOf(shown.length) };
  const name = t('deviations.share', 'Share outside');
  return {
    frame: { name, length, fields: [timeField(buckets, shown.length), ...fields], meta },
    total: systems.length,
  };
}

/** Values of points that are farther apart than buckets count until the next one. */
function heldValues({ values, step }: Measured, width: number): Array<number | null> {
  const most = Math.ceil(step / width);
  let last = -Infinity;
  return values.map((value, i) => {
    last = value === null ? last : i;
    return i - last < most ? values[last] : value;
  });
}

function shareAt(metrics: ReadonlyArray<ReadonlyArray<number | null>>, bucket: number): number | null {
  const known = metrics.flatMap((values) => values[bucket] ?? []);
  return known.length > 0 ? known.filter((value) => value !== 0).length / known.length : null;
}

/** The common config of all lanes. It is created once, because translating is most of the work of a frame. */
function alikeConfig(isFetching: boolean): FieldConfig {
  const mappings = laneMappings();
  return {
    description: t('metric.editor.deviation-for', 'Distance to the nearest corridor, in main corridor widths'),
    color: { mode: FieldColorModeId.Fixed, fixedColor: 'text' },
    mappings: isFetching ? mappings.filter(({ type }) => type !== MappingType.SpecialValue) : mappings,
  };
}

/** The time from the first bucket outside to the last one. */
function outsideOf(values: ReadonlyArray<number | null>, { start, width }: Buckets): Span | null {
  const isOutside = (value: number | null) => value !== null && value !== 0;
  const first = values.findIndex(isOutside);
  return first < 0 ? null : { from: start + first * width, to: start + (values.findLastIndex(isOutside) + 1) * width };
}

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

/** Beyond them, a lane has another color, in widths of the main corridor. */
const STEPS = [0, 1, 3] as const;

/** Names and colors of a lane's values, in widths of the main corridor. A color with its own opacity keeps it. */
export function laneMappings(isDark = config.theme2.isDark): ValueMapping[] {
  const { above, below } = COLORS[isDark ? 'dark' : 'light'];
  const inside = { text: t('deviations.lane.inside', 'inside its corridors'), color: `${NEUTRAL}2e`, index: 0 };
  const none = { text: t('deviations.lane.none', 'no data, or no corridor'), color: '#d8a2004d' };
  const [edge, little, far] = STEPS;
  const ranges: Array<readonly [from: number | null, to: number | null, text: string, color: string]> = [
    [edge, little, t('deviations.lane.little-above', 'above, up to 1 width'), above[0]],
    [little, far, t('deviations.lane.above', 'above, 1 to 3 widths'), above[1]],
    [far, null, t('deviations.lane.far-above', 'above, over 3 widths'), above[2]],
    [-little, edge, t('deviations.lane.little-below', 'below, up to 1 width'), below[0]],
    [-far, -little, t('deviations.lane.below', 'below, 1 to 3 widths'), below[1]],
    [null, -far, t('deviations.lane.far-below', 'below, over 3 widths'), below[2]],
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
