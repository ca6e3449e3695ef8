import { readCount } from '../settingForms';
import { READERS } from '../settings';

const readBoolean = (stored: unknown) => (typeof stored === 'boolean' ? stored : undefined);

/** How Grafana's data proxy reads its own settings. It silently ignores other forms. */
const GRAFANA_READERS = {
  timeout: readCount,
  tlsAuth: readBoolean,
  tlsAuthWithCACert: readBoolean,
  tlsSkipVerify: readBoolean,
  enableSecureSocksProxy: readBoolean,
};

/** The names of settings with invalid values, whose defaults apply. */
export function invalidSettings(jsonData: object): string[] {
  const stored = new Map<string, unknown>(Object.entries(jsonData));
  return Object.entries({ ...READERS, ...GRAFANA_READERS }).flatMap(([name, read]) => {
    const value = stored.get(name);
    const isSet = value !== undefined && value !== null && value !== '';
    return isSet && read(value) === undefined ? [name] : [];
  });
}
