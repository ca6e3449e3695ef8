import {
  type AnnotationEvent,
  type AnnotationEventMappings,
  AnnotationEventFieldSource,
  type DataFrame,
  FieldType,
} from '@grafana/data';

const NAMES = ['time', 'timeEnd', 'title', 'text', 'tags', 'id', 'color', 'isRegion'] as const;

export interface Mark extends AnnotationEvent {
  time: number;
  color: string;
}

/** The rows of annotation frames as events: fields by their names, or as a query's mappings say. */
export function eventsOf(frames: DataFrame[], mappings: AnnotationEventMappings = {}, ownColor = false): Mark[] {
  return frames.flatMap((frame) => {
    const fields = NAMES.map((name) => {
      const mapping = mappings[name as keyof AnnotationEventMappings];
      if (mapping?.source === AnnotationEventFieldSource.Skip) {
        return [name, undefined] as const;
      }
      const wanted = (mapping?.value ?? name).toLowerCase();
      const first = { time: FieldType.time, text: FieldType.string }[name as string];
      const field =
        frame.fields.find((candidate) => candidate.name.toLowerCase() === wanted) ??
        (first && frame.fields.find(({ type }) => type === first));
      return [name, field] as const;
    });
    return Array.from({ length: frame.length }, (_, row) => {
      const event: Record<string, unknown> = {};
      for (const [name, field] of fields) {
        const value: unknown = field?.values[row];
        if (value !== undefined && value !== null && (name !== 'color' || ownColor)) {
          event[name] = name === 'tags' && typeof value === 'string' ? value.split(',') : value;
        }
      }
      event.isRegion = event.timeEnd !== undefined && event.timeEnd !== event.time && event.isRegion !== false;
      return event as unknown as Mark;
    }).filter(({ time }) => typeof time === 'number');
  });
}

/** One event per `id`, as Grafana keeps them; those without an id all stay. */
export function oncePerId(events: Mark[]): Mark[] {
  const seen = new Set<string>();
  return events.filter(({ id }) => {
    const repeated = id !== undefined && id !== '' && seen.has(id);
    seen.add(id ?? '');
    return !repeated;
  });
}
