import { type DataFrame } from '@grafana/data';
import { t } from '@grafana/i18n';
import { RAW } from '../loading/texts';
import { shortTime } from '../time/timeTexts';
import { notice, type Severity } from './notices';

const RANK: Record<Severity, number> = { error: 0, warning: 1, info: 2 };

/**
 * A frame with the worst of its notices; one more counts the others. The query inspector has all of them, in
 * `meta.custom.notices`.
 */
export function worstNotices(frame: DataFrame, most: number): DataFrame {
  const notices = frame.meta?.notices ?? [];
  if (notices.length <= most) {
    return frame;
  }
  const sorted = [...notices].sort((a, b) => RANK[a.severity] - RANK[b.severity]);
  const [severest, ...others] = sorted.slice(most);
  const more = notice(
    t('answer.more-notices', '{{count}} more notices are in the inspector.', {
      count: others.length + 1,
      defaultValue_one: 'One more notice is in the inspector.',
    }),
    severest.severity
  );
  const shown = sorted.slice(0, most);
  const custom = { ...frame.meta?.custom, notices: notices.map(({ text }) => text) };
  return {
    ...frame,
    meta: { ...frame.meta, notices: [...notices.filter((one) => shown.includes(one)), more], custom },
  };
}

/** For a response that goes out while the service is silent. @param wait how long it has been, in milliseconds */
export function stillWaiting(wait: number): string {
  return t('answer.still-waiting', 'No response from the service for {{seconds}} s. Still waiting.', {
    seconds: wait / 1000,
  });
}

/** For a refresh that failed. @param at when what is shown was read, epoch milliseconds */
export function withReading(error: string, at: number, timeZone: string): string {
  return t('answer.last-read', '{{error}} Showing data from {{time}}.', {
    error,
    time: shortTime(at, Date.now(), timeZone),
    ...RAW,
  });
}
