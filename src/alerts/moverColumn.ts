import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { partition, sortBy } from 'lodash';
import { notice } from '../answer/notices';
import { type Context } from '../answer/runner';
import { worstTitle } from '../catalogue/titles';
import { type Alert } from '../service/alerts';
import { messageOf } from '../service/failure';
import { type Operations } from '../service/operations';
import { perInstance } from '../service/perInstance';
import { Recent } from '../service/recent';
import { MINUTE } from '../settings';
import { type Column, textColumn } from '../tables/frame';
import { everFailed, everNamed, hasJustFailed, isTried, unreadOf } from './everNamed';

/** Of so many alerts the events are read at first: of the active ones, then of the most severe. */
const AT_FIRST = 8;
/** Each refresh reads those of one more, as long as there is one. */
const AT_REFRESH = 1;
/** A list that was shown so shortly before is refreshed, in milliseconds. */
const JUST_SHOWN = 10 * MINUTE;
/** As many lists are remembered. */
const MOST_LISTS = 100;

/** When lists were shown the last time, epoch milliseconds, for each data source instance. */
const shownOf = perInstance(() => new Recent<{ at: number }>(MOST_LISTS));

/**
 * The alerts whose events the next reading asks for, to tell what moved first; none for a while after one has failed.
 *
 * @param list which list they are of
 */
export function moversToRead(
  alerts: readonly Alert[],
  list: string,
  context: Pick<Context, 'operations' | 'now'>
): Alert[] {
  const shown = shownOf(context.operations);
  const before = shown.get(list);
  const now = context.now();
  shown.set(list, { at: now });
  if (hasJustFailed(alerts, context)) {
    return [];
  }
  const [tried, untried] = partition(unreadOf(alerts, context), ({ id }) => isTried(context.operations, id));
  const unread = [...sortBy(untried, ({ active }) => active === false), ...tried];
  return unread.slice(0, before && Math.abs(now - before.at) < JUST_SHOWN ? AT_REFRESH : AT_FIRST);
}

/** Of how many alerts it could not be read, and why. */
export function moverNotices(alerts: readonly Alert[], operations: Operations): QueryResultMetaNotice[] {
  const failures = alerts.flatMap(({ id }) => (everNamed(operations, id) ? [] : (everFailed(operations, id) ?? [])));
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
  return textColumn('firstMover', ({ alert }) => moverText(alert, operations), {
    width: 190,
    wrap: true,
    description: t(
      'alerts.first-mover',
      'The metric that the alert began with, and how many more did at once. Each refresh reads the events of one more alert.'
    ),
  });
}

/** Null where its events could not be read. */
function moverText({ id }: Alert, operations: Operations): string | null {
  const ever = everNamed(operations, id);
  if (ever) {
    return worstTitle(ever.first) ?? t('alerts.mover-untold', 'its events do not tell');
  }
  return everFailed(operations, id) === undefined ? t('alerts.mover-unread', 'not read yet') : null;
}
