import {
  CoreApp,
  type DataQuery,
  type DataSourceApi,
  hasSupplementaryQuerySupport,
  type PanelData,
  SupplementaryQueryType,
  type TimeRange,
} from '@grafana/data';
import { useCallback, useEffect, useRef, useState } from 'react';
import { EMPTY, type Observable, Subscription } from 'rxjs';
import { keepLast } from '../run/processed';
import { buildRequest } from '../run/request';
import { run } from '../run/run';

/** Runs Explore's queries; a new run cancels the one before. With log lines comes their volume over time. */
export function useExploreData(dataSource: DataSourceApi | undefined) {
  const [data, setData] = useState<PanelData>();
  const [volume, setVolume] = useState<PanelData>();
  const running = useRef(new Subscription());
  const width = useRef<HTMLDivElement>(null);
  useEffect(() => () => running.current.unsubscribe(), []);

  const start = useCallback(
    (queries: DataQuery[], range: TimeRange) => {
      if (!dataSource) {
        return;
      }
      running.current.unsubscribe();
      running.current = new Subscription();
      const maxDataPoints = width.current?.clientWidth || 1000;
      const options = { app: CoreApp.Explore, queries, range, timezone: 'browser', maxDataPoints };
      running.current.add(run(dataSource, buildRequest(dataSource, options)).pipe(keepLast).subscribe(setData));
      setVolume(undefined);
      running.current.add(volumeOf(dataSource, options).subscribe(setVolume));
    },
    [dataSource]
  );
  return { data, volume, run: start, width };
}

function volumeOf(dataSource: DataSourceApi, options: Parameters<typeof buildRequest>[1]): Observable<PanelData> {
  const type = SupplementaryQueryType.LogsVolume;
  if (!hasSupplementaryQuerySupport(dataSource, type)) {
    return EMPTY;
  }
  const request = dataSource.getSupplementaryRequest?.(type, buildRequest(dataSource, options));
  return request && request.targets.length > 0 ? run(dataSource, request) : EMPTY;
}
