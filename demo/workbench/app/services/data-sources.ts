import {
  type DataSourceApi,
  type DataSourceInstanceSettings,
  type DataSourceRef,
  type ScopedVars,
} from '@grafana/data';
import {
  type DataSourceSrv,
  type GetDataSourceListFilters,
  getBackendSrv,
  getDataSourceSrv,
  getTemplateSrv,
} from '@grafana/runtime';
import { useEffect, useState } from 'react';
import { type LoadedPlugin, type PluginMeta } from '../loader/plugin';

type Ref = DataSourceRef | string | null;

/** The settings of the data sources, from the server. */
export function storedSources(): Promise<DataSourceInstanceSettings[]> {
  return getBackendSrv().get('/api/workbench/datasources');
}

/** The data sources of this workbench: instances of its one plugin, which may still be loading. */
export class DataSources implements DataSourceSrv {
  private readonly instances = new Map<string, DataSourceApi>();

  constructor(
    private readonly meta: PluginMeta,
    private readonly plugin: Promise<LoadedPlugin>,
    private settings: DataSourceInstanceSettings[]
  ) {}

  /** Reads the settings from the server again, and discards the instances. */
  async reload() {
    this.settings = await storedSources();
    this.instances.clear();
  }

  async get(ref?: Ref, scopedVars?: ScopedVars): Promise<DataSourceApi> {
    const settings = this.getInstanceSettings(ref, scopedVars);
    if (!settings) {
      throw new Error(`Data source ${typeof ref === 'string' ? ref : (ref?.uid ?? '')} was not found`);
    }
    const { DataSourceClass, components } = await this.plugin;
    const instance = this.instances.get(settings.uid) ?? new DataSourceClass(settings);
    this.instances.set(settings.uid, Object.assign(instance, { components, meta: this.meta }));
    return instance;
  }

  getInstanceSettings(ref?: Ref, scopedVars?: ScopedVars) {
    const uid = getTemplateSrv().replace((typeof ref === 'string' ? ref : ref?.uid) ?? '', scopedVars);
    return this.getList().find((settings) => ['', 'default', settings.uid, settings.name].includes(uid));
  }

  getList({ type, pluginId, filter }: GetDataSourceListFilters = {}) {
    const types = [type ?? pluginId ?? []].flat();
    return this.settings
      .map((settings) => ({ ...settings, meta: this.meta }))
      .filter((settings) => (types.length === 0 || types.includes(settings.type)) && (filter?.(settings) ?? true));
  }

  registerRuntimeDataSource() {}
}

/** A data source's instance by uid, the default one's without a uid. Undefined until it is created. */
export function useDataSource(uid: string | undefined): DataSourceApi | undefined {
  const [dataSource, setDataSource] = useState<DataSourceApi>();
  useEffect(() => {
    let isWanted = true;
    const sources = getDataSourceSrv();
    const known = sources.getInstanceSettings(uid) ? uid : undefined;
    void sources.get(known).then((instance) => isWanted && setDataSource(instance));
    return () => {
      isWanted = false;
    };
  }, [uid]);
  return dataSource;
}
