import {
  type DataSourceApi,
  type DataSourceInstanceSettings,
  type DataSourceRef,
  type ScopedVars,
} from '@grafana/data';
import { type DataSourceSrv, type GetDataSourceListFilters, getTemplateSrv } from '@grafana/runtime';
import { type LoadedPlugin } from './plugin';

type Ref = DataSourceRef | string | null;

/** The workbench's data source: an instance of its one plugin, which may still be loading. */
export class DataSources implements DataSourceSrv {
  private readonly instance: Promise<DataSourceApi>;

  constructor(
    private readonly settings: DataSourceInstanceSettings,
    plugin: Promise<LoadedPlugin>
  ) {
    const create = ({ DataSourceClass, components, meta }: LoadedPlugin) =>
      Object.assign(new DataSourceClass(settings), { components, meta });
    this.instance = plugin.then(create);
  }

  async get(ref?: Ref, scopedVars?: ScopedVars): Promise<DataSourceApi> {
    if (!this.getInstanceSettings(ref, scopedVars)) {
      throw new Error(`Data source ${typeof ref === 'string' ? ref : (ref?.uid ?? '')} was not found`);
    }
    return this.instance;
  }

  getInstanceSettings(ref?: Ref, scopedVars?: ScopedVars) {
    const uid = getTemplateSrv().replace((typeof ref === 'string' ? ref : ref?.uid) ?? '', scopedVars);
    return ['', 'default', this.settings.uid, this.settings.name].includes(uid) ? this.settings : undefined;
  }

  getList({ type, pluginId, filter }: GetDataSourceListFilters = {}) {
    const types = [type ?? pluginId ?? []].flat();
    return [this.settings].filter((one) => (types.length === 0 || types.includes(one.type)) && (filter?.(one) ?? true));
  }

  async reload() {}

  registerRuntimeDataSource() {}
}
