import { css } from '@emotion/css';
import { type GrafanaTheme2 } from '@grafana/data';
import { t } from '@grafana/i18n';
import { ConfigSection, ConfigSubSection } from '@grafana/plugin-ui';
import { useStyles2 } from '@grafana/ui';
import React from 'react';
import {
  defaultConcurrency,
  FINE_WINDOW_LIMIT,
  readSettings,
  SETTING_DEFAULTS as DEFAULTS,
  type Version,
  WINDOW_LIMIT,
} from '../settings';
import { checkCount, checkSpan, countOf } from './checks';
import { ChoiceSetting, SwitchSetting, TextSetting } from './fields';
import { change, type ConfigProps } from './props';

/** How much is asked at once, from which family, and how long what was read serves. */
export function ReadingSection(props: ConfigProps) {
  const { jsonData, readOnly: disabled } = props.options;
  const set = change(props);
  const styles = useStyles2(getStyles);
  const { metricVersion, alertsVersion, reuseData, progressive, sharedCache } = readSettings({ jsonData });
  const versions: Array<{ value: Version; label: string; description: string }> = [
    { value: 'v1', label: 'v1', description: t('config.v1', 'The paths that begin with v1') }, // eslint-disable-line @grafana/i18n/no-untranslated-strings
    { value: 'v2', label: 'v2', description: t('config.v2', 'The paths that begin with v2') }, // eslint-disable-line @grafana/i18n/no-untranslated-strings
  ];
  /** A span that is typed, one hour to the limit where there is one. */
  const span = (name: 'maxWindow' | 'maxFineWindow' | 'reuseFor' | 'refreshOverlap', limit?: number) => ({
    placeholder: DEFAULTS[name],
    value: jsonData[name],
    disabled,
    check: checkSpan(limit === undefined ? undefined : { milliseconds: limit, text: DEFAULTS[name] }),
    onChange: (text: string) => set({ [name]: text }),
  });
  return (
    <ConfigSection
      title={t('config.reading', 'Reading data')}
      description={t('config.reading-for', 'The defaults suit most services. Placeholders show them.')}
      isCollapsible
      isInitiallyOpen={Object.keys(jsonData).some((key) => Object.hasOwn(DEFAULTS, key) && !key.startsWith('default'))}
    >
      <ConfigSubSection className={styles.part} title={t('config.families', 'Path families')}>
        <ChoiceSetting
          label={t('config.metric-version', 'Metric data from')}
          tooltip={t('config.metric-version-for', 'v1 lets a query choose the granularity; v2 knows none.')}
          options={versions}
          value={metricVersion}
          disabled={disabled}
          onChange={(value) => set({ metricVersion: value })}
        />
        <ChoiceSetting
          label={t('config.alerts-version', 'Alerts from')}
          tooltip={t('config.alerts-version-for', 'Alert search, counts, anomalies and forecasts always come from v2.')}
          options={versions}
          value={alertsVersion}
          disabled={disabled}
          onChange={(value) => set({ alertsVersion: value })}
        />
      </ConfigSubSection>
      <ConfigSubSection className={styles.part} title={t('config.requests', 'Requests')}>
        <TextSetting
          label={t('config.max-requests', 'Requests at once')}
          tooltip={t(
            'config.max-requests-for',
            'How many requests of this data source a browser tab has under way at once. Over HTTP/1, Grafana has five for all its panels.'
          )}
          placeholder={String(defaultConcurrency())}
          value={jsonData.maxConcurrentRequests}
          disabled={disabled}
          check={checkCount}
          onChange={(text) => set({ maxConcurrentRequests: countOf(text) })}
        />
        <TextSetting
          label={t('config.max-window', 'Longest span')}
          tooltip={t(
            'config.max-window-for',
            'The longest span of one metric data request; longer ranges are read in several. Lower it for a service with a tighter limit.'
          )}
          {...span('maxWindow', WINDOW_LIMIT)}
        />
        <TextSetting
          label={t('config.max-fine-window', 'Longest span at 1m')}
          tooltip={t('config.max-fine-window-for', 'The longest span of one request for a point a minute.')}
          {...span('maxFineWindow', FINE_WINDOW_LIMIT)}
        />
        <SwitchSetting
          label={t('config.progressive', 'Show parts as they come')}
          tooltip={t('config.progressive-for', 'Long ranges are drawn part by part, the newest first.')}
          value={progressive}
          disabled={disabled}
          onChange={(value) => set({ progressive: value })}
        />
        <SwitchSetting
          label={t('config.shared-cache', 'A cache is shared')}
          tooltip={t(
            'config.shared-cache-for',
            'For a caching proxy in front of the service that keeps answers by URL and token: all viewers then send the same requests, up to 10 seconds late. Without such a proxy leave it off.'
          )}
          value={sharedCache}
          disabled={disabled}
          onChange={(value) => set({ sharedCache: value })}
        />
      </ConfigSubSection>
      <ConfigSubSection className={styles.part} title={t('config.reuse', 'Reuse')}>
        <SwitchSetting
          label={t('config.reuse-data', 'Reuse what was read')}
          tooltip={t('config.reuse-data-for', 'Refresh, zoom, and other panels reuse loaded metric data.')}
          value={reuseData}
          disabled={disabled}
          onChange={(value) => set({ reuseData: value })}
        />
        {reuseData && (
          <>
            <TextSetting
              label={t('config.reuse-for', 'Reuse for')}
              tooltip={t('config.reuse-for-for', 'How long it serves, counted from its last reading.')}
              {...span('reuseFor')}
            />
            <TextSetting
              label={t('config.overlap', 'Read again on refresh')}
              tooltip={t(
                'config.overlap-for',
                'How much of the newest data a refresh reads again, since it may still change. Never less than two points.'
              )}
              {...span('refreshOverlap')}
            />
          </>
        )}
      </ConfigSubSection>
    </ConfigSection>
  );
}

const getStyles = (theme: GrafanaTheme2) => ({ part: css({ '& + &': { marginTop: theme.spacing(3) } }) });
