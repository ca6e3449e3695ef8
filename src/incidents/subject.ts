import { type QueryResultMetaNotice } from '@grafana/data';
import { map, type Observable } from 'rxjs';
import { NameBook, type Named, namedIn } from '../answer/named';
import { type Context } from '../answer/runner';
import { readEventsOf } from './events';

/** What some alerts are about, as their events tell: every metric that ever was part of one, and since when. */
export interface Subject {
  alertIds: readonly string[];
  /** Epoch milliseconds of the first event; null where no event has a time. */
  began: number | null;
  /** Each metric once. */
  parts: readonly Named[];
  isPart: (metric: Pick<Named, 'nodeId' | 'metricId'>) => boolean;
  notices: QueryResultMetaNotice[];
  failures: unknown[];
}

/** Fails where the events of none of them can be read. */
export function readSubject({ operations, now }: Pick<Context, 'operations' | 'now'>, alertIds: readonly string[]) {
  return readEventsOf(operations, alertIds, { withChanges: true, asked: now() }).pipe(
    map(({ events, notices, failures }): Subject => {
      if (events.length === 0 && failures.length > 0) {
        throw failures[0];
      }
      const book = new NameBook();
      book.add(namedIn(events));
      const parts = new Set(book.all().map(keyOf));
      const times = events.flatMap(({ time }) => time ?? []);
      return {
        alertIds,
        began: times.length > 0 ? times.reduce((first, time) => Math.min(first, time)) : null,
        parts: book.all(),
        isPart: (metric) => parts.has(keyOf(metric)),
        notices,
        failures,
      };
    })
  ) satisfies Observable<Subject>;
}

/** A metric of a node. */
export function keyOf({ nodeId, metricId }: Pick<Named, 'nodeId' | 'metricId'>): string {
  return JSON.stringify([nodeId, metricId]);
}
