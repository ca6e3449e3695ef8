import { FieldType } from '@grafana/data';
import { type AlertBook } from '../alertbook/alertBook';
import { type AlertEvent, type Change } from '../service/alerts';
import { type ComparedColumn, filterRows, type RowFilter } from './filters';
import { metricColumns } from './selectAlerts';

/** An event, or one of its changes. */
export interface EventRow {
  event: AlertEvent;
  metric: Change | null;
}

const NUMBERS = ['activeMetrics', 'activeNodes', 'score', 'learningStatus', 'sequence'] as const;
const TEXTS = ['eventType', 'impact'] as const;

/** The columns of events that filters compare, in tables and annotations. */
function columnsOf(book: Pick<AlertBook, 'titleOf'>): Array<ComparedColumn<EventRow>> {
  const { string: TEXT, number: NUMBER, boolean: FLAG, time: TIME } = FieldType;
  return [
    { name: 'time', type: TIME, of: ({ event }) => event.time },
    { name: 'change', type: TEXT, of: ({ metric }) => metric && metric.change },
    { name: 'title', type: TEXT, of: ({ event }) => book.titleOf({ ...event, id: event.alertId }) },
    { name: 'active', type: FLAG, of: ({ event }) => event.active },
    { name: 'alertId', type: TEXT, of: ({ event }) => event.alertId || null },
    ...TEXTS.map((name) => ({ name, type: TEXT, of: ({ event }: EventRow) => event[name] })),
    ...NUMBERS.map((name) => ({ name, type: NUMBER, of: ({ event }: EventRow) => event[name] })),
    ...metricColumns<EventRow>(),
  ];
}

/** A row per change of each event, or one for an event without changes. */
export function eventRowsOf(events: readonly AlertEvent[]): EventRow[] {
  return events.flatMap((event) => {
    const changes: Array<Change | null> = event.changes ?? [];
    return (changes.length > 0 ? changes : [null]).map((metric) => ({ event, metric }));
  });
}

/** The rows that pass the filters. */
export function selectEvents(
  rows: readonly EventRow[],
  filters: readonly RowFilter[],
  book: Pick<AlertBook, 'titleOf'>
) {
  return filterRows(rows, columnsOf(book), filters);
}
