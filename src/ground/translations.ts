import { initPluginTranslations } from '@grafana/i18n';
import pluginJson from '../plugin.json';
import { publicPath } from './public-path';

/** Done once texts are in the user's language. English is in the source, and available from the start. */
export const ready: Promise<unknown> = initPluginTranslations(pluginJson.id, [textsOf]).catch(() => undefined);

/**
 * The texts of a language. There is no file for a language that is not in `plugin.json`: requesting one would cause an
 * error on every page.
 */
async function textsOf(language: string): Promise<Record<string, string>> {
  const listed: readonly string[] = pluginJson.languages;
  if (language === 'en-US' || !listed.includes(language)) {
    return {};
  }
  const file = `${publicPath()}locales/${language}/${pluginJson.id}.json`;
  const answer = await fetch(file);
  return answer.ok ? await answer.json() : {};
}
