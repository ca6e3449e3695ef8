import { t } from '@grafana/i18n';
import React from 'react';
import { metricTitle } from '../catalogue/titles';
import { type Found } from './useKnown';

/** What the examples are made with, and where that could not be read what is missing. */
export function ShownWith({ found }: { found: Found }) {
  return <span role="status">{sentenceOf(found)}</span>;
}

function sentenceOf({ state, alert, series, isQuiet, reason }: Found): string {
  const values = {
    alert: alert?.title,
    series: series && metricTitle(series),
    reason,
    interpolation: { escapeValue: false },
  };
  if (state === 'looking') {
    return t('help.looking', 'Looking for what the service has…');
  }
  if (state === 'failed') {
    return series
      ? t('help.down-series', 'What is alerting could not be read: {{reason}} The examples take {{series}}.', values)
      : t(
          'help.down',
          'What the service has could not be read: {{reason}} Some examples ask for a node and a metric, and all show an error until that is mended.',
          values
        );
  }
  if (alert) {
    return series
      ? t('help.with-alert', 'The examples take what is alerting now, {{alert}}, and the metric {{series}}.', values)
      : t('help.with-alert-only', 'The examples take what is alerting now: {{alert}}.', values);
  }
  if (series) {
    return isQuiet
      ? t('help.with-series', 'No alert is active now. The examples take the metric {{series}}.', values)
      : t('help.with-series-only', 'The examples take the metric {{series}}.', values);
  }
  return t(
    'help.with-nothing',
    'Neither an active alert nor an anomaly of the last day names a metric. Some examples ask for a node and a metric: type or paste their identifiers.'
  );
}
