import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { groupBy, sumBy } from 'lodash';
import { MOST_REQUESTS } from '../facts/store';
import { type Snapshot } from '../facts/snapshot';
import { LONGEST_WAIT } from '../service/status';
import { type Span, union } from '../ground/spans';
import { RAW, clockText, shortTime } from '../ground/texts';
import { messageOf } from '../ground/failure';
import { closed, info, names, warn } from '../ground/notices';

/* What panels and their headers say about readings. */

export function spanText({ from, to }: Span, timeZone: string): string {
  return `${clockText(from, timeZone)} – ${clockText(to, timeZone)}`;
}

/** A metric's data, with its name. */
export interface NamedReading {
  name: string;
  snapshot: Pick<Snapshot, 'substitute' | 'missing' | 'lost'>;
  /** What could not be read of it, if that is not only about the snapshot. */
  missing?: Snapshot['missing'];
  /** It has values, and none has a corridor: they look like usual values. */
  isBare?: boolean;
}

/** What is not known of metrics, once all were read. */
export function readingNotices(readings: readonly NamedReading[], timeZone: string): QueryResultMetaNotice[] {
  const missing = readings.flatMap((one) => one.missing ?? one.snapshot.missing);
  const bare = readings.filter(({ isBare }) => isBare).map(({ name }) => name);
  const values = { names: names(bare), ...RAW };
  return [
    ...missingNotices(missing, timeZone),
    ...coarserNotices(readings),
    ...untimedRows(sumBy(readings, ({ snapshot: { lost = 0 } }) => lost)),
    ...(bare.length > 0 ? [info(t('metric.no-corridors', 'No corridors in this time range: {{names}}.', values))] : []),
  ];
}

/** Missing spans with the same reason in one notice. `stale`: older points are shown there. */
function missingNotices(missing: Snapshot['missing'], timeZone: string): QueryResultMetaNotice[] {
  const ordered = [...missing].sort((a, b) => a.from - b.from);
  const byReason = Object.values(groupBy(ordered, ({ stale, failure }) => `${stale} ${failure.message}`));
  return byReason.map((alike) => {
    const [{ stale, failure }] = alike;
    // The parts of one outage are shown as one span.
    const spans = names(union(alike).map((span) => spanText(span, timeZone)));
    const values = { spans, reason: failure.message, ...RAW };
    return warn(
      stale
        ? t('metric.stale', "Couldn't refresh {{spans}}; showing earlier data. {{reason}}", values)
        : t('metric.missing', 'Missing: {{spans}}. {{reason}}', values)
    );
  });
}

/** A notice for all metrics of which the service refused one granularity, and accepted the same instead. */
function coarserNotices(readings: readonly NamedReading[]): QueryResultMetaNotice[] {
  const replaced = readings.flatMap(({ name, snapshot: { substitute } }) =>
    substitute ? { name, ...substitute } : []
  );
  return Object.values(groupBy(replaced, ({ wanted, taken }) => wanted + taken)).map((alike) => {
    const { wanted, taken } = alike[0];
    const values = { wanted, taken, names: names(alike.map(({ name }) => name)), ...RAW };
    return info(
      taken === 'none'
        ? t(
            'metric.not-chosen',
            "Granularity {{wanted}} isn't available for {{names}}. The service chose another.",
            values
          )
        : t('metric.coarser', "Granularity {{wanted}} isn't available for {{names}}. Showing {{taken}}.", values)
    );
  });
}

/** Metrics of which nothing, or not everything, could be read: those with the same reason in one notice. */
export function unreadNotices(failed: ReadonlyArray<{ name: string; reason: unknown }>): QueryResultMetaNotice[] {
  return Object.entries(groupBy(failed, ({ reason }) => messageOf(reason))).map(([reason, alike]) =>
    warn(unreadText(names(alike.map(({ name }) => name)), reason))
  );
}

/** The notice about rows that can't be drawn. None without any. */
export function untimedRows(count: number): QueryResultMetaNotice[] {
  const text = () =>
    t('annotations.untimed', '{{count}} are not drawn, because their times are unreadable.', {
      count,
      defaultValue_one: '1 is not drawn, because its time is unreadable.',
    });
  return count > 0 ? [warn(text())] : [];
}

/** @param of names of series with nothing to show */
export function noSuchPairs(of: string[]): QueryResultMetaNotice {
  return info(t('metric.no-pairs', 'No data: {{names}}.', { names: names(of), ...RAW }));
}

export function leftOutSpan(span: Span, timeZone: string): QueryResultMetaNotice {
  const values = { span: spanText(span, timeZone), most: MOST_REQUESTS, ...RAW };
  return warn(
    t('metric.too-long', 'Not loaded: {{span}}. More than {{most}} requests: choose a shorter time range.', values)
  );
}

/** Points outside that are smaller than the query's limit, or on the other side. */
export function unmarkedPoints(count: number): QueryResultMetaNotice {
  return info(
    t('deviations.unmarked', '{{count}} points outside are not marked.', {
      count,
      defaultValue_one: '1 point outside is not marked.',
    })
  );
}

/** @param reason a failure, or a sentence */
export function unreadText(names: string, reason: unknown): string {
  return t('answer.unread', "Couldn't read {{names}}: {{reason}}", { names, reason: messageOf(reason), ...RAW });
}

/** For a response that is sent while the service is silent. */
export function stillWaiting(): string {
  return t('answer.still-waiting', 'No response from the service for {{seconds}} s. Still waiting.', {
    seconds: LONGEST_WAIT / 1000,
  });
}

/** Instead of rows while the service does not respond. @param last when it last did, epoch milliseconds */
export function noResponse(last: number | undefined, timeZone: string): string {
  return last === undefined
    ? t('answer.no-response', 'No usable response from the service.')
    : t('answer.no-response-since', 'No usable response from the service since {{time}}.', {
        time: shortTime(last, Date.now(), timeZone),
        ...RAW,
      });
}

/** Instead of rows if everything was read. */
export function nothingFound(): string {
  return t('answer.nothing-found', 'Nothing found.');
}

/** For a picture of a page with unfinished queries. */
export function notInTime(): string {
  return t('answer.not-in-time', 'Incomplete: the service took too long for a picture.');
}

/** For a refresh that failed. @param at when the displayed data was read, epoch milliseconds */
export function withReading(error: string, at: number, timeZone: string): string {
  return t('answer.last-read', '{{error}} Showing data from {{time}}.', {
    error: closed(error),
    time: shortTime(at, Date.now(), timeZone),
    ...RAW,
  });
}

/** For answers of a shared cache while the service does not respond. @param at of the data, epoch milliseconds, or NaN */
export function staleData(at: number, timeZone: string): string {
  const failed = t('shared.stale', "The service didn't respond. Showing cached data.");
  return Number.isNaN(at) ? failed : `${failed} (${clockText(at, timeZone)})`;
}

export function unusedFilter(key: string): string {
  return t('filters.unused', 'The filter on "{{filter}}" isn\'t supported here and was ignored.', {
    filter: key,
    ...RAW,
  });
}
