import { readFileSync } from 'node:fs';
import path from 'node:path';
import { initPluginTranslations } from '@grafana/i18n';
import { config } from '@grafana/runtime';
import i18next from 'i18next';

const PLUGIN = 'anomaly-monitoring-datasource';

/** Runs in a language, with the plugin's own texts. Then restores the language. */
export async function inLanguage<T>(language: string, say: () => T | Promise<T>): Promise<T> {
  if (!i18next.isInitialized) {
    await initPluginTranslations(PLUGIN);
  }
  const before = i18next.language;
  const file = path.join(__dirname, '../../src/locales', language, `${PLUGIN}.json`);
  const texts: unknown = JSON.parse(readFileSync(file, 'utf8'));
  // Texts are found under the plugin's name once its translations have started to load, and elsewhere until then.
  for (const namespace of [i18next.options.defaultNS, PLUGIN].flat()) {
    if (typeof namespace === 'string') {
      i18next.addResourceBundle(language, namespace, texts, true, true);
    }
  }
  Object.assign(config.bootData.user, { language });
  await i18next.changeLanguage(language);
  try {
    return await say();
  } finally {
    Object.assign(config.bootData.user, { language: before });
    await i18next.changeLanguage(before);
  }
}
