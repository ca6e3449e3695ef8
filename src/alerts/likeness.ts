import { differenceBy } from 'lodash';
import { map, type Observable, of, switchMap } from 'rxjs';
import { NameBook, type Named } from '../answer/named';
import { type Context } from '../answer/runner';
import { type Titles } from '../catalogue/lookUps';
import { worstFirst } from '../catalogue/titles';
import { findsOver } from '../incidents/search';
import { keyOf, readSubject, type Subject } from '../incidents/subject';
import { type Alert } from '../service/alerts';
import { type Operations } from '../service/operations';
import { type Span } from '../time/span';
import { everNamed } from './everNamed';
import { NOT_PROBED, probe, type Probed } from './probes';

/** An alert, and what the service tells of those that may be like it. */
export interface Likeness {
  subject: Subject;
  probed: Probed;
  /** Which the list is of; null: it is of one moment. */
  span: Span | null;
  operations: Operations;
}

/** @param span which the list is of; null: it is of one moment, of which the search by metrics tells nothing */
export function readLikeness(context: Context, alertIds: readonly string[], span: Span | null): Observable<Likeness> {
  const { operations } = context;
  return readSubject(context, alertIds).pipe(
    switchMap((subject) =>
      (span ? probe(context, subject, span) : of(NOT_PROBED)).pipe(
        map((probed) => ({ subject, probed, span, operations }))
      )
    )
  );
}

/** Of the alerts those that began before the subject did and share metrics with it, or may, as far as the search tells. */
export function earlierOf(alerts: readonly Alert[], likeness: Likeness, titles: Titles): Alert[] {
  return before(alerts, likeness).filter((alert) => mayShare(alert, likeness, titles));
}

/** How many began before whose own events were not read, and which the search alone tells to have nothing in common. */
export function ruledOut(alerts: readonly Alert[], likeness: Likeness, titles: Titles): number {
  return before(alerts, likeness).filter(
    (alert) => !mayShare(alert, likeness, titles) && !everNamed(likeness.operations, alert.id)?.isWhole
  ).length;
}

function before(alerts: readonly Alert[], { subject: { alertIds, began } }: Likeness): Alert[] {
  return alerts.filter(
    ({ id, firstSeenAt }) => !alertIds.includes(id) && (began === null || (firstSeenAt ?? -Infinity) < began)
  );
}

function mayShare(alert: Alert, likeness: Likeness, titles: Titles): boolean {
  const { ids, findsActive } = likeness.probed;
  const tells = alert.active === false ? findsOver(likeness.operations) : findsActive;
  return ids === null || ids.has(alert.id) || !tells || sharedBy(alert, likeness, titles).metrics.length > 0;
}

/** What an alert had in common with the subject. */
export interface Shared {
  metrics: Named[];
  /** It had no more in common. */
  isWhole: boolean;
  /** Its metrics tell that, and not the search alone. */
  isProven: boolean;
}

export function sharedBy(alert: Alert, { subject, probed, operations }: Likeness, titles: Titles): Shared {
  const ever = everNamed(operations, alert.id);
  const told = [...(titles.metricsOf(alert) ?? [])].sort(worstFirst);
  const book = new NameBook();
  book.add([...told, ...(ever?.metrics ?? [])].filter(subject.isPart));
  const metrics = book.all();
  const isAll =
    subject.parts.length > 0 && subject.parts.every((part) => metrics.some((one) => keyOf(one) === keyOf(part)));
  const isWhole = isAll || (ever?.isWhole ?? false);
  const found = probed.byMetric.get(alert.id);
  // What an alert was about when it was last seen does not disprove what the search found it by.
  const more = isWhole ? [] : differenceBy(found ?? [], metrics, keyOf);
  return { metrics: [...metrics, ...more], isWhole, isProven: more.length === 0 };
}
