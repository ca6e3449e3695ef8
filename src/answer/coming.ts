import { type DataFrame, type Field, MappingType, SpecialValueMatch, type ValueMapping } from '@grafana/data';

/** What a cell shows that is still to come, so that it doesn't look like a value that is unknown. */
const COMING = '…';

/** A frame of a first answer that is not complete. What it does not know yet is marked. */
export function withComing(frame: DataFrame): DataFrame {
  // A state timeline would draw boxes for a mapping that its fields don't have.
  const isTimeline = frame.meta?.preferredVisualisationPluginId === 'state-timeline';
  return { ...frame, fields: frame.fields.map((field) => ({ ...field, config: marked(field, isTimeline) })) };
}

function marked({ config }: Field, isTimeline: boolean): Field['config'] {
  const { mappings = [], noValue } = config;
  if (!mappings.some(isOfNull)) {
    return isTimeline
      ? { ...config, ...(noValue === undefined ? {} : { noValue: COMING }) }
      : { ...config, mappings: [...mappings, mappingOfNull('text', mappings.length)] };
  }
  const colorOf = ({ options }: ValueMapping) => (options as { result: { color?: string } }).result.color;
  return {
    ...config,
    mappings: mappings.map((one, i) => (isOfNull(one) ? mappingOfNull(colorOf(one), i) : one)),
  };
}

function isOfNull({ type, options }: ValueMapping): boolean {
  return type === MappingType.SpecialValue && options.match === SpecialValueMatch.Null;
}

function mappingOfNull(color: string | undefined, index: number): ValueMapping {
  const options = { match: SpecialValueMatch.Null, result: { text: COMING, color, index } };
  return { type: MappingType.SpecialValue, options };
}
