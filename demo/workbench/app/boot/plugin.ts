import 'systemjs/dist/system.js';
import 'systemjs/dist/extras/amd.js';
import { type DataSourceApi, type DataSourcePlugin, type DataSourcePluginMeta } from '@grafana/data';
import { initPluginTranslations } from '@grafana/i18n';
import { config } from '@grafana/runtime';
import i18next from 'i18next';

export type LoadedPlugin = DataSourcePlugin<DataSourceApi>;
export type PluginMeta = DataSourcePluginMeta & { languages?: string[] };

interface Loader {
  import: (url: string) => Promise<{ plugin: LoadedPlugin }>;
  set: (id: string, module: object) => void;
  addImportMap: (map: { imports: Record<string, string> }) => void;
}

/** Like Grafana: the plugin's texts in one of its languages are loaded before the plugin. */
export async function startTranslations({ id, baseUrl, languages = [] }: PluginMeta): Promise<void> {
  await initPluginTranslations('workbench', []);
  const { language } = config.bootData.user;
  if (language !== 'en-US' && languages.includes(language)) {
    const answer = await fetch(`${baseUrl}/locales/${language}/${id}.json`);
    i18next.addResourceBundle(language, id, await answer.json(), true, false);
    await i18next.changeLanguage(language);
  }
}

/**
 * Loads the built plugin like Grafana: module.js with SystemJS, and the libraries that Grafana shares. The libraries are
 * in their own file, so that the page can already draw its frame.
 */
export async function loadPlugin(meta: PluginMeta): Promise<LoadedPlugin> {
  const { SHARED } = await import(/* webpackChunkName: "shared" */ './shared');
  const page = window as unknown as { System: Loader; define?: unknown };
  const imports = Object.fromEntries(Object.keys(SHARED).map((id) => [id, `package:${id}`]));
  page.System.addImportMap({ imports });
  for (const [id, library] of Object.entries(SHARED)) {
    page.System.set(imports[id], { default: library, __useDefault: true });
  }
  const { plugin } = await page.System.import(new URL(meta.module, document.baseURI).href);
  // A library that finds it later, such as axe, would mistake it for its own loader.
  delete page.define;
  plugin.meta = meta;
  return plugin;
}
