import { t } from '@grafana/i18n';
import { Auth, convertLegacyAuthProps } from '@grafana/plugin-ui';
import { Alert, SecretInput } from '@grafana/ui';
import React from 'react';
import { SettingField, TextSetting } from './fields';
import { headersOf, withHeaders } from './headers';
import { change, type ConfigProps } from './props';
import { tlsProblems } from './tls';
import { type StoredSettings } from '../settings';

/** The data source's one way to authenticate, as plugin-ui names methods of one's own. */
const TOKEN = 'custom-token';

/** How Grafana shows itself to the service: the token, certificates, headers; in Grafana's own form and names. */
export function AuthSection(props: ConfigProps) {
  const { options, onOptionsChange } = props;
  const { jsonData, readOnly } = options;
  const { tlsAuth = false, tlsSkipVerify = false } = jsonData;
  const { TLS } = convertLegacyAuthProps({
    config: { ...options, jsonData: { ...jsonData, tlsAuth, tlsSkipVerify } },
    onChange: (next) => onOptionsChange({ ...next, jsonData: withoutDefaults(next.jsonData) }),
  });
  const problems = tlsProblems(options);
  // plugin-ui marks it as required among the fields of a client certificate; Grafana takes the URL's host where it is empty.
  const serverNameFor = t(
    'config.server-name-for',
    "The name that the service's certificate is for, where it is not the URL's host."
  );
  return (
    <>
      <Auth
        selectedMethod={TOKEN}
        visibleMethods={[TOKEN]}
        onAuthMethodSelect={() => undefined}
        customMethods={[
          {
            id: TOKEN,
            label: t('config.token', 'Access token'),
            description: t('config.token-about', 'A read token of the service. It decides which environment is read.'),
            component: <TokenField {...props} />,
          },
        ]}
        TLS={
          TLS && {
            ...TLS,
            TLSClientAuth: { ...TLS.TLSClientAuth, tooltips: { serverNameLabel: serverNameFor } },
          }
        }
        customHeaders={{
          headers: headersOf(options),
          onChange: (rows) => onOptionsChange(withHeaders(options, rows)),
        }}
        readOnly={readOnly}
      />
      {!tlsAuth && (
        <TextSetting
          label={t('config.server-name', 'Server name')}
          tooltip={serverNameFor}
          placeholder={t('config.server-name-default', "the URL's host")}
          disabled={readOnly}
          value={jsonData.serverName}
          onChange={(serverName) => change(props)({ serverName })}
        />
      )}
      {problems.length > 0 && (
        <Alert severity="warning" title={t('config.tls-problems', 'Certificates')}>
          {problems.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Alert>
      )}
    </>
  );
}

/** What is off is not stored. */
function withoutDefaults({ tlsAuth, tlsSkipVerify, tlsAuthWithCACert, serverName, ...rest }: StoredSettings) {
  return {
    ...rest,
    ...(tlsAuth && { tlsAuth }),
    ...(tlsSkipVerify && { tlsSkipVerify }),
    ...(tlsAuthWithCACert && { tlsAuthWithCACert }),
    ...(serverName && { serverName }),
  };
}

function TokenField({ options, onOptionsChange }: ConfigProps) {
  const { secureJsonData, secureJsonFields, readOnly } = options;
  const setToken = (accessToken: string, stored: boolean) =>
    onOptionsChange({
      ...options,
      secureJsonData: { ...secureJsonData, accessToken },
      secureJsonFields: { ...secureJsonFields, accessToken: stored },
    });
  return (
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
          placeholder={t('config.token', 'Access token')}
          onChange={(event) => setToken(event.currentTarget.value, false)}
          onReset={() => setToken('', false)}
        />
      )}
    </SettingField>
  );
}
