import { type DataSourceApi } from '@grafana/data';
import { getDataSourceSrv } from '@grafana/runtime';
import { useEffect, useState } from 'react';

/** A data source's instance by uid; undefined as long as it is made. */
export function useDataSource(uid: string | undefined): DataSourceApi | undefined {
  const [dataSource, setDataSource] = useState<DataSourceApi>();
  useEffect(() => {
    let wanted = true;
    const service = getDataSourceSrv();
    const known = service.getInstanceSettings(uid) ? uid : undefined;
    void service.get(known).then((instance) => wanted && setDataSource(instance));
    return () => {
      wanted = false;
    };
  }, [uid]);
  return dataSource;
}
