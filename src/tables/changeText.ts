import { t } from '@grafana/i18n';
import { type AlertMetric, type Change } from '../service/alerts';
import { wordOf } from './words';
import { metricTitle } from '../alertbook/titles';
import { pair, RAW } from '../loading/raw';

/**
 * What a change says in words, the same in a mark and in a log line: `Connections in use · orders-db: severe, was medium,
 * closest deviation 2.1`.
 *
 * @param before what earlier changes tell of the same metric, if anything (`earlierChanges`)
 */
export function changeText(change: Change, before?: AlertMetric): string {
  return pair(metricTitle(change), whatChanged(change, before?.severity || null));
}

function whatChanged({ change, severity, type, closestBaselineDeviation: deviation }: Change, was: string | null) {
  if (change === 'removed') {
    const last = was ?? severity;
    const gone = t('changes.removed', 'no longer part of the alert');
    return last
      ? t('changes.was', '{{severity}}, was {{was}}', { severity: gone, was: severityText(last), ...RAW })
      : gone;
  }
  const parts = [
    severity ? severityNow(change, severity, was) : change === null ? wordOf('updated') : wordOf(change),
    type === 'missing_data' ? wordOf('missing_data') : '',
    deviation === null
      ? ''
      : t('changes.deviation', 'closest deviation {{value}}', { value: rounded(deviation), ...RAW }),
  ];
  return parts.filter((part) => part !== '').join(', ');
}

function severityNow(change: string | null, now: string, was: string | null): string {
  const severity = severityText(now);
  if (was !== null) {
    return was === now
      ? t('changes.still', 'still {{severity}}', { severity, ...RAW })
      : t('changes.was', '{{severity}}, was {{was}}', { severity, was: severityText(was), ...RAW });
  }
  return change === 'added' ? `${severity}, ${wordOf('new')}` : severity;
}

/** A severity in the user's language. */
export function severityText(severity: string): string {
  return wordOf(severity).replaceAll('_', ' ');
}

function rounded(value: number): string {
  return Number(value.toPrecision(3)).toLocaleString();
}
