import { type DataSourcePluginOptionsEditorProps } from '@grafana/data';
import { type SecureSettings, type StoredSettings } from '../settings';

export type ConfigProps = DataSourcePluginOptionsEditorProps<StoredSettings, SecureSettings>;
export type Options = ConfigProps['options'];

interface Common {
  label: string;
  tooltip?: string;
  placeholder?: string;
  required?: boolean;
  /** A sentence about what is wrong with a text. Undefined if it is valid. */
  check?: (text: string) => string | undefined;
  /** Without it, the setting is always shown. */
  shownWhen?: (options: Options) => boolean;
}

/** The fields of `jsonData` with this type of value. */
type NamesOf<T> = {
  [Name in keyof StoredSettings]-?: NonNullable<StoredSettings[Name]> extends T ? Name : never;
}[keyof StoredSettings];

/** A setting as data, by its kind of input. `SettingInput` draws all of them. */
export type Setting = Common &
  (
    | { input: 'url' }
    | { input: 'text'; name: NamesOf<string> }
    | { input: 'count'; name: NamesOf<number> }
    | { input: 'switch'; name: NamesOf<boolean>; isOnByDefault?: boolean }
    | { input: 'version'; name: 'metricVersion' | 'alertsVersion' }
    | { input: 'names'; name: NamesOf<string[]> }
    /** One line, or the lines of a certificate. Stored secrets are never returned. */
    | { input: 'secret'; name: keyof SecureSettings; hasLines?: boolean }
  );

/** Settings of one subject. */
export interface Section {
  title: string;
  /** Folded if none of its settings is set. */
  isFolded?: boolean;
  hasHeaders?: boolean;
  hasLinks?: boolean;
  /** Settings that are only shown if they were set when the page was opened. */
  isForFiles?: boolean;
  settings: Setting[];
}

/** The options with this setting. A cleared setting is not stored, so that its default applies. */
export function withSetting(options: Options, name: string, value: unknown): Options {
  const { [name]: _, ...others } = options.jsonData as Record<string, unknown>;
  const isEmpty = value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
  return { ...options, jsonData: isEmpty ? others : { ...others, [name]: value } };
}

/** The options with a typed secret. '' shows the empty input again. */
export function withSecret(options: Options, name: string, value: string): Options {
  return {
    ...options,
    secureJsonData: { ...options.secureJsonData, [name]: value },
    secureJsonFields: { ...options.secureJsonFields, [name]: false },
  };
}

/** The stored value of a setting. */
export function settingOf({ jsonData }: Options, name: string): unknown {
  return Object.entries(jsonData).find(([key]) => key === name)?.[1];
}
