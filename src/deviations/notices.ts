import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { notice } from '../answer/notices';
import { coarserNotices, leftOutSpan, names, noCorridors, RAW } from '../answer/readingNotices';
import { hasCorridor } from '../corridors/columns';
import { metricTitle } from '../catalogue/titles';
import { messageOf } from '../service/failure';
import { type Chosen } from './chosen';
import { isMainMissing } from './mainless';
import { type Snapshot } from '../store/snapshot';
import { type MetricRead } from './reading';

/** What is to be told of what was read, and of what was not. */
export function readNotices(
  chosen: Chosen,
  reads: readonly MetricRead[],
  done: boolean,
  timeZone: string
): QueryResultMetaNotice[] {
  const leftOut = reads.find(({ snapshot }) => snapshot?.leftOut)?.snapshot;
  return [
    ...chosen.notices,
    ...(leftOut?.leftOut ? [leftOutSpan(leftOut.leftOut, leftOut.taken, timeZone)] : []),
    ...chosen.failures.map(sourceMissing),
    // What is still to come is not missing.
    ...(done ? [...metricsMissing(reads), ...coarserOf(reads), ...notRanked(reads)] : []),
  ];
}

function sourceMissing(failure: unknown): QueryResultMetaNotice {
  return notice(
    t('deviations.missing', 'A part could not be read, so metrics may be missing: {{reason}}', {
      reason: messageOf(failure),
      ...RAW,
    }),
    'warning'
  );
}

/** Metrics that failed of one reason in one notice. */
function metricsMissing(reads: readonly MetricRead[]): QueryResultMetaNotice[] {
  const byReason = new Map<string, string[]>();
  for (const { candidate, failure } of reads) {
    if (failure) {
      const reason = messageOf(failure);
      byReason.set(reason, [...(byReason.get(reason) ?? []), metricTitle(candidate)]);
    }
  }
  return [...byReason].map(([reason, of]) =>
    notice(
      t('deviations.metrics-missing', 'Not read, or not in whole: {{names}}. {{reason}}', {
        names: names(of),
        reason,
        ...RAW,
      }),
      'warning'
    )
  );
}

/** Metrics of which nothing can be told: a ranking without them would pass for one in which they are well. */
function notRanked(reads: readonly MetricRead[]): QueryResultMetaNotice[] {
  const whole = reads.flatMap(({ candidate, snapshot, failure }) =>
    snapshot && !failure ? [{ name: metricTitle(candidate), snapshot }] : []
  );
  const told = (tell: (of: string[]) => QueryResultMetaNotice, isSuch: (snapshot: Snapshot) => boolean) => {
    const such = whole.filter(({ snapshot }) => isSuch(snapshot));
    return such.length > 0 ? [tell(such.map(({ name }) => name))] : [];
  };
  return [
    ...told(noPoints, ({ points }) => points === 0),
    ...told(mainMissing, ({ columns }) => isMainMissing(columns)),
    ...told(noCorridors, ({ points, columns }) => points > 0 && !hasCorridor(columns)),
  ];
}

function noPoints(of: string[]): QueryResultMetaNotice {
  return notice(
    t('deviations.no-points', 'No datapoints in this range, so not ranked: {{names}}.', { names: names(of), ...RAW })
  );
}

function mainMissing(of: string[]): QueryResultMetaNotice {
  return notice(
    t(
      'deviations.main-missing',
      'Many points have no main corridor, so that more may count as outside than was: {{names}}.',
      { names: names(of), ...RAW }
    ),
    'warning'
  );
}

function coarserOf(reads: readonly MetricRead[]): QueryResultMetaNotice[] {
  return coarserNotices(
    reads.flatMap(({ candidate, snapshot }) =>
      snapshot && snapshot.points > 0 ? [{ name: metricTitle(candidate), snapshot }] : []
    )
  );
}
