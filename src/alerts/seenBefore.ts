import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { memoize, orderBy, partition } from 'lodash';
import { map, type Observable, of, switchMap } from 'rxjs';
import { notice } from '../answer/notices';
import { NameBook, type Named } from '../answer/named';
import { type Context } from '../answer/runner';
import { type Titles } from '../catalogue/lookUps';
import { metricTitle, worstFirst } from '../catalogue/titles';
import { keyOf, readSubject, type Subject } from '../incidents/subject';
import { type Alert } from '../service/alerts';
import { type Operations } from '../service/operations';
import { type Column, textColumn } from '../tables/frame';
import { type Span } from '../time/span';
import { everNamed, readEver, unreadOf } from './everNamed';
import { NOT_PROBED, probe, type Probed } from './probes';

/** As many of the shared metrics are named. */
const MOST_NAMED = 3;

/** An alert, and what the service tells of those that may be like it. */
export interface Likeness {
  subject: Subject;
  probed: Probed;
  operations: Operations;
}

/** @param span which the list is of; null: it is of one moment, of which the search by metrics tells nothing */
export function readLikeness(context: Context, alertIds: readonly string[], span: Span | null): Observable<Likeness> {
  const { operations } = context;
  return readSubject(context, alertIds).pipe(
    switchMap((subject) =>
      (span ? probe(context, subject, span) : of(NOT_PROBED)).pipe(map((probed) => ({ subject, probed, operations })))
    )
  );
}

/** Of the alerts those that began before the subject did and may share metrics with it, as far as the search tells. */
export function earlierOf(alerts: readonly Alert[], { subject, probed: { ids } }: Likeness): Alert[] {
  return alerts.filter(
    ({ id, firstSeenAt, active }) =>
      !subject.alertIds.includes(id) &&
      (subject.began === null || (firstSeenAt ?? -Infinity) < subject.began) &&
      (ids === null || ids.has(id) || active !== false)
  );
}

/**
 * Reads what the latest of the earlier alerts ever were about, where that is not known. How they were last does not tell
 * it: most metrics of an alert have recovered by then.
 */
export function readEarlier(alerts: readonly Alert[], likeness: Likeness, titles: Titles, context: Context) {
  const { probed } = likeness;
  const open = unreadOf(earlierOf(alerts, likeness), context)
    .filter(({ active }) => active === false)
    .map((alert) => ({ alert, shared: sharedBy(alert, likeness, titles) }))
    .filter(({ shared }) => !shared.isWhole && shared.metrics.length > 0)
    .sort((a, b) => (b.alert.firstSeenAt ?? 0) - (a.alert.firstSeenAt ?? 0))
    .slice(0, probed.left);
  return readEver(
    open.map(({ alert }) => alert),
    context
  );
}

/**
 * Of the alerts those that began before the subject did and share metrics with it: whether it has happened before. First
 * those that share most, what is proven before what a search alone tells; then the latest.
 *
 * @returns `unknown`: how many earlier ones there are whose metrics are not known, so that nothing can be told of them;
 * `last`: of how many only how they were last is known, when they had nothing in common with it
 */
export function seenBefore(alerts: readonly Alert[], likeness: Likeness, titles: Titles) {
  const earlier = earlierOf(alerts, likeness).map((alert) => ({ alert, ...sharedBy(alert, likeness, titles) }));
  const [without, alike] = partition(earlier, ({ metrics }) => metrics.length === 0);
  const isKnown = ({ alert }: { alert: Alert }) => titles.metricsOf(alert) !== null;
  return {
    alerts: orderBy(
      alike,
      [({ metrics }) => metrics.length, 'isProven', ({ alert }) => alert.firstSeenAt ?? 0],
      ['desc', 'desc', 'desc']
    ).map(({ alert }) => alert),
    unsearched: likeness.probed.unsearched,
    unknown: without.filter((one) => !one.isWhole && !isKnown(one)).length,
    last: without.filter((one) => !one.isWhole && isKnown(one)).length,
  };
}

/** How much of the subject an alert had in common with it. */
export function sharedColumns(likeness: Likeness, titles: Titles): Array<Column<{ alert: Alert }>> {
  const shared = memoize((alert: Alert) => sharedBy(alert, likeness, titles));
  return [
    textColumn('shared', ({ alert }) => countText(shared(alert)), {
      width: 90,
      description: t(
        'alerts.shared-count',
        'How many metrics it had in common. "at least": its whole course was not read, and there may have been more. "perhaps": the search found it by them.'
      ),
    }),
    textColumn('sharedMetrics', ({ alert }) => namesOf(shared(alert).metrics), {
      width: 260,
      wrap: true,
    }),
  ];
}

export function likenessNotices({
  unsearched,
  unknown,
  last,
}: Omit<ReturnType<typeof seenBefore>, 'alerts'>): QueryResultMetaNotice[] {
  if (unsearched.length > 0) {
    const metrics = namesOf(unsearched);
    return [
      notice(
        t(
          'alerts.shared-unsearched',
          'Not all earlier alerts are found yet: they are searched for metric by metric, a further one at each refresh. Still to come: {{metrics}}.',
          { metrics, interpolation: { escapeValue: false } }
        )
      ),
    ];
  }
  return [
    ...(unknown > 0
      ? [
          notice(
            t(
              'alerts.shared-unknown',
              'Earlier alerts that may belong here, their metrics are not known: {{number}}.',
              {
                number: unknown,
              }
            )
          ),
        ]
      : []),
    ...(last > 0
      ? [
          notice(
            t(
              'alerts.shared-last',
              'Earlier alerts that may belong here, only their last metrics are known, and none of those is in common: {{number}}.',
              { number: last }
            )
          ),
        ]
      : []),
  ];
}

interface Shared {
  metrics: Named[];
  /** It had no more in common. */
  isWhole: boolean;
  /** Its metrics tell that, and not the search alone. */
  isProven: boolean;
}

function sharedBy(alert: Alert, { subject, probed, operations }: Likeness, titles: Titles): Shared {
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
  return metrics.length === 0 && !isWhole && found
    ? { metrics: [...found], isWhole, isProven: false }
    : { metrics, isWhole, isProven: true };
}

function countText({ metrics, isWhole, isProven }: Shared): string {
  const number = metrics.length;
  if (!isProven) {
    return t('alerts.perhaps', 'perhaps {{number}}', { number });
  }
  return isWhole ? String(number) : t('alerts.at-least', 'at least {{number}}', { number });
}

function namesOf(metrics: readonly Named[]): string {
  const names = metrics.map(metricTitle);
  const more = names.length - MOST_NAMED;
  return names.slice(0, MOST_NAMED).join(', ') + (more > 0 ? `, +${more}` : '');
}
