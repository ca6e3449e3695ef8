/**
 * In place of react-i18next, which @grafana/i18n knows for its component `Trans`: texts of the plugin come from `t` alone, so all
 * that is left of it is its names; see webpack.config.ts.
 */
export const initReactI18next = { type: '3rdParty', init() {} };

export function getI18n() {}

export function setDefaults() {}

export function setI18n() {}

export function Trans() {
  throw new Error('Write this text with t().');
}
