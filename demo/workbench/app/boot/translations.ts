import { initPluginTranslations } from '@grafana/i18n';
import { config, locationService } from '@grafana/runtime';
import i18next from 'i18next';
import { type PluginMeta } from '../loader/plugin';

/** The plugin's languages by their own names. */
export const LANGUAGES = { 'en-US': 'English', 'de-DE': 'Deutsch', 'es-ES': 'Español', 'fr-FR': 'Français' };

/** The language with which the page started; see the page's script. */
export const language = () => config.bootData.user.language;

/** Like Grafana since 12.1: the plugin's texts in one of its languages are loaded before the plugin. */
export async function startTranslations({ id, baseUrl, languages = [] }: PluginMeta): Promise<void> {
  await initPluginTranslations('workbench', []);
  const wanted = language();
  if (wanted !== 'en-US' && languages.includes(wanted)) {
    const answer = await fetch(`${baseUrl}/locales/${wanted}/${id}.json`);
    i18next.addResourceBundle(wanted, id, answer.ok ? await answer.json() : {}, true, false);
    await i18next.changeLanguage(wanted);
  }
}

/** Reloads the page, because texts are created when they are drawn, and libraries keep some. */
export function takeLanguage(lang: string): void {
  locationService.partial({ lang }, true);
  window.location.reload();
}
