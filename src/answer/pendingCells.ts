import { type DataFrame, type Field, type ValueMapping } from '@grafana/data';
import { isNullMapping, nullMapping } from './nullMapping';

/** What a cell shows that is still to come, so that it doesn't look like a value that is unknown. */
const PENDING = '…';

/** A frame of a first answer that is not complete. What it does not know yet is marked. */
export function withPendingCells(frame: DataFrame): DataFrame {
  // A state timeline would draw boxes for a mapping that its fields don't have.
  const isTimeline = frame.meta?.preferredVisualisationPluginId === 'state-timeline';
  return { ...frame, fields: frame.fields.map((field) => ({ ...field, config: marked(field, isTimeline) })) };
}

function marked({ config }: Field, isTimeline: boolean): Field['config'] {
  const { mappings = [], noValue } = config;
  if (!mappings.some(isNullMapping)) {
    return isTimeline
      ? { ...config, ...(noValue === undefined ? {} : { noValue: PENDING }) }
      : { ...config, mappings: [...mappings, pending('text', mappings.length)] };
  }
  const colorOf = ({ options }: ValueMapping) => (options as { result: { color?: string } }).result.color;
  return {
    ...config,
    mappings: mappings.map((one, i) => (isNullMapping(one) ? pending(colorOf(one), i) : one)),
  };
}

function pending(color: string | undefined, index: number): ValueMapping {
  return nullMapping({ text: PENDING, color, index });
}
