import {
  type DataSourceApi,
  type DataSourceInstanceSettings,
  type DataSourceRef,
  type ScopedVars,
} from '@grafana/data';
import { type DataSourceSrv, type GetDataSourceListFilters, getBackendSrv, getTemplateSrv } from '@grafana/runtime';
import { type LoadedPlugin, type PluginMeta } from '../loader/plugin';

/** The settings of all data sources, as the server has them. */
export function storedSources(): Promise<DataSourceInstanceSettings[]> {
  return getBackendSrv().get('/api/workbench/datasources');
}

/** The data sources of this workbench: instances of the one plugin it loads, which may still be on its way. */
export class DataSources implements DataSourceSrv {
  private settings: DataSourceInstanceSettings[] = [];
  private readonly instances = new Map<string, DataSourceApi>();

  constructor(
    private readonly meta: PluginMeta,
    private readonly plugin: Promise<LoadedPlugin>,
    stored: DataSourceInstanceSettings[]
  ) {
    this.take(stored);
  }

  /** Reads the settings from the server anew; instances made before are forgotten. */
  async reload() {
    this.take(await storedSources());
    this.instances.clear();
  }

  private take(stored: DataSourceInstanceSettings[]) {
    this.settings = stored.map((settings) => ({ ...settings, meta: this.meta }));
  }

  async get(ref?: DataSourceRef | string | null, scopedVars?: ScopedVars): Promise<DataSourceApi> {
    const settings = this.getInstanceSettings(ref, scopedVars);
    if (!settings) {
      throw new Error(`Data source ${typeof ref === 'string' ? ref : (ref?.uid ?? '')} was not found`);
    }
    const { DataSourceClass, components } = await this.plugin;
    const known = this.instances.get(settings.uid);
    if (known) {
      return known;
    }
    const instance = new DataSourceClass(settings);
    instance.components = components;
    instance.meta = this.meta;
    this.instances.set(settings.uid, instance);
    return instance;
  }

  getInstanceSettings(ref?: DataSourceRef | string | null, scopedVars?: ScopedVars) {
    const uid = getTemplateSrv().replace((typeof ref === 'string' ? ref : ref?.uid) ?? '', scopedVars);
    if (uid === '' || uid === 'default') {
      const type = typeof ref === 'object' ? ref?.type : undefined;
      return type === undefined || type === this.meta.id ? this.settings[0] : undefined;
    }
    return this.settings.find((settings) => settings.uid === uid || settings.name === uid);
  }

  getList(filters: GetDataSourceListFilters = {}) {
    const types = filters.type === undefined ? undefined : [filters.type].flat();
    return this.settings.filter(
      (settings) =>
        (types?.includes(settings.type) ?? true) &&
        (filters.pluginId === undefined || filters.pluginId === settings.type) &&
        (filters.filter?.(settings) ?? true)
    );
  }

  registerRuntimeDataSource() {}
}
