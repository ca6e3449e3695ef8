import { css } from '@emotion/css';
import { type GrafanaTheme2 } from '@grafana/data';
import { Trans, t } from '@grafana/i18n';
import { ConfigSection } from '@grafana/plugin-ui';
import { Divider, Text, TextLink, useStyles2 } from '@grafana/ui';
import React, { Fragment } from 'react';
// eslint-disable-next-line house/floors -- The address of the project stands there alone.
import packageJson from '../../package.json';
import { HeadersInput } from './HeadersInput';
import { sections } from './sections';
import { type ConfigProps, type Section, settingOf } from './setting';
import { SettingInput } from './SettingInput';

const DOCS = `${packageJson.repository}/blob/main/docs/settings.md`;

/** The data source's settings page. */
export default function ConfigEditor(props: ConfigProps) {
  const styles = useStyles2(getStyles);
  return (
    <div className={styles.page}>
      <Text element="p" color="secondary">
        <Trans i18nKey="config.intro">
          Enter the service URL and a read token, then select Save &amp; test. Fields with * are required.
        </Trans>{' '}
        <TextLink href={DOCS} external inline>
          {t('config.docs', 'All settings')}
        </TextLink>
      </Text>
      {sections().map((section) => (
        <Fragment key={section.title}>
          <Divider />
          <SettingsSection section={section} {...props} />
        </Fragment>
      ))}
    </div>
  );
}

function SettingsSection({ section, ...props }: ConfigProps & { section: Section }) {
  const { title, isFolded = false, hasHeaders, settings } = section;
  const { options } = props;
  const isSet =
    settings.some((setting) => 'name' in setting && settingOf(options, setting.name) !== undefined) ||
    (hasHeaders === true && Object.keys(options.jsonData).some((key) => key.startsWith('httpHeader')));
  return (
    <ConfigSection title={title} isCollapsible={isFolded} isInitiallyOpen={isSet}>
      {settings
        .filter(({ shownWhen }) => shownWhen?.(options) ?? true)
        .map((setting) => (
          <SettingInput key={setting.label} setting={setting} {...props} />
        ))}
      {hasHeaders && <HeadersInput {...props} />}
    </ConfigSection>
  );
}

const getStyles = (theme: GrafanaTheme2) => ({
  page: css({ maxWidth: theme.spacing(100), marginBottom: theme.spacing(4) }),
});
