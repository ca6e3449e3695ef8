import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { memoize, orderBy, partition } from 'lodash';
import { notice } from '../answer/notices';
import { type Named } from '../answer/named';
import { type Titles } from '../catalogue/lookUps';
import { metricTitle } from '../catalogue/titles';
import { type Alert } from '../service/alerts';
import { type Column, textColumn } from '../tables/frame';
import { earlierOf, type Likeness, ruledOut, type Shared, sharedBy } from './likeness';

/** As many of the shared metrics are named. */
const MOST_NAMED = 3;

/**
 * Of the alerts those that began before the subject did and share metrics with it: whether it has happened before. First
 * those that share most, what is proven before what a search alone tells; then the latest.
 *
 * @returns `unknown`: how many earlier ones there are whose metrics are not known, so that nothing can be told of them;
 * `isFound`: they are all found, what is not searched for yet adds only what they shared; `ruledOut`: where there are none,
 * of how many the search alone tells that they shared nothing; `last`: of how many only how they were last is known, when they had nothing in common with it
 */
export function seenBefore(alerts: readonly Alert[], likeness: Likeness, titles: Titles) {
  const earlier = earlierOf(alerts, likeness, titles).map((alert) => ({ alert, ...sharedBy(alert, likeness, titles) }));
  const [without, alike] = partition(earlier, ({ metrics }) => metrics.length === 0);
  const isKnown = ({ alert }: { alert: Alert }) => titles.metricsOf(alert) !== null;
  return {
    alerts: orderBy(
      alike,
      [({ metrics }) => metrics.length, 'isProven', ({ alert }) => alert.firstSeenAt ?? 0],
      ['desc', 'desc', 'desc']
    ).map(({ alert }) => alert),
    unsearched: likeness.probed.unsearched,
    isFound: likeness.probed.ids !== null,
    ruledOut: alike.length > 0 ? 0 : ruledOut(alerts, likeness, titles),
    unknown: without.filter((one) => !one.isWhole && !isKnown(one)).length,
    last: without.filter((one) => !one.isWhole && isKnown(one)).length,
  };
}

/** How much of the subject an alert had in common with it. */
export function sharedColumns(likeness: Likeness, titles: Titles): Array<Column<{ alert: Alert }>> {
  const shared = memoize((alert: Alert) => sharedBy(alert, likeness, titles));
  return [
    textColumn('shared', ({ alert }) => countText(shared(alert)), {
      width: 110,
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
  isFound,
  ruledOut: out,
  unknown,
  last,
}: Omit<ReturnType<typeof seenBefore>, 'alerts'>): QueryResultMetaNotice[] {
  if (unsearched.length > 0 && !isFound) {
    return [stillToCome(unsearched)];
  }
  return [
    ...(unsearched.length > 0 ? [sharedToCome(unsearched)] : []),
    ...(out > 0
      ? [
          notice(
            t(
              'alerts.shared-ruled-out',
              'None by the service’s search for these metrics. The earlier alerts themselves were not read: {{number}}.',
              { number: out }
            )
          ),
        ]
      : []),
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

function stillToCome(unsearched: readonly Named[]): QueryResultMetaNotice {
  const metrics = namesOf(unsearched);
  return notice(
    t(
      'alerts.shared-unsearched',
      'Not all earlier alerts are found yet: they are searched for metric by metric, a further one at each refresh. Still to come: {{metrics}}.',
      { metrics, interpolation: { escapeValue: false } }
    )
  );
}

function sharedToCome(unsearched: readonly Named[]): QueryResultMetaNotice {
  const metrics = namesOf(unsearched);
  return notice(
    t(
      'alerts.shared-to-come',
      'What earlier alerts had in common is searched for metric by metric, a further one at each refresh. Still to come: {{metrics}}.',
      { metrics, interpolation: { escapeValue: false } }
    )
  );
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
