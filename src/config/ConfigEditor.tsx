import { css } from '@emotion/css';
import { type GrafanaTheme2 } from '@grafana/data';
import { t } from '@grafana/i18n';
import { ConfigSection } from '@grafana/plugin-ui';
import { Divider, Text, TextLink, useStyles2 } from '@grafana/ui';
import React, { Fragment, useState } from 'react';
// eslint-disable-next-line house/floors -- Only package.json has the project's address.
import packageJson from '../../package.json';
import { HeadersInput } from './HeadersInput';
import { LinksInput } from './LinksInput';
import { sections } from './sections';
import { type ConfigProps, type Options, type Section, type Setting, settingOf } from './setting';
import { SettingInput } from './SettingInput';

const DOCS = `${packageJson.repository}/blob/main/docs/settings.md`;

/** The data source's settings page. */
export default function ConfigEditor(props: ConfigProps) {
  const styles = useStyles2(getStyles);
  // A setting that the user clears stays on the page.
  const [first] = useState(props.options);
  return (
    <div className={styles.page}>
      <Text element="p" color="secondary">
        {t(
          'config.intro',
          'Enter the service URL and a read token, then select Save & test. Fields with * are required.'
        )}{' '}
        <TextLink href={DOCS} external inline>
          {t('config.docs', 'All settings')}
        </TextLink>
      </Text>
      {shownSections(first).map((section) => (
        <Fragment key={section.title}>
          <Divider />
          <SettingsSection section={section} {...props} />
        </Fragment>
      ))}
    </div>
  );
}

function shownSections(first: Options): Section[] {
  return sections().flatMap((section) => {
    const set = section.settings.filter((setting) => isSet(setting, first));
    const settings = section.isForFiles ? set : section.settings;
    return settings.length > 0 || section.hasLinks ? [{ ...section, settings }] : [];
  });
}

function isSet(setting: Setting, options: Options): boolean {
  return 'name' in setting && (settingOf(options, setting.name) ?? undefined) !== undefined;
}

function SettingsSection({ section, ...props }: ConfigProps & { section: Section }) {
  const { title, isFolded = false, hasHeaders, hasLinks, settings } = section;
  const { options } = props;
  const isOpen =
    settings.some((setting) => isSet(setting, options)) ||
    (hasLinks === true && settingOf(options, 'links') !== undefined) ||
    (hasHeaders === true && Object.keys(options.jsonData).some((key) => key.startsWith('httpHeader')));
  return (
    <ConfigSection title={title} isCollapsible={isFolded} isInitiallyOpen={isOpen}>
      {settings
        .filter(({ shownWhen }) => shownWhen?.(options) ?? true)
        .map((setting) => (
          <SettingInput key={setting.label} setting={setting} {...props} />
        ))}
      {hasHeaders && <HeadersInput {...props} />}
      {hasLinks && <LinksInput {...props} />}
    </ConfigSection>
  );
}

const getStyles = (theme: GrafanaTheme2) => ({
  page: css({ maxWidth: theme.spacing(100), marginBottom: theme.spacing(4) }),
});
