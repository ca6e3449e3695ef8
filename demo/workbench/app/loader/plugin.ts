import { type DataSourcePlugin, type DataSourceApi, type DataSourcePluginMeta } from '@grafana/data';
import { getBackendSrv } from '@grafana/runtime';
import { loadAmd } from './amd';

export type LoadedPlugin = DataSourcePlugin<DataSourceApi>;
export type PluginMeta = DataSourcePluginMeta & { languages?: string[] };

/** What the server says of a plugin, before any of it is loaded. */
export function describePlugin(id: string): Promise<PluginMeta> {
  return getBackendSrv().get(`/api/plugins/${id}/settings`);
}

/**
 * Loads the built plugin as Grafana would: module.js as AMD. What it shares with the page comes in files of their own, so
 * that the page draws its frame meanwhile.
 *
 * @throws Error where it does not load, or is no plugin
 */
export async function loadPlugin(meta: PluginMeta): Promise<LoadedPlugin> {
  const { SHARED } = await import(/* webpackChunkName: "shared" */ './shared');
  const module = (await loadAmd(`/${meta.module}`, SHARED)) as { plugin?: LoadedPlugin };
  if (!module.plugin) {
    throw new Error(`The plugin ${meta.id} exports no "plugin"`);
  }
  module.plugin.meta = meta;
  return module.plugin;
}
