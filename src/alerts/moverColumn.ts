import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { sortBy } from 'lodash';
import { notice } from '../answer/notices';
import { type Context } from '../answer/runner';
import { worstTitle } from '../catalogue/titles';
import { type Alert } from '../service/alerts';
import { messageOf } from '../service/failure';
import { type Operations } from '../service/operations';
import { type Column, textColumn } from '../tables/frame';
import { everFailed, everNamed, unreadOf } from './everNamed';

/** Of so many alerts the events are read at first: of the active ones, then of the most severe. */
const AT_FIRST = 8;
/** Each later reading reads those of one more, as long as there is one. */
const AT_REFRESH = 1;

/** The alerts whose events the next reading asks for, to tell what moved first. */
export function moversToRead(alerts: readonly Alert[], context: Pick<Context, 'operations' | 'now'>): Alert[] {
  const isFirst = alerts.every(({ id }) => everNamed(context.operations, id) === undefined);
  const unread = sortBy(unreadOf(alerts, context), ({ active }) => active === false);
  return unread.slice(0, isFirst ? AT_FIRST : AT_REFRESH);
}

/** Of how many alerts it could not be read, and why. */
export function moverNotices(alerts: readonly Alert[], operations: Operations): QueryResultMetaNotice[] {
  const failures = alerts.flatMap(({ id }) => everFailed(operations, id) ?? []);
  return failures.length === 0
    ? []
    : [
        notice(
          t(
            'alerts.movers-missing',
            'The events of some alerts could not be read, so that it is not known what moved first in them ({{number}}): {{reason}}',
            { number: failures.length, reason: messageOf(failures[0]), interpolation: { escapeValue: false } }
          ),
          'warning'
        ),
      ];
}

/** Which metric an alert began with, as its events tell. */
export function moverColumn(operations: Operations): Column<{ alert: Alert }> {
  return textColumn('firstMover', ({ alert }) => worstTitle(everNamed(operations, alert.id)?.first ?? []), {
    width: 190,
    wrap: true,
    description: t(
      'alerts.first-mover',
      'The metric that the alert began with, and how many more did at once; empty where its events are not read yet.'
    ),
  });
}
