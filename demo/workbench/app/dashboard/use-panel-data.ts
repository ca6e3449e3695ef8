import { CoreApp, type PanelData, rangeUtil, type ScopedVars } from '@grafana/data';
import { getDataSourceSrv, getTemplateSrv } from '@grafana/runtime';
import { useEffect, useRef, useState } from 'react';
import { catchError, distinctUntilChanged, filter, from, of, switchMap } from 'rxjs';
import { transformed } from '../run/frames';
import { buildRequest, failed, keepLast, run } from '../run/run';
import { variableNames } from '../variables/templates';
import { type Dashboard, type DashboardState } from './dashboard';
import { type PanelJson } from './model';

/**
 * Runs a panel's queries whenever the dashboard requests it. A new run cancels the previous one. Nothing runs before the
 * panel is visible and its width, which limits the number of points, is known.
 */
export function usePanelData(
  dashboard: Dashboard,
  panel: PanelJson,
  scopedVars: ScopedVars,
  { width, visible }: { width: number; visible: boolean }
) {
  const [data, setData] = useState<PanelData>();
  const latest = useRef({ width, scopedVars });
  useEffect(() => {
    latest.current = { width, scopedVars };
  });

  useEffect(() => {
    if (!visible) {
      return;
    }
    const named = variableNames(JSON.stringify([panel.targets, panel.datasource]));
    const subscription = dashboard.state
      .pipe(
        filter(({ pending }) => !named.some((name) => pending.includes(name))),
        distinctUntilChanged((a, b) => a.revision === b.revision),
        switchMap((state) => ask(dashboard.json.uid, panel, state, latest.current)),
        keepLast,
        transformed(panel.transformations)
      )
      .subscribe(setData);
    return () => subscription.unsubscribe();
  }, [dashboard, panel, visible]);
  return data;
}

function ask(
  dashboardUID: string,
  { id, title, type, targets = [], interval, maxDataPoints, datasource, timeFrom }: PanelJson,
  { range: own, variables }: DashboardState,
  { width, scopedVars }: { width: number; scopedVars: ScopedVars }
) {
  const range = timeFrom ? rangeUtil.convertRawToRange({ from: `now-${timeFrom}`, to: 'now' }) : own;
  return from(getDataSourceSrv().get(datasource ?? targets[0]?.datasource, scopedVars)).pipe(
    switchMap((dataSource) =>
      run(
        dataSource,
        buildRequest(dataSource, {
          app: CoreApp.Dashboard,
          queries: targets,
          range,
          maxDataPoints: maxDataPoints || Math.floor(width),
          minInterval: interval,
          scopedVars,
          panelId: id,
          panelName: getTemplateSrv().replace(title, scopedVars),
          panelPluginId: type,
          dashboardUID,
          filters: variables.flatMap(({ filters }) => filters),
        })
      )
    ),
    catchError((error: Error) => of(failed({ timeRange: range }, error)))
  );
}
