import { CoreApp, type DataQuery, type DataSourceApi, type PanelData, type TimeRange } from '@grafana/data';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Subscription } from 'rxjs';
import { keepLast } from '../run/processed';
import { buildRequest } from '../run/request';
import { run } from '../run/run';

/** Runs Explore's queries. A new run cancels the previous one. */
export function useExploreData(dataSource: DataSourceApi | undefined) {
  const [data, setData] = useState<PanelData>();
  const running = useRef(new Subscription());
  const width = useRef<HTMLDivElement>(null);
  useEffect(() => () => running.current.unsubscribe(), []);

  const start = useCallback(
    (queries: DataQuery[], range: TimeRange) => {
      if (!dataSource) {
        return;
      }
      running.current.unsubscribe();
      const maxDataPoints = width.current?.clientWidth || 1000;
      const options = { app: CoreApp.Explore, queries, range, timezone: 'browser', maxDataPoints };
      running.current = run(dataSource, buildRequest(dataSource, options)).pipe(keepLast).subscribe(setData);
    },
    [dataSource]
  );
  return { data, run: start, width };
}
