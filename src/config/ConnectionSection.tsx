import { t, Trans } from '@grafana/i18n';
import { ConfigSection } from '@grafana/plugin-ui';
import { Alert, Button } from '@grafana/ui';
import React from 'react';
import { checkUrl } from './checks';
import { TextSetting } from './fields';
import { type ConfigProps } from './props';

/** Where the service is. */
export function ConnectionSection({ options, onOptionsChange }: ConfigProps) {
  const { readOnly } = options;
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
    </ConfigSection>
  );
}
