import { t } from '@grafana/i18n';
import { type AlertMetric, type Change } from '../service/alerts';
import { wordOf } from './words';
import { metricTitle } from '../alertbook/titles';
import { RAW } from '../loading/raw';

/**
 * What a change says in words, the same in a mark and in a log line: `Connections in use · orders-db: severe, was medium,
 * closest deviation 2.1`.
 *
 * @param before what earlier changes tell of the same metric, if anything (`earlierChanges`)
 */
export function changeText(change: Change, before?: AlertMetric): string {
  return t('changes.line', '{{metric}}: {{what}}', {
    metric: metricTitle(change),
    what: whatChanged(change, before?.severity || null),
    ...RAW,
  });
}

function whatChanged({ change, severity, type, closestBaselineDeviation: deviation }: Change, was: string | null) {
  if (change === 'removed') {
    const last = was ?? severity;
    return last
      ? t('changes.removed-was', 'no longer part of the alert, was {{severity}}', {
          severity: severityText(last),
          ...RAW,
        })
      : t('changes.removed', 'no longer part of the alert');
  }
  const parts = [
    severity ? severityNow(change, severity, was) : change === null ? t('changes.somehow', 'changed') : wordOf(change),
    type === 'missing_data' ? t('changes.no-data', 'data is missing') : '',
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
  return change === 'added' ? t('changes.added', '{{severity}}, new in the alert', { severity, ...RAW }) : severity;
}

/** A severity in the user's language. */
export function severityText(severity: string): string {
  return wordOf(severity).replaceAll('_', ' ');
}

function rounded(value: number): string {
  return Number(value.toPrecision(3)).toLocaleString();
}
