import { t } from '@grafana/i18n';
import { type Seen } from '../judging/earlier';
import { RAW } from '../loading/texts';
import { dayText, durationText } from '../time/timeTexts';
import { type Column, countColumn, durationColumn, minuteColumn, textColumn } from './frame';

interface SeenOptions {
  now: number;
  timeZone: string;
  /** Whether the query does not ask for them. */
  hidden?: boolean;
}

/** What is known of the earlier alerts of the first metric. */
export function seenColumn<Row>(of: (row: Row) => Seen | null, { now, timeZone, hidden }: SeenOptions): Column<Row> {
  const text = (row: Row) => {
    const seen = of(row);
    return seen && seenText(seen, now, timeZone);
  };
  return textColumn('seen', text, {
    width: 240,
    wrap: true,
    hidden,
    heading: t('column.seen', 'Seen'),
    description: t('earlier.seen', 'Earlier alerts with the same first metric in the 90 days before'),
  });
}

/** The sentence, and its numbers, which are hidden. */
export function seenColumns<Row>(of: (row: Row) => Seen | null, options: SeenOptions): Array<Column<Row>> {
  return [
    seenColumn(of, options),
    countColumn('earlier', (row) => of(row)?.earlier ?? null, {
      hidden: true,
      heading: t('column.earlier', 'Earlier alerts'),
    }),
    minuteColumn('lastTime', (row) => of(row)?.lastTime ?? null, options.now, {
      hidden: true,
      heading: t('column.last-time', 'Last time'),
    }),
    durationColumn('usually', (row) => of(row)?.usually ?? null, {
      hidden: true,
      heading: t('column.usually', 'Usually'),
    }),
  ];
}

/**
 * `first in 90 days`, `4th in 90 days, last Nov 18, usually 40 min`, `4th in 90 days, last Nov 18, already the longest`, or
 * `again, 1 h 45 min after the last, 4th in 90 days, usually 40 min`.
 */
function seenText({ earlier, lastTime, usually, isLongest, after }: Seen, now: number, timeZone: string): string {
  if (earlier === 0) {
    return t('earlier.first', 'first in 90 days');
  }
  const last = lastTime === null ? null : dayText(lastTime, now, timeZone);
  const duration = usually === null ? null : durationText(usually);
  const again = after === null ? null : durationText(after);
  const parts = [
    again && t('earlier.again', 'again, {{duration}} after the last', { duration: again, ...RAW }),
    t('earlier.nth', '{{nth}} in 90 days', { nth: ordinal(earlier + 1), n: earlier + 1 }),
    !again && last && t('earlier.last', 'last {{day}}', { day: last, ...RAW }),
    isLongest
      ? t('earlier.longest', 'already the longest')
      : duration && t('earlier.usually', 'usually {{duration}}', { duration, ...RAW }),
  ];
  return parts.filter(Boolean).join(', ');
}

const SUFFIXES: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };

/** `4th`, in English. Other languages use the number. */
function ordinal(n: number): string {
  return n + (SUFFIXES[new Intl.PluralRules('en', { type: 'ordinal' }).select(n)] ?? 'th');
}
