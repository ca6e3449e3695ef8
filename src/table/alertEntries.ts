import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { lowerFirst, orderBy } from 'lodash';
import { takeUntil, timer } from 'rxjs';
import { Courses, coursesOf } from '../facts/courses';
import { type ReadContext } from '../facts/facts';
import { bySeverity } from '../facts/order';
import { alertOfEvents } from '../facts/history';
import { activeAlerts } from '../judging/active';
import { eventsOfAlerts } from '../judging/alertEvents';
import { type Entry, type Reader } from '../facts/reader';
import { bounded } from '../ground/inputs';
import { RAW, dayAndTime } from '../ground/texts';
import { distinctNames } from '../ground/frameNames';
import { type Alert } from '../service/alerts';
import { wordOf } from './words';
import { type Span } from '../ground/spans';
import { type CatalogueEntry } from './catalogue';

/**
 * This many alerts get the names of their metrics before a list of options is shown, which waits this long, in
 * milliseconds.
 */
const MOST_NAMED = 4;
const LONGEST_WAIT = 1000;

interface AlertEntries {
  /** Most severe first, each alert once. */
  entries: CatalogueEntry[];
  notices: QueryResultMetaNotice[];
  /** Why some of several searches returned nothing. */
  failures: unknown[];
}

interface AlertEntryFilter {
  /** Undefined: of any node. */
  nodeIds?: string[];
  /** Undefined: all that were active in the range. Otherwise only these, whenever they were active. */
  alertIds?: string[];
  q?: string;
}

/** What is needed to read alerts, and for which page. */
interface AlertSource {
  range: Span;
  context: ReadContext;
}

/**
 * The alerts that were active in the range, as options. Null while more can arrive. The search supports one node, so that
 * several nodes are several searches, at most 100. If one fails, the others stay.
 *
 * @throws if all fail
 */
export function alertEntries(
  reader: Reader,
  { range, context }: AlertSource,
  { nodeIds, alertIds, q }: AlertEntryFilter = {}
): AlertEntries | null {
  const titles = new Courses(context);
  const nodes = bounded(nodeIds ?? [''], (nodeId) => nodeId);
  const searches = nodes.values.map((nodeId) => ({ nodeId, q }));
  const found = activeAlerts(reader, { context, range }, searches, false);
  if (!found) {
    return null;
  }
  if (searches.length > 0 && found.failures.length === searches.length) {
    throw found.failures[0];
  }
  const alerts = found.alerts.filter(({ id }) => id !== '' && (alertIds === undefined || alertIds.includes(id)));
  const ids = new Set(alerts.map(({ id }) => id));
  const away = awayAlerts(
    reader,
    context,
    (alertIds ?? []).filter((id) => !ids.has(id))
  );
  const all = away && [...alerts, ...away.alerts].sort(bySeverity);
  const named = all && reader.read(namesOf(context, all));
  return named && !named.isFetching
    ? {
        entries: entriesOf(all, (alert) => alertText(alert, titles.titleOf(alert), context)),
        notices: [...nodes.notices, ...found.notices, ...away.notices],
        failures: [...found.failures, ...away.failures],
      }
    : null;
}

/** Selected alerts outside the range, from their events. Unknown alerts have a notice. */
function awayAlerts(reader: Reader, context: ReadContext, alertIds: string[]) {
  const read = eventsOfAlerts(reader, context, alertIds);
  return (
    read && { ...read, alerts: alertIds.flatMap((id) => alertOfEvents(id, read.courses.of(id)?.events ?? []) ?? []) }
  );
}

/**
 * The first pages of events of the latest alerts without known metrics: one round of requests, for which a list of options
 * waits at most a second. It is sent once, whatever the result.
 */
function namesOf(context: ReadContext, alerts: readonly Alert[]): Entry<Courses> {
  const start = () => {
    const known = new Courses(context);
    const nameless = alerts.filter((alert) => known.firstMetricOf(alert) === null);
    const latest = orderBy(nameless, [({ lastSeenAt }) => lastSeenAt ?? Infinity, 'firstSeenAt'], ['desc', 'desc']);
    const first = coursesOf(context, latest.slice(0, MOST_NAMED), { rank: 1 });
    return first.start().pipe(takeUntil(timer(LONGEST_WAIT)));
  };
  return { key: 'names of alerts', start };
}

function entriesOf(alerts: readonly Alert[], textOf: (alert: Alert) => string): CatalogueEntry[] {
  const texts = distinctNames(alerts, textOf, ({ id }) => id);
  return alerts.map(({ id }, i) => ({ value: id, text: texts[i] }));
}

/** An alert as an option: `severe · CPU load · web-1 +2 · since Jan 31, 14:02`. */
function alertText({ impact, firstSeenAt }: Alert, title: string, { now, timeZone }: ReadContext): string {
  const from = firstSeenAt === null ? '' : dayAndTime(firstSeenAt, now(), timeZone);
  const since = from && lowerFirst(t('annotations.since', 'Since {{from}}', { from, ...RAW }));
  return [impact && wordOf(impact), title, since].filter((part) => part).join(' · ');
}
