import { css } from '@emotion/css';
import { type DataSourcePluginOptionsEditorProps, type GrafanaTheme2 } from '@grafana/data';
import { t } from '@grafana/i18n';
import {
  AdvancedHttpSettings,
  Auth,
  ConfigSection,
  ConnectionSettings,
  convertLegacyAuthProps,
  SecureSocksProxyToggle,
} from '@grafana/plugin-ui';
import {
  Divider,
  InlineField,
  InlineSwitch,
  Input,
  RadioButtonGroup,
  SecretInput,
  Text,
  TextLink,
  useStyles2,
} from '@grafana/ui';
import { omitBy } from 'lodash';
import React, { useId, useState } from 'react';
// eslint-disable-next-line house/floors -- Only package.json has the project's address.
import packageJson from '../../package.json';
import {
  defaultConcurrency,
  readFlag,
  readTexts,
  readVersion,
  type SecureSettings,
  SETTINGS,
  type StoredSettings,
} from '../ground/settings';
import { checkSetting } from './checks';
import { LinksInput } from './LinksInput';
import { type Section, sections, type Setting } from './sections';

type ConfigProps = DataSourcePluginOptionsEditorProps<StoredSettings, SecureSettings>;
type Options = ConfigProps['options'];

const DOCS = `${packageJson.repository}/blob/main/docs/settings.md`;

/** The form of an address, in any language. */
const EXAMPLE = 'https://monitoring.example.com';

/** The data source's settings page: Grafana's own forms for its data proxy, and the plugin's own settings. */
export default function ConfigEditor({ options: stored, onOptionsChange }: ConfigProps) {
  const styles = useStyles2(getStyles);
  // A setting that the user clears stays on the page.
  const [first] = useState(stored);
  // Grafana's forms only take lists of cookies. A file may have a single one.
  const options = { ...stored, jsonData: { ...stored.jsonData, keepCookies: readTexts(stored.jsonData.keepCookies) } };
  const change = (changed: Options) => onOptionsChange(withoutEmpty(changed));
  const props = { options, onOptionsChange: change };
  const form = { config: options, onChange: change };
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
      <Divider />
      <ConnectionSettings
        {...form}
        urlPlaceholder={EXAMPLE}
        urlTooltip={t('config.url-for', "The service's base address, without v1 or v2.")}
      />
      <Divider />
      <Auth {...convertLegacyAuthProps(form)} visibleMethods={[TOKEN]} customMethods={[tokenMethod(props)]} />
      <Divider />
      <AdvancedHttpSettings {...form} />
      <SecureSocksProxyToggle dataSourceConfig={options} onChange={change} labelWidth={LABEL_WIDTH} />
      {shownSections(first).map((section) => (
        <React.Fragment key={section.title}>
          <Divider />
          <SettingsSection section={section} {...props} />
        </React.Fragment>
      ))}
      <Divider />
      <ConfigSection
        title={t('config.links', 'Links to other tools')}
        isCollapsible
        isInitiallyOpen={first.jsonData.links !== undefined}
      >
        <LinksInput
          stored={options.jsonData.links}
          disabled={options.readOnly}
          onChange={(links) => change(withSetting(options, 'links', links))}
        />
      </ConfigSection>
    </div>
  );
}

const getStyles = (theme: GrafanaTheme2) => ({
  page: css({
    maxWidth: theme.spacing(100),
    marginBottom: theme.spacing(4),
    // On a narrow screen, a label is above its input.
    [theme.breakpoints.down('sm')]: { '& div': { flexWrap: 'wrap', minWidth: 0, maxWidth: '100%' } },
  }),
});

/** A cleared setting is not stored, so that its default applies. */
function withoutEmpty(options: Options): Options {
  const isEmpty = (value: unknown) =>
    value === undefined || value === '' || Number.isNaN(value) || (Array.isArray(value) && value.length === 0);
  return { ...options, jsonData: omitBy(options.jsonData, isEmpty) };
}

function withSetting(options: Options, name: keyof StoredSettings, value: unknown): Options {
  return { ...options, jsonData: { ...options.jsonData, [name]: value } };
}

const TOKEN = 'custom-token';

