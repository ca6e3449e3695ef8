import { t, Trans } from '@grafana/i18n';
import { ConfigSection } from '@grafana/plugin-ui';
import { Alert, Button, SecretInput } from '@grafana/ui';
import React from 'react';
import { checkCount, checkUrl, countOf } from './checks';
import { SettingField, TextSetting } from './fields';
import { change, type ConfigProps } from './props';

/** Grafana's own, in seconds. */
const PROXY_TIMEOUT = 30;

/** Where the service is, and the token that Grafana shows it. */
export function ConnectionSection(props: ConfigProps) {
  const { options, onOptionsChange } = props;
  const { secureJsonData, secureJsonFields, readOnly } = options;
  const setToken = (accessToken: string, stored: boolean) =>
    onOptionsChange({
      ...options,
      secureJsonData: { ...secureJsonData, accessToken },
      secureJsonFields: { ...secureJsonFields, accessToken: stored },
    });
  return (
    <ConfigSection title={t('config.connection', 'Connection')}>
      {options.access === 'direct' && (
        <Alert severity="error" title={t('config.direct', 'Access "direct" is refused')}>
          <p>
            <Trans i18nKey="config.direct-why">
              With it the browser would ask the service itself, and the access token would have to be in the browser.
              Let Grafana ask instead.
            </Trans>
          </p>
          <Button
            variant="secondary"
            disabled={readOnly}
            onClick={() => onOptionsChange({ ...options, access: 'proxy' })}
          >
            <Trans i18nKey="config.direct-fix">Let Grafana ask (access: proxy)</Trans>
          </Button>
        </Alert>
      )}
      <TextSetting
        label={t('config.url', 'URL')}
        tooltip={t('config.url-for', "The service's base address, with its path if it has one, without v1 or v2.")}
        // eslint-disable-next-line @grafana/i18n/no-untranslated-strings
        placeholder="https://monitoring.example.com"
        required
        disabled={readOnly}
        value={options.url}
        check={checkUrl}
        onChange={(url) => onOptionsChange({ ...options, url })}
      />
      <SettingField
        label={t('config.token', 'Access token')}
        tooltip={t(
          'config.token-for',
          'A read token of the service. Grafana keeps it encrypted and adds it to each request; it never reaches a browser. It also decides which environment is read.'
        )}
        required
        disabled={readOnly}
      >
        {(id) => (
          <SecretInput
            id={id}
            width={40}
            disabled={readOnly}
            isConfigured={Boolean(secureJsonFields?.accessToken)}
            value={secureJsonData?.accessToken ?? ''}
            placeholder={t('config.token-placeholder', 'Access token')}
            onChange={(event) => setToken(event.currentTarget.value, false)}
            onReset={() => setToken('', false)}
          />
        )}
      </SettingField>
      <TextSetting
        label={t('config.timeout', 'Timeout')}
        tooltip={t('config.timeout-for', 'Seconds after which Grafana gives a request up.')}
        placeholder={String(PROXY_TIMEOUT)}
        disabled={readOnly}
        value={options.jsonData.timeout}
        check={checkCount}
        onChange={(text) => change(props)({ timeout: countOf(text) })}
      />
    </ConfigSection>
  );
}
