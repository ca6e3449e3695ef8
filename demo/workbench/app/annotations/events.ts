import { type AnnotationEvent, type DataFrame, FieldType } from '@grafana/data';

const NAMES = ['time', 'timeEnd', 'title', 'text', 'tags', 'id', 'color', 'isRegion'];

export interface Mark extends AnnotationEvent {
  time: number;
  color: string;
}

/** The rows of annotation frames as events: fields by name, or the first field of the type. */
export function eventsOf(frames: DataFrame[], ownColor = false): Mark[] {
  return frames.flatMap((frame) => {
    const byType: Record<string, FieldType> = { time: FieldType.time, text: FieldType.string };
    const fields = NAMES.map((name) => {
      const named = frame.fields.find((field) => field.name.toLowerCase() === name.toLowerCase());
      return [name, named ?? frame.fields.find(({ type }) => type === byType[name])] as const;
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

/** One event per `id`, like Grafana. Events without an ID all stay. */
export function oncePerId(events: Mark[]): Mark[] {
  const seen = new Set<string>();
  return events.filter(({ id }) => {
    const repeated = id !== undefined && id !== '' && seen.has(id);
    seen.add(id ?? '');
    return !repeated;
  });
}
