import { t } from '@grafana/i18n';
import { ConfigSection } from '@grafana/plugin-ui';
import React from 'react';
import { TextSetting } from './fields';
import { change, type ConfigProps } from './props';

/** What a new query starts with. */
export function DefaultsSection(props: ConfigProps) {
  const { jsonData, readOnly: disabled } = props.options;
  const set = change(props);
  return (
    <ConfigSection
      title={t('config.defaults', 'New queries')}
      description={t('config.defaults-for', 'Optional: the metric that a new query starts with.')}
    >
      <TextSetting
        label={t('label.node', 'Node')}
        tooltip={t('config.default-node-for', "The node's id, as the service writes it.")}
        placeholder={t('option.none', 'none')}
        value={jsonData.defaultNodeId}
        disabled={disabled}
        onChange={(defaultNodeId) => set({ defaultNodeId })}
      />
      <TextSetting
        label={t('label.metric', 'Metric')}
        tooltip={t('config.default-metric-for', "The metric's id, as the service writes it.")}
        placeholder={t('option.none', 'none')}
        value={jsonData.defaultMetricId}
        disabled={disabled}
        onChange={(defaultMetricId) => set({ defaultMetricId })}
      />
    </ConfigSection>
  );
}
