import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { metricTitle } from '../alertbook/titles';
import { notice } from '../answer/notices';
import { coarserNotices, leftOutSpan, names, noCorridors } from '../answer/readingNotices';
import { RAW } from '../loading/texts';
import { hasCorridor } from '../corridors/columns';
import { messageOf } from '../service/failure';
import { type MetricRead } from './reading';
import { deviationOf } from './deviation';

/** What a ranking orders: a metric, or the lane of a node or system. */
export interface Ranked {
  name: string;
  /** Whether it is outside where it was last seen in the range. */
  isOutside: boolean;
}

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
  const mainless = whole.filter(({ snapshot }) => deviationOf(snapshot.columns).isMainMissing).map(({ name }) => name);
  return [
    ...metricsMissing(reads),
    ...coarserNotices(read),
    ...(mainless.length > 0 ? [mainMissing(mainless)] : []),
    ...(bare.length > 0 ? [noCorridors(bare)] : []),
  ];
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

function mainMissing(of: string[]): QueryResultMetaNotice {
  return notice(
    t('deviations.main-missing', 'No main corridor, so time outside may be too high: {{names}}.', {
      names: names(of),
      ...RAW,
    }),
    'warning'
  );
}

/**
 * That the limit of the query cut a ranking, and what of the rest is outside at the end: by share one that has just begun
 * is behind those that are long over.
 *
 * @param ranked all of them, in their order
 */
export function cutNotices(ranked: readonly Ranked[], limit: number): QueryResultMetaNotice[] {
  const left = ranked.slice(limit);
  const outside = left.filter(({ isOutside }) => isOutside).map(({ name }) => name);
  if (left.length === 0) {
    return [];
  }
  return [
    outside.length === 0
      ? notice(
          t('answer.cut-first', 'Showing the first {{shown}} of {{total}}.', { shown: limit, total: ranked.length })
        )
      : notice(
          t('deviations.cut-outside', 'The limit hides metrics that are outside: {{names}}.', {
            names: names(outside),
            ...RAW,
          }),
          'warning'
        ),
  ];
}

/** Whether the newest known value is outside. @param values deviations, 0 inside, null where unknown */
export function isOutsideLast(values: ReadonlyArray<number | null>): boolean {
  return Boolean(values.findLast((value) => value !== null));
}
