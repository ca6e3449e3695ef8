import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { groupBy, uniqBy } from 'lodash';
import { notice } from '../answer/notices';
import { metricTitle } from '../catalogue/titles';
import { inSequence } from '../incidents/inSequence';
import { keyOf } from '../incidents/subject';
import { type AlertEvent } from '../service/alerts';

/**
 * Of which metrics all the events of their alert do not tell when they came to it: the first change that they tell is
 * another one, since events are gone or tell no changes.
 */
export function untoldNotices(events: readonly AlertEvent[]): QueryResultMetaNotice[] {
  const untold = Object.values(groupBy(events, 'alertId')).flatMap((ofAlert) =>
    uniqBy(
      inSequence(ofAlert).flatMap(({ changes }) => changes ?? []),
      keyOf
    ).filter(({ change }) => change !== 'added')
  );
  return untold.length === 0
    ? []
    : [
        notice(
          t(
            'alerts.untold',
            'The events do not tell when some metrics came to the alert ({{number}}), such as {{metric}}: the first change shown of them is a later one.',
            { number: untold.length, metric: metricTitle(untold[0]), interpolation: { escapeValue: false } }
          ),
          'warning'
        ),
      ];
}
