import { t } from '@grafana/i18n';
import { type AlertMetric, type Change } from '../service/alerts';
import { metricTitle } from './titles';

const RAW = { interpolation: { escapeValue: false } };

/**
 * What a change says in words: `Connections in use · orders-db: red, was orange, closest deviation 2.1`.
 *
 * @param before what earlier changes told of the same metric, if anything
 */
export function changeText(change: Change, before?: AlertMetric): string {
  const metric = metricTitle(change);
  const what = whatChanged(change, before);
  return what === '' ? metric : t('changes.line', '{{metric}}: {{what}}', { metric, what, ...RAW });
}

/** The same without the metric's name. */
export function whatChanged(change: Change, before?: AlertMetric): string {
  const { change: kind, severity, type, closestBaselineDeviation: deviation } = change;
  const was = before?.severity ?? null;
  if (kind === 'removed') {
    const last = was ?? severity;
    return last === null
      ? t('changes.removed', 'no longer part of it')
      : t('changes.removed-was', 'no longer part of it, was {{severity}}', { severity: severityText(last), ...RAW });
  }
  const parts = [
    severity === null ? (kind ?? '') : told(kind, severityText(severity), was === null ? null : severityText(was)),
    type === 'missing_data' ? t('changes.no-data', 'data is missing') : '',
    deviation === null
      ? ''
      : t('changes.deviation', 'closest deviation {{value}}', { value: rounded(deviation), ...RAW }),
  ];
  return parts.filter((part) => part !== '').join(', ');
}

function told(kind: string | null, severity: string, was: string | null): string {
  if (was !== null && was !== severity) {
    return t('changes.was', '{{severity}}, was {{was}}', { severity, was, ...RAW });
  }
  return kind === 'added'
    ? t('changes.added', '{{severity}}, new', { severity, ...RAW })
    : was === severity
      ? t('changes.still', 'still {{severity}}', { severity, ...RAW })
      : severity;
}

/** `blood_red` as people write it; the service's other words are words. */
export function severityText(severity: string): string {
  return severity.replaceAll('_', ' ');
}

function rounded(value: number): string {
  return Number(value.toPrecision(3)).toLocaleString();
}
