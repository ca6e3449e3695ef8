/** The languages of the plugin, by the names that their speakers give them. */
export const LANGUAGES: Readonly<Record<string, string>> = {
  'en-US': 'English',
  'de-DE': 'Deutsch',
  'es-ES': 'Español',
  'fr-FR': 'Français',
};

export const DEFAULT_LANGUAGE = 'en-US';
