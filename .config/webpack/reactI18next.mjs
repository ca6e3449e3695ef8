/**
 * Replaces react-i18next, which @grafana/i18n only imports for its component `Trans`. The plugin's texts only use `t`, so
 * that only its exported names are needed; see webpack.config.ts.
 */
export const initReactI18next = { type: '3rdParty', init() {} };

export function getI18n() {}

export function setDefaults() {}

export function setI18n() {}

export function Trans() {
  throw new Error('Write this text with t().');
}
