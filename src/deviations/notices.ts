import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { metricTitle } from '../alertbook/titles';
import { notice } from '../answer/notices';
import { coarserNotices, leftOutSpan, names, noCorridors } from '../answer/readingNotices';
import { RAW } from '../loading/texts';
import { hasCorridor } from '../corridors/columns';
import { messageOf } from '../service/failure';
import { type MetricRead } from './reading';

/** Parts of what was wanted that could not be read, and what was left out. */
export function sourceNotices(failures: readonly unknown[], reads: readonly MetricRead[], timeZone: string) {
  const cut = reads.flatMap(({ snapshot }) => snapshot ?? []).find(({ leftOut }) => leftOut);
  return [
    ...(cut?.leftOut ? [leftOutSpan(cut.leftOut, timeZone)] : []),
    ...failures.map((failure) => {
      const reason = messageOf(failure);
      return notice(t('answer.incomplete', 'Incomplete: {{reason}}', { reason, ...RAW }), 'warning');
    }),
  ];
}

/** What is incomplete about the metrics once all are read: what is still to come is not missing. */
export function readNotices(reads: readonly MetricRead[]): QueryResultMetaNotice[] {
  const read = reads.flatMap(({ candidate, snapshot, failure }) =>
    snapshot && snapshot.points > 0 ? [{ name: metricTitle(candidate), snapshot, failure }] : []
  );
  const whole = read.filter(({ failure }) => !failure);
  const bare = whole.filter(({ snapshot }) => !hasCorridor(snapshot.columns)).map(({ name }) => name);
  return [...metricsMissing(reads), ...coarserNotices(read), ...(bare.length > 0 ? [noCorridors(bare)] : [])];
}

/** Metrics that failed for one reason in one notice. */
export function metricsMissing(reads: readonly MetricRead[]): QueryResultMetaNotice[] {
  const byReason = new Map<string, string[]>();
  for (const { candidate, failure } of reads) {
    if (failure) {
      const reason = messageOf(failure);
      byReason.set(reason, [...(byReason.get(reason) ?? []), metricTitle(candidate)]);
    }
  }
  return [...byReason].map(([reason, of]) =>
    notice(t('answer.unread', "Couldn't read {{names}}: {{reason}}", { names: names(of), reason, ...RAW }), 'warning')
  );
}
