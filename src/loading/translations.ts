import { initPluginTranslations } from '@grafana/i18n';
import pluginJson from '../plugin.json';

/** Done once texts come in the user's language; English lies in the source, and is there from the start. */
export const ready: Promise<unknown> = initPluginTranslations(pluginJson.id, [
  (language) => import(`../locales/${language}/${pluginJson.id}.json`).then((file) => file.default),
]).catch(() => undefined);
