import { type DataSourcePlugin, type DataSourceApi, type DataSourcePluginMeta } from '@grafana/data';
import { getBackendSrv } from '@grafana/runtime';
import { startTranslations } from '../boot/translations';
import { loadAmd } from './amd';
import { SHARED } from './shared';

export type LoadedPlugin = DataSourcePlugin<DataSourceApi>;

/** Loads the built plugin as Grafana would: module.js as AMD, its description from the server. */
export async function loadPlugin(id: string): Promise<LoadedPlugin> {
  const meta: DataSourcePluginMeta = await getBackendSrv().get(`/api/plugins/${id}/settings`);
  await startTranslations(meta);
  const module = (await loadAmd(`/${meta.module}`, SHARED)) as { plugin?: LoadedPlugin };
  if (!module.plugin) {
    throw new Error(`The plugin ${id} exports no "plugin"`);
  }
  module.plugin.meta = meta;
  return module.plugin;
}
