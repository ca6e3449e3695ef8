import { type DataSourcePluginOptionsEditorProps } from '@grafana/data';
import { type SecureSettings, type StoredSettings } from '../settings';

export type ConfigProps = DataSourcePluginOptionsEditorProps<StoredSettings, SecureSettings>;

/** The way a section of the page changes settings: one that is emptied is not stored, so that its default holds. */
export function change({ options, onOptionsChange }: ConfigProps) {
  return (fields: Partial<Record<keyof StoredSettings, unknown>>): void => {
    const jsonData: Record<string, unknown> = { ...options.jsonData, ...fields };
    for (const [field, value] of Object.entries(fields)) {
      if (value === undefined || value === '') {
        delete jsonData[field];
      }
    }
    onOptionsChange({ ...options, jsonData });
  };
}
