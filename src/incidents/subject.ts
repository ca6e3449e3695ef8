import { type QueryResultMetaNotice } from '@grafana/data';
import { sortBy } from 'lodash';
import { map, type Observable } from 'rxjs';
import { NameBook, type Named } from '../answer/named';
import { type Context } from '../answer/runner';
import { readEventsOf } from './events';
import { severityRank } from '../alertbook/order';

/** What some alerts are about, as their events tell: every metric that ever was part of one, and since when. */
export interface Subject {
  alertIds: readonly string[];
  /** Epoch milliseconds of the first event; null where no event has a time. */
  began: number | null;
  /** Each metric once, those first that were worst at any time. */
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
      const changes = events.flatMap((event) => event.changes ?? []);
      book.add(sortBy(changes, ({ severity }) => severityRank(severity)));
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
