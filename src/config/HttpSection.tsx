import { t } from '@grafana/i18n';
import { ConfigSection, SecureSocksProxyToggle } from '@grafana/plugin-ui';
import { config } from '@grafana/runtime';
import { TagsInput } from '@grafana/ui';
import React from 'react';
import { checkCount, countOf } from './checks';
import { LABEL_WIDTH, SettingField, TextSetting } from './fields';
import { change, type ConfigProps } from './props';

/** Grafana's own, in seconds. */
const PROXY_TIMEOUT = 30;

/** How Grafana's data proxy asks the service; all names are Grafana's own. */
export function HttpSection(props: ConfigProps) {
  const { options, onOptionsChange } = props;
  const { jsonData, readOnly } = options;
  return (
    <ConfigSection
      title={t('config.http', 'Advanced HTTP settings')}
      isCollapsible
      isInitiallyOpen={[jsonData.timeout, jsonData.keepCookies?.[0], jsonData.enableSecureSocksProxy].some(Boolean)}
    >
      <TextSetting
        label={t('config.timeout', 'Timeout')}
        tooltip={t('config.timeout-for', 'Seconds after which Grafana gives a request up.')}
        placeholder={String(PROXY_TIMEOUT)}
        disabled={readOnly}
        value={jsonData.timeout}
        check={checkCount}
        onChange={(text) => change(props)({ timeout: countOf(text) })}
      />
      <SettingField
        label={t('config.cookies', 'Allowed cookies')}
        tooltip={t(
          'config.cookies-for',
          "Names of the browser's cookies that Grafana passes on to the service; it drops all others."
        )}
        disabled={readOnly}
      >
        {(id) => (
          <TagsInput
            id={id}
            width={40}
            disabled={readOnly}
            placeholder={t('config.cookies-placeholder', 'A name, then Enter')}
            tags={jsonData.keepCookies ?? []}
            onChange={(keepCookies) => change(props)({ keepCookies: keepCookies.length > 0 ? keepCookies : undefined })}
          />
        )}
      </SettingField>
      {config.secureSocksDSProxyEnabled && (
        <SecureSocksProxyToggle labelWidth={LABEL_WIDTH} dataSourceConfig={options} onChange={onOptionsChange} />
      )}
    </ConfigSection>
  );
}
