import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { MINUTE } from '../settings';
import { durationText } from '../time/durations';
import { warn } from './notices';

/** Times that lie so far ahead of now, in milliseconds, are no matter of rounding. */
const AHEAD = 5 * MINUTE;

/**
 * What the service says has happened cannot be in the future: its clock or this computer's is wrong then, and what is asked
 * for up to now misses the newest.
 *
 * @param times of what has happened, epoch milliseconds @param now by this computer's clock
 */
export function clockNotices(times: ReadonlyArray<number | null>, now: number): QueryResultMetaNotice[] {
  const ahead = times.reduce<number>((most, time) => Math.max(most, (time ?? now) - now), 0);
  if (ahead < AHEAD) {
    return [];
  }
  const values = { ahead: durationText(Math.floor(ahead / MINUTE) * MINUTE) };
  return [
    warn(
      t(
        'answer.clock',
        "The service's clock appears to be {{ahead}} ahead of this computer's. The newest data may be missing.",
        values
      )
    ),
  ];
}
