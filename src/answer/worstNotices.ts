import { type DataFrame } from '@grafana/data';
import { t } from '@grafana/i18n';
import { uniqBy } from 'lodash';
import { notice, type Severity } from './notices';

const RANK: Record<Severity, number> = { error: 0, warning: 1, info: 2 };

/**
 * The frames of a panel with the worst notices; one more counts the others. The query inspector has all of them, in
 * `meta.custom.notices` of their frames.
 */
export function worstNotices(frames: DataFrame[], most: number): DataFrame[] {
  const noticesOf = ({ meta }: DataFrame) => meta?.notices ?? [];
  const all = uniqBy(frames.flatMap(noticesOf), 'text').sort((a, b) => RANK[a.severity] - RANK[b.severity]);
  if (all.length <= most) {
    return frames;
  }
  const [severest, ...others] = all.slice(most);
  const more = notice(
    t('answer.more-notices', '{{count}} more notices are in the inspector.', {
      count: others.length + 1,
      defaultValue_one: 'One more notice is in the inspector.',
    }),
    severest.severity
  );
  const shown = new Set(all.slice(0, most).map(({ text }) => text));
  let isCounted = false;
  return frames.map((frame) => {
    const kept = noticesOf(frame).filter(({ text }) => shown.has(text));
    if (kept.length === noticesOf(frame).length) {
      return frame;
    }
    const notices = isCounted ? kept : [...kept, more];
    isCounted = true;
    const custom = { ...frame.meta?.custom, notices: noticesOf(frame).map(({ text }) => text) };
    return { ...frame, meta: { ...frame.meta, notices, custom } };
  });
}
