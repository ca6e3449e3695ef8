import { initPluginTranslations } from '@grafana/i18n';
import pluginJson from '../plugin.json';
import { publicPath } from './public-path';

/** Done once texts come in the user's language; English is in the source, and is there from the start. */
export const ready: Promise<unknown> = initPluginTranslations(pluginJson.id, [textsOf]).catch(() => undefined);

/**
 * The texts of a language. Of languages that `plugin.json` does not list there is no file: asking for one would be an
 * error on every page. (From 12.1 on Grafana loads the listed ones by itself, and these add nothing.)
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
