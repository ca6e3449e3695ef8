import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { type WantedSeries } from '../answer/expand';
import { notice } from '../answer/notices';
import { coarserNotices, missingNotices, RAW, spanText } from '../answer/readingNotices';
import { type Snapshot } from '../store/snapshot';
import { type Span } from '../time/span';

/** What a sentence does not know of its metric. Of one without a point its failure or its sentence tells. */
export function noticesOf({ name }: WantedSeries, snapshot: Snapshot, timeZone: string): QueryResultMetaNotice[] {
  const { points, missing, leftOut } = snapshot;
  return points === 0
    ? []
    : [
        ...missingNotices(missing, timeZone),
        ...coarserNotices([{ name, snapshot }]),
        ...(leftOut ? [notRead(leftOut, timeZone)] : []),
      ];
}

/** Of a metric that is outside: what is not known of the days before. */
export function beforeNotices({ name }: WantedSeries, { missing }: Snapshot): QueryResultMetaNotice[] {
  return missing.slice(0, 1).map(({ failure }) =>
    notice(
      t('explain.before-missing', 'How far out {{name}} was in the 30 days before is not all known: {{reason}}', {
        name,
        reason: failure.message,
        ...RAW,
      })
    )
  );
}

function notRead(span: Span, timeZone: string): QueryResultMetaNotice {
  return notice(
    t(
      'explain.not-read',
      'The sentence does not know of {{span}}: only the newest two weeks or so are read that finely.',
      {
        span: spanText(span, timeZone),
        ...RAW,
      }
    )
  );
}