/** The only way to sign in to the service. */
function tokenMethod({ options, onOptionsChange }: ConfigProps) {
  const label = t('config.token', 'Access token');
  const setToken = (accessToken: string) =>
    onOptionsChange({
      ...options,
      secureJsonData: { ...options.secureJsonData, accessToken },
      secureJsonFields: { ...options.secureJsonFields, accessToken: false },
    });
  return {
    id: TOKEN,
    label,
    description: t(
      'config.token-for',
      'A read token. It decides which environment you see. Grafana keeps it encrypted, away from browsers.'
    ),
    component: (
      <InlineField label={label} labelWidth={LABEL_WIDTH} htmlFor={TOKEN} disabled={options.readOnly} required grow>
        <SecretInput
          id={TOKEN}
          isConfigured={Boolean(options.secureJsonFields?.accessToken)}
          value={options.secureJsonData?.accessToken ?? ''}
          placeholder={label}
          aria-required
          onChange={(event) => setToken(event.currentTarget.value)}
          onReset={() => setToken('')}
        />
      </InlineField>
    ),
  } as const;
}

function shownSections(first: Options): Section[] {
  return sections().flatMap((section) => {
    const settings = section.isForFiles
      ? section.settings.filter((setting) => isSet(setting, first))
      : section.settings;
    return settings.length > 0 ? [{ ...section, settings }] : [];
  });
}

function isSet({ name }: Setting, { jsonData }: Options): boolean {
  return (jsonData[name] ?? undefined) !== undefined;
}

function SettingsSection({ section, ...props }: ConfigProps & { section: Section }) {
  const { title, isFolded = false, settings } = section;
  const isOpen = settings.some((setting) => isSet(setting, props.options));
  return (
    <ConfigSection title={title} isCollapsible={isFolded} isInitiallyOpen={isOpen}>
      {settings.map((setting) => (
        <SettingInput key={setting.name} setting={setting} {...props} />
      ))}
    </ConfigSection>
  );
}

/** In units of 8 pixels, as in Grafana's own forms. The longest label of the plugin's settings (French) has 31 letters. */
const LABEL_WIDTH = 24;
const OWN_LABEL_WIDTH = 32;
const INPUT_WIDTH = 40;

const VERSIONS = ['v1', 'v2'].map((version) => ({ value: version, label: version }));

/** One of the plugin's own settings in the style of Grafana's forms. */
function SettingInput({ setting, options, onOptionsChange }: ConfigProps & { setting: Setting }) {
  const { name, label, tooltip } = setting;
  const { read, standard } = SETTINGS[name];
  const id = useId();
  const stored = options.jsonData[name];
  const text = String(stored ?? '');
  const error = checkSetting(name, text);
  const set = (value: unknown) => onOptionsChange(withSetting(options, name, value));
  const inputOf = () => {
    const disabled = options.readOnly;
    if (typeof standard === 'boolean') {
      const isOn = readFlag(stored) ?? standard;
      // Defaults are not stored.
      const toggle = () => set(isOn === standard ? !isOn : undefined);
      return <InlineSwitch id={id} disabled={disabled} value={isOn} onChange={toggle} />;
    }
    if (read === readVersion) {
      const value = readVersion(stored) ?? standard;
      return <RadioButtonGroup {...{ id, disabled, value }} aria-label={label} options={VERSIONS} onChange={set} />;
    }
    return (
      <Input
        id={id}
        width={INPUT_WIDTH}
        value={text}
        placeholder={placeholderOf(name)}
        aria-invalid={error !== undefined}
        onChange={({ currentTarget: { value } }) => set(typeof standard === 'number' ? countOf(value) : value)}
      />
    );
  };
  return (
    <InlineField
      label={label}
      tooltip={tooltip}
      labelWidth={OWN_LABEL_WIDTH}
      htmlFor={id}
      disabled={options.readOnly}
      invalid={error !== undefined}
      error={error}
      interactive
      shrink
    >
      {inputOf()}
    </InlineField>
  );
}

function placeholderOf(name: Setting['name']): string {
  const standard = name === 'maxConcurrentRequests' ? defaultConcurrency() : SETTINGS[name].standard;
  return standard === '' ? t('option.none', 'none') : String(standard);
}

/** The stored form of a typed count: a number, or the typed text, which is marked as invalid. */
function countOf(text: string): number | string {
  return /^[1-9]\d*$/.test(text) ? Number(text) : text;
}
