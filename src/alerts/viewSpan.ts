import { type DataFrame, type Field, FieldType } from '@grafana/data';
import { withMargin } from '../tables/links';

/**
 * A table of alerts with two more columns, which are not drawn: the time to look at each alert over, its own with a margin, as
 * `from` and `to` of a dashboard's address take it (`now` where it goes on). Links of a dashboard can only repeat what stands
 * in a row.
 *
 * @param now epoch milliseconds
 * @param isPast now is a moment that is over: nothing goes on beyond it
 */
export function withViewSpan(table: DataFrame, now: number, isPast: boolean): DataFrame {
  const valuesOf = (name: string) => table.fields.find((field) => field.name === name)?.values ?? [];
  const [began, last, active] = ['firstSeenAt', 'lastSeenAt', 'active'].map(valuesOf);
  const spans = Array.from({ length: table.length }, (_, i) => {
    const end: number = active[i] ? now : (last[i] ?? now);
    const { from, to } = withMargin({ from: began[i] ?? end, to: end }, now);
    return [String(from), active[i] && !isPast ? 'now' : String(to)];
  });
  const column = (name: string, place: number): Field => ({
    name,
    type: FieldType.string,
    config: { custom: { hideFrom: { viz: true } } },
    values: spans.map((span) => span[place]),
  });
  return { ...table, fields: [...table.fields, column('viewFrom', 0), column('viewTo', 1)] };
}
