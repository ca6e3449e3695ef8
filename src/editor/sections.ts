import { t } from '@grafana/i18n';
import { type SETTINGS } from '../ground/settings';

/** One of the plugin's own settings, as people see it. How it is read, and its default, are in `SETTINGS`. */
export interface Setting {
  name: keyof typeof SETTINGS;
  label: string;
  tooltip?: string;
}

/** Settings of one subject. */
export interface Section {
  title: string;
  /** Folded if none of its settings is set. */
  isFolded?: boolean;
  /** Settings that are only shown if they were set when the page was opened. */
  isForFiles?: boolean;
  settings: Setting[];
}

/** The plugin's own settings as data, in display order. */
export function sections(): Section[] {
  return [defaults(), reading(), rarelyNeeded()];
}

function defaults(): Section {
  return {
    title: t('config.defaults', 'Defaults for new queries'),
    settings: [
      { name: 'defaultNodeId', label: t('label.node', 'Node') },
      { name: 'defaultMetricId', label: t('label.metric', 'Metric') },
    ],
  };
}

function reading(): Section {
  return {
    title: t('config.reading', 'Reading data'),
    isFolded: true,
    settings: [
      {
        name: 'metricVersion',
        label: t('config.metric-version', 'Metric data API'),
        tooltip: t('config.metric-version-for', 'v1 supports granularity; v2 does not.'),
      },
      {
        name: 'alertsVersion',
        label: t('config.alerts-version', 'Alerts API'),
        tooltip: t('config.alerts-version-for', 'Alert search, counts, anomalies, and forecasts always come from v2.'),
      },
      {
        name: 'maxConcurrentRequests',
        label: t('config.max-requests', 'Concurrent requests'),
        tooltip: t(
          'config.max-requests-for',
          'For each browser tab. Over HTTP/1, all panels share about five connections.'
        ),
      },
      {
        name: 'sharedCache',
        label: t('config.shared-cache', 'Shared cache'),
        tooltip: t(
          'config.shared-cache-for',
          'Only for a caching proxy in front of the service: viewers share requests, and data is up to 10 s old.'
        ),
      },
    ],
  };
}

/** For a service with tighter limits, and for measurements. Only provisioning files set them. */
function rarelyNeeded(): Section {
  return {
    title: t('config.rare', 'Fine-tuning'),
    isFolded: true,
    isForFiles: true,
    settings: [
      {
        name: 'maxWindow',
        label: t('config.max-window', 'Maximum range per request'),
        tooltip: t('config.max-window-for', 'For one metric request. A limit of 48 h is found automatically.'),
      },
      { name: 'maxFineWindow', label: t('config.max-fine-window', 'Maximum range at 1m') },
      {
        name: 'refreshOverlap',
        label: t('config.overlap', 'Overlap on refresh'),
        tooltip: t('config.overlap-for', 'How much of the newest data may still change. At least two points.'),
      },
      { name: 'reuseData', label: t('config.reuse-data', 'Reuse loaded data') },
      { name: 'reuseFor', label: t('config.reuse-for', 'Reuse for') },
      { name: 'progressive', label: t('config.progressive', 'Show partial results') },
    ],
  };
}
