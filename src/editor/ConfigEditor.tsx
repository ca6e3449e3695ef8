import { css } from '@emotion/css';
import { type GrafanaTheme2 } from '@grafana/data';
import { t } from '@grafana/i18n';
import { ConfigSection } from '@grafana/plugin-ui';
import {
  Divider,
  Text,
  TextLink,
  useStyles2,
  InlineField,
  InlineSwitch,
  Input,
  RadioButtonGroup,
  SecretInput,
  SecretTextArea,
  TagsInput,
  Button,
  IconButton,
  Stack,
} from '@grafana/ui';
import React, { Fragment, useState, useId } from 'react';
// eslint-disable-next-line house/floors -- Only package.json has the project's address.
import packageJson from '../../package.json';
import { readFlag, readTexts, readVersion, SETTINGS } from '../ground/settings';
import { LinksInput } from './LinksInput';
import {
  sections,
  type ConfigProps,
  type Options,
  type Section,
  type Setting,
  settingOf,
  withSecret,
  withSetting,
} from './sections';
import { checkSetting, checkUrl } from './checks';

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

/** In units of 8 pixels. The longest label (German) has 39 letters and an icon. */
const LABEL_WIDTH = 36;
const INPUT_WIDTH = 40;

const VERSIONS = ['v1', 'v2'].map((version) => ({ value: version, label: version }));

interface SettingProps extends ConfigProps {
  setting: Setting;
}

/** One setting in the style of Grafana's own settings pages. */
function SettingInput(props: SettingProps) {
  const { setting, options } = props;
  const { label, tooltip, required } = setting;
  const styles = useStyles2(getFieldStyles);
  const id = useId();
  const [left, setLeft] = useState(false);
  const text = textOf(setting, options);
  // No error before the user has typed.
  const error = text === '' && !left ? undefined : problemOf(setting, text);
  return (
    <InlineField
      className={styles.field}
      label={label}
      tooltip={tooltip}
      required={required}
      labelWidth={LABEL_WIDTH}
      htmlFor={id}
      disabled={options.readOnly}
      invalid={error !== undefined}
      error={error}
      interactive
      shrink
      onBlur={() => setLeft(true)}
    >
      {inputOf(props, id, text, error !== undefined)}
    </InlineField>
  );
}

function inputOf({ setting, options, onOptionsChange }: SettingProps, id: string, text: string, invalid: boolean) {
  const set = (value: unknown) => 'name' in setting && onOptionsChange(withSetting(options, setting.name, value));
  const { placeholder, required } = setting;
  const common = { id, disabled: options.readOnly, placeholder };
  const line = { ...common, width: INPUT_WIDTH, value: text, 'aria-invalid': invalid, 'aria-required': required };
  switch (setting.input) {
    case 'url':
      return <Input {...line} onChange={(event) => onOptionsChange({ ...options, url: event.currentTarget.value })} />;
    case 'text':
      return <Input {...line} onChange={(event) => set(event.currentTarget.value)} />;
    case 'count':
      return <Input {...line} onChange={(event) => set(countOf(event.currentTarget.value))} />;
    case 'switch': {
      const { name, isOnByDefault = false } = setting;
      const isOn = readFlag(settingOf(options, name)) ?? isOnByDefault;
      return (
        <InlineSwitch
          id={id}
          disabled={options.readOnly}
          value={isOn}
          // Defaults are not stored.
          onChange={() => set(isOn === isOnByDefault ? !isOn : undefined)}
        />
      );
    }
    case 'version':
      return (
        <RadioButtonGroup
          id={id}
          aria-label={setting.label}
          disabled={options.readOnly}
          options={VERSIONS}
          value={readVersion(text) ?? SETTINGS[setting.name].standard}
          onChange={set}
        />
      );
    case 'names':
      return (
        <TagsInput {...common} width={INPUT_WIDTH} tags={readTexts(settingOf(options, setting.name))} onChange={set} />
      );
    case 'secret': {
      const setSecret = (value: string) => onOptionsChange(withSecret(options, setting.name, value));
      const secret = {
        ...line,
        isConfigured: Boolean(options.secureJsonFields?.[setting.name]),
        onReset: () => setSecret(''),
        onChange: (event: React.FormEvent<HTMLInputElement | HTMLTextAreaElement>) =>
          setSecret(event.currentTarget.value),
      };
      return setting.hasLines ? <SecretTextArea {...secret} rows={5} /> : <SecretInput {...secret} />;
    }
  }
}

