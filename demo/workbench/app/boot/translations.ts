import { initPluginTranslations } from '@grafana/i18n';
import { config, locationService } from '@grafana/runtime';
import i18next from 'i18next';
import { type PluginMeta } from '../loader/plugin';

/** The languages of the plugin, by the names that their speakers give them. */
export const LANGUAGES = { 'en-US': 'English', 'de-DE': 'Deutsch', 'es-ES': 'Español', 'fr-FR': 'Français' };

/** The language that the page started with; see the page's own script. */
export const language = () => config.bootData.user.language;

/** As Grafana does it from 12.1 on: the plugin's texts of a language that it lists are there before it is loaded. */
export async function startTranslations({ id, baseUrl, languages = [] }: PluginMeta): Promise<void> {
  await initPluginTranslations('workbench', []);
  const wanted = language();
  if (wanted !== 'en-US' && languages.includes(wanted)) {
    const answer = await fetch(`${baseUrl}/locales/${wanted}/${id}.json`);
    i18next.addResourceBundle(wanted, id, answer.ok ? await answer.json() : {}, true, false);
    await i18next.changeLanguage(wanted);
  }
}

/** Texts are made when they are drawn, and libraries keep some: the page is loaded again. */
export function takeLanguage(lang: string): void {
  locationService.partial({ lang }, true);
  window.location.reload();
}
