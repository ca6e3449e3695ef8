import { type Alert } from '../service/alerts';

/** What an alert's duration is made of. */
type Lasting = Pick<Alert, 'active' | 'firstSeenAt' | 'lastSeenAt'>;

/** How long the alert has lasted, in milliseconds; null where a time is not known, or the end lies before the beginning. */
export function alertDuration({ active, firstSeenAt, lastSeenAt }: Lasting, now: number): number | null {
  const end = active ? now : lastSeenAt;
  if (firstSeenAt === null || end === null || (!active && end < firstSeenAt)) {
    return null;
  }
  return Math.max(0, end - firstSeenAt);
}
