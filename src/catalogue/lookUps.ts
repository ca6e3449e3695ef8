import {
  catchError,
  combineLatest,
  defer,
  forkJoin,
  map,
  type Observable,
  of,
  startWith,
  switchMap,
  takeWhile,
  tap,
} from 'rxjs';
import { type Context } from '../answer/runner';
import { meets, momentOfEnd } from '../incidents/active';
import { MOST_LOOK_UPS } from '../incidents/ends';
import { bySeverity } from '../alertbook/order';
import { getAlert, listAlerts } from '../service/alertOperations';
import { type Alert, type AlertMetric } from '../service/alerts';
import { isGone } from '../service/failure';
import { knownMetrics } from '../service/knownMetrics';
import { perInstance } from '../service/perInstance';
import { Recent } from '../service/recent';
import { type Span } from '../time/span';
import { alertTitle, type Counted } from './titles';

/** A look-up that failed is not tried again before, in milliseconds. */
const AGAIN_AFTER = 60_000;
/** As many look-ups are remembered. */
const MOST_REMEMBERED = 10_000;
/** Look-ups wait behind what has rows. */
const LATE = 2;

/** What a look-up needs to know of an alert. */
export type Titled = Pick<Alert, 'id' | 'impact' | 'active' | 'firstSeenAt' | 'lastSeenAt'> & {
  /** It is shown in any case, others may be. */
  isShown?: boolean;
};

/** The metrics of alerts, and their titles, as far as they are known. */
export interface Titles {
  /** Never empty; null where they are not known. */
  metricsOf: (alert: { id: string; metrics?: readonly AlertMetric[] | null }) => readonly AlertMetric[] | null;
  titleOf: (alert: { id: string; metrics?: readonly AlertMetric[] | null } & Counted) => string;
}

/** What was read, with titles; `complete` where none is still to come. */
export interface WithTitles<T> {
  read: T;
  titles: Titles;
  complete: boolean;
}

/** By what is known at the moment that they are asked for; nothing is sent. An alert's own metrics come first. */
export function titlesOf({ operations }: Pick<Context, 'operations'>): Titles {
  const known = knownMetrics(operations);
  const metricsOf: Titles['metricsOf'] = ({ id, metrics }) => (metrics?.length ? metrics : known.of(id));
  return { metricsOf, titleOf: (alert) => alertTitle(alert, metricsOf(alert)) };
}

/**
 * What `source` reads, with the titles of its alerts: at once by what is known, then as more comes, `complete` once and
 * last. The metrics come from the alert list at the range's end, which is asked for together with the source; where that
 * leaves alerts unknown that were active at the range's start, from the list of then; for the rest from the single alert,
 * 25 at most, the most severe first. What fails is silent.
 *
 * @param alertsOf the alerts that want a title, those with metrics of their own included
 * @param range epoch milliseconds; without one no lists are asked for
 */
export function withTitles<T>(
  source: Observable<T>,
  alertsOf: (read: T) => readonly Titled[],
  context: Pick<Context, 'operations' | 'now'>,
  range?: Span
): Observable<WithTitles<T>> {
  return defer(() => {
    const titles = titlesOf(context);
    const listed = range ? readList(context, momentOfEnd(range.to, context.now())).pipe(startWith(false)) : of(true);
    return combineLatest([source, listed]).pipe(
      switchMap(([read, isListed]): Observable<WithTitles<T>> => {
        const alerts = alertsOf(read);
        if (!isListed) {
          return of({ read, titles, complete: alerts.length === 0 });
        }
        const done = { read, titles, complete: true };
        const tried = lookUpsOf(context.operations);
        const unknown = () =>
          tried.due(
            alerts.filter((alert) => titles.metricsOf(alert) === null),
            context.now()
          );
        const due = unknown();
        if (due.length === 0) {
          return of(done);
        }
        const atStart = range && due.some((alert) => meets(alert, { from: range.from, to: range.from }));
        return (atStart ? readList(context, range.from) : of(true)).pipe(
          switchMap(() => lookUp(unknown().slice(0, MOST_LOOK_UPS), context)),
          map(() => done),
          startWith({ ...done, complete: false })
        );
      }),
      takeWhile(({ complete }) => !complete, true)
    );
  });
}

/** Emits true once the list is read, or could not be. */
function readList({ operations }: Pick<Context, 'operations'>, at: number | undefined): Observable<boolean> {
  return listAlerts(operations, at, true, 1).pipe(
    map(() => true),
    catchError(() => of(true))
  );
}

/** Emits once all are looked up, as far as they can be: of an active alert as it is, of another as it was last seen. */
function lookUp(alerts: readonly Titled[], { operations, now }: Pick<Context, 'operations' | 'now'>) {
  const tried = lookUpsOf(operations);
  return forkJoin([
    of(null),
    ...alerts.map(({ id, active, lastSeenAt }) => {
      const ended = active === false;
      return getAlert(operations, id, ended ? (lastSeenAt ?? undefined) : undefined, LATE).pipe(
        tap(() => tried.note(id, ended, now())),
        catchError((failure: unknown) => {
          tried.note(id, ended && isGone(failure), now());
          return of(null);
        })
      );
    }),
  ]);
}

/** Which alerts were looked up, and when: an ended alert is what it was, and asked for once. */
class LookUps {
  private readonly tried = new Recent<{ final: boolean; at: number }>(MOST_REMEMBERED);

  /** Those to look up, each once, first those that are shown, then the most severe. */
  due(alerts: readonly Titled[], now: number): Titled[] {
    const byId = new Map(alerts.map((alert) => [alert.id, alert]));
    return [...byId.values()]
      .filter(({ id }) => id !== '' && !this.rests(id, now))
      .sort((a, b) => Number(b.isShown ?? false) - Number(a.isShown ?? false) || bySeverity(a, b));
  }

  note(id: string, final: boolean, at: number): void {
    this.tried.set(id, { final, at });
  }

  private rests(id: string, now: number): boolean {
    const { final, at } = this.tried.get(id) ?? { final: false, at: -Infinity };
    return final || (now >= at && now - at < AGAIN_AFTER);
  }
}

const lookUpsOf = perInstance(() => new LookUps());
