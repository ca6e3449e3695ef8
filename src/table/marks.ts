import { type DataFrame, DataTopic, FieldType, textUtil } from '@grafana/data';

/** One annotation. `title` and `text` are HTML of the plugin, with escaped texts of the service. Tags are plain text. */
export interface Mark {
  id: string;
  /** Epoch milliseconds. */
  time: number;
  /** Epoch milliseconds of a region. Null: a mark at `time`. */
  timeEnd: number | null;
  title: string;
  text: string;
  tags: string[];
  /** Grafana's name of the color. */
  color: string;
}

/** A text with escaped markup. */
export function escaped(text: string): string {
  return textUtil.escapeHtml(text);
}

/** @param html lines of HTML; empty ones are omitted */
export function lines(...html: string[]): string {
  return html.filter((line) => line !== '').join('<br>');
}

/** The fields by which Grafana recognizes annotations. It keeps one event per ID. */
export function annotationFrame(marks: readonly Mark[]): DataFrame {
  const ordered = [...marks].sort((a, b) => a.time - b.time);
  const ids = distinctIds(ordered.map(({ id }) => id));
  // Grafana takes the fields of all events from the first one, which lacks those that are null.
  const hasRegions = ordered.some(({ timeEnd }) => timeEnd !== null);
  const field = (name: string, type: FieldType, of: (mark: Mark, i: number) => unknown) => ({
    name,
    type,
    config: {},
    values: ordered.map(of),
  });
  return {
    length: ordered.length,
    fields: [
      field('time', FieldType.time, ({ time }) => time),
      field('timeEnd', FieldType.time, ({ time, timeEnd }) => timeEnd ?? (hasRegions ? time : null)),
      // A region without a width is not drawn at all.
      field('isRegion', FieldType.boolean, ({ time, timeEnd }) => timeEnd !== null && timeEnd !== time),
      field('title', FieldType.string, ({ title }) => title),
      field('text', FieldType.string, ({ text }) => text),
      field('tags', FieldType.other, ({ tags }) => tags),
      field('id', FieldType.string, (_, i) => ids[i]),
      field('color', FieldType.string, ({ color }) => color),
    ],
  };
}

/**
 * The same for a panel's own data. There, Grafana shows buttons to edit and delete every mark, except for marks with the
 * number 0 as ID.
 */
export function overlayFrame(marks: readonly Mark[]): DataFrame {
  const { length, fields } = annotationFrame(marks);
  const own = fields.map((field) => (field.name === 'id' ? { ...field, name: 'markId' } : field));
  const values = Array.from({ length }, () => 0);
  return {
    length,
    fields: [...own, { name: 'id', type: FieldType.number, config: {}, values }],
    meta: { dataTopic: DataTopic.Annotations },
  };
}

/** Regions in rows without overlaps: each is in the first row that is free. Marks are in the first one. */
export function markRows(marks: readonly Mark[]): Mark[][] {
  const rows: Array<{ end: number; marks: Mark[] }> = [{ end: -Infinity, marks: [] }];
  for (const mark of [...marks].sort((a, b) => a.time - b.time)) {
    let row = mark.timeEnd === null ? rows[0] : rows.find(({ end }) => end < mark.time);
    if (!row) {
      row = { end: -Infinity, marks: [] };
      rows.push(row);
    }
    row.marks.push(mark);
    row.end = Math.max(row.end, mark.timeEnd ?? -Infinity);
  }
  return rows.map((row) => row.marks);
}

/** Repeated IDs (a service may send a row without one) get a number, so that each is drawn. */
export function distinctIds(ids: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return ids.map((id) => {
    const before = seen.get(id) ?? 0;
    seen.set(id, before + 1);
    return before === 0 ? id : `${id}#${before + 1}`;
  });
}
