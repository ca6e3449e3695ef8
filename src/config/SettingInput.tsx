import { css } from '@emotion/css';
import { type GrafanaTheme2 } from '@grafana/data';
import {
  InlineField,
  InlineSwitch,
  Input,
  RadioButtonGroup,
  SecretInput,
  SecretTextArea,
  TagsInput,
  useStyles2,
} from '@grafana/ui';
import React, { useId, useState } from 'react';
import { readFlag, readTexts, readVersion } from '../settingForms';
import { SETTING_DEFAULTS } from '../settings';
import { countOf } from './checks';
import { type ConfigProps, type Options, type Setting, settingOf, withSecret, withSetting } from './setting';

/** In units of 8 pixels. The longest label (German) has 39 letters and an icon. */
const LABEL_WIDTH = 36;
const INPUT_WIDTH = 40;

const VERSIONS = ['v1', 'v2'].map((version) => ({ value: version, label: version }));

interface Props extends ConfigProps {
  setting: Setting;
}

/** One setting in the style of Grafana's own settings pages. */
export function SettingInput(props: Props) {
  const { setting, options } = props;
  const { label, tooltip, required, check } = setting;
  const styles = useStyles2(getStyles);
  const id = useId();
  const [left, setLeft] = useState(false);
  const text = textOf(setting, options);
  // No error before the user has typed.
  const error = text === '' && !left ? undefined : check?.(text);
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

function inputOf({ setting, options, onOptionsChange }: Props, id: string, text: string, invalid: boolean) {
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
          value={readVersion(text) ?? SETTING_DEFAULTS[setting.name]}
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

const getStyles = (theme: GrafanaTheme2) => ({
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