function problemOf(setting: Setting, text: string): string | undefined {
  return setting.input === 'url' ? checkUrl(text) : checkSetting(setting.name, text);
}

/** The stored form of a typed count: a number, or the typed text, which is marked as invalid. */
function countOf(text: string): number | string {
  return /^[1-9]\d*$/.test(text) ? Number(text) : text;
}

function textOf(setting: Setting, options: Options): string {
  switch (setting.input) {
    case 'url':
      return options.url;
    case 'secret':
      return options.secureJsonData?.[setting.name] ?? '';
    case 'switch':
    case 'names':
      return '';
    default:
      return String(settingOf(options, setting.name) ?? '');
  }
}

const getFieldStyles = (theme: GrafanaTheme2) => ({
  field: css({
    '& > :last-child': { maxWidth: theme.spacing(INPUT_WIDTH) },
    '& textarea': { width: theme.spacing(INPUT_WIDTH), maxWidth: '100%' },
    // On a narrow screen the label is above its input.
    [theme.breakpoints.down('sm')]: {
      flexWrap: 'wrap',
      '& > :last-child': { maxWidth: '100%' },
      '& > :last-child, & > :last-child > *': { flexWrap: 'wrap' },
    },
  }),
});

/** Grafana's names: `httpHeaderName1`, `httpHeaderValue1`, … */
const NAME = 'httpHeaderName';
const VALUE = 'httpHeaderValue';

/**
 * The headers that Grafana adds to requests. A stored value can't be read and belongs to a number, so a header keeps its
 * number: with another one, it would be sent with another header's value.
 */
function HeadersInput({ options, onOptionsChange }: ConfigProps) {
  const numbers = numbersOf(options);
  const { readOnly: disabled } = options;
  return (
    <Stack direction="column" gap={1} alignItems="flex-start">
      {numbers.map((number) => (
        <Stack key={number} gap={1} wrap="wrap" alignItems="center">
          <Input
            aria-label={t('config.header', 'Header')}
            width={20}
            disabled={disabled}
            value={String(settingOf(options, NAME + number) ?? '')}
            onChange={(event) => onOptionsChange(withName(options, number, event.currentTarget.value))}
          />
          <SecretInput
            aria-label={t('label.value', 'Value')}
            width={20}
            disabled={disabled}
            isConfigured={Boolean(options.secureJsonFields?.[VALUE + number])}
            value={Object.entries(options.secureJsonData ?? {}).find(([key]) => key === VALUE + number)?.[1] ?? ''}
            onChange={(event) => onOptionsChange(withSecret(options, VALUE + number, event.currentTarget.value))}
            onReset={() => onOptionsChange(withSecret(options, VALUE + number, ''))}
          />
          <IconButton
            name="trash-alt"
            tooltip={t('editor.picker.remove', 'Remove {{text}}', { text: t('config.header', 'Header') })}
            disabled={disabled}
            onClick={() => onOptionsChange(withoutHeader(options, number))}
          />
        </Stack>
      ))}
      <Button
        type="button"
        icon="plus"
        variant="secondary"
        disabled={disabled}
        onClick={() => onOptionsChange(withName(options, Math.max(0, ...numbers) + 1, ''))}
      >
        {t('config.header-add', 'Add header')}
      </Button>
    </Stack>
  );
}

function numbersOf({ jsonData }: Options): number[] {
  return Object.keys(jsonData)
    .flatMap((key) => (/^httpHeaderName\d+$/.test(key) ? [Number(key.slice(NAME.length))] : []))
    .sort((a, b) => a - b);
}

function withName(options: Options, number: number, name: string): Options {
  return { ...options, jsonData: { ...options.jsonData, [NAME + number]: name } };
}

function withoutHeader(options: Options, number: number): Options {
  const without = <T extends object>(record: T | undefined) =>
    Object.fromEntries(Object.entries(record ?? {}).filter(([key]) => key !== NAME + number && key !== VALUE + number));
  return {
    ...options,
    jsonData: without(options.jsonData),
    secureJsonData: without(options.secureJsonData),
    secureJsonFields: without(options.secureJsonFields) as Options['secureJsonFields'],
  };
}
