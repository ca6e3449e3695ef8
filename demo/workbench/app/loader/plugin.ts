import 'systemjs/dist/system.js';
import 'systemjs/dist/extras/amd.js';
import { type DataSourceApi, type DataSourcePlugin, type DataSourcePluginMeta } from '@grafana/data';
import { getBackendSrv } from '@grafana/runtime';

export type LoadedPlugin = DataSourcePlugin<DataSourceApi>;
export type PluginMeta = DataSourcePluginMeta & { languages?: string[] };

interface Module {
  plugin?: LoadedPlugin;
}

interface Loader {
  import: (url: string) => Promise<unknown>;
  set: (id: string, module: object) => void;
  addImportMap: (map: { imports: Record<string, string> }) => void;
}

/** A plugin's description from the server, before it is loaded. */
export function describePlugin(id: string): Promise<PluginMeta> {
  return getBackendSrv().get(`/api/plugins/${id}/settings`);
}

/**
 * Loads the built plugin like Grafana: module.js with SystemJS, and the libraries that Grafana shares. The libraries are
 * in their own file, so that the page can already draw its frame.
 *
 * @throws Error if it does not load, or is not a plugin
 */
export async function loadPlugin(meta: PluginMeta): Promise<LoadedPlugin> {
  const { SHARED } = await import(/* webpackChunkName: "shared" */ './shared');
  const url = new URL(meta.module, document.baseURI).href;
  // With `?sandbox` in the address, it is loaded in its own realm, as in Grafana's frontend sandbox.
  const isSandboxed = new URLSearchParams(location.search).has('sandbox');
  const load = isSandboxed
    ? (await import(/* webpackChunkName: "sandbox" */ './sandbox')).importInSandbox
    : importModule;
  const module = (await load(url, SHARED)) as Module;
  if (!module.plugin) {
    throw new Error(`The plugin ${meta.id} exports no "plugin"`);
  }
  module.plugin.meta = meta;
  return module.plugin;
}

async function importModule(url: string, shared: Readonly<Record<string, unknown>>): Promise<unknown> {
  const page = window as unknown as { System: Loader; define?: unknown };
  const { System } = page;
  const ids = Object.keys(shared);
  System.addImportMap({ imports: Object.fromEntries(ids.map((id) => [id, `package:${id}`])) });
  for (const id of ids) {
    System.set(`package:${id}`, { default: shared[id], __useDefault: true });
  }
  try {
    return await System.import(url);
  } finally {
    // A library that finds it later, such as axe, would mistake it for its own loader.
    delete page.define;
  }
}
