import { initPluginTranslations } from '@grafana/i18n';
import { config, locationService } from '@grafana/runtime';
import i18next from 'i18next';
import { type PluginMeta } from '../loader/plugin';
import { DEFAULT_LANGUAGE } from './languages';

/** The language that the page started with; see the page's own script. */
export function language(): string {
  return config.bootData.user.language ?? DEFAULT_LANGUAGE;
}

/** As Grafana does it from 12.1 on: the plugin's texts of a language that it lists are there before it is loaded. */
export async function startTranslations(meta: PluginMeta): Promise<void> {
  const { id, baseUrl, languages = [] } = meta;
  await initPluginTranslations('workbench', []);
  const wanted = language();
  if (wanted === DEFAULT_LANGUAGE || !languages.includes(wanted)) {
    return;
  }
  const answer = await fetch(`${baseUrl}/locales/${wanted}/${id}.json`);
  i18next.addResourceBundle(wanted, id, answer.ok ? await answer.json() : {}, true, false);
  await i18next.changeLanguage(wanted);
}

/** Texts are made when they are drawn, and libraries keep some: the page starts anew. */
export function takeLanguage(next: string): void {
  localStorage.setItem('workbench.language', next);
  locationService.partial({ lang: undefined }, true);
  window.location.reload();
}
