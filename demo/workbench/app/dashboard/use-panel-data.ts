import { CoreApp, LoadingState, type PanelData, type ScopedVars } from '@grafana/data';
import { getDataSourceSrv, getTemplateSrv } from '@grafana/runtime';
import { useEffect, useRef, useState } from 'react';
import { catchError, concat, distinctUntilChanged, filter, from, NEVER, of, Subject, switchMap, takeUntil } from 'rxjs';
import { buildRequest } from '../run/request';
import { keepLast, transformed } from '../run/processed';
import { run } from '../run/run';
import { variableNames } from '../templates/expression';
import { adHocFilters } from '../templates/variables';
import { type Dashboard, type DashboardState } from './dashboard';
import { type PanelJson } from './model';

const DEFAULT_WIDTH = 500;

interface Running {
  data?: PanelData;
  /** Whether there was any packet except Loading. Before that, Grafana draws nothing. */
  drawn: boolean;
}

/**
 * Runs a panel's queries whenever the dashboard requests it. A new run cancels the previous one. Nothing runs before the
 * panel is visible and its width, which limits the number of points, is known.
 */
export function usePanelData(
  dashboard: Dashboard,
  panel: PanelJson,
  options: { width: number; visible: boolean; scopedVars: ScopedVars }
) {
  const { width, visible, scopedVars } = options;
  const [running, setRunning] = useState<Running>({ drawn: false });
  const latest = useRef({ width, scopedVars });
  useEffect(() => {
    latest.current = { width, scopedVars };
  });
  const cancel = useRef(new Subject<void>());
  const ready = visible && width > 0;

  useEffect(() => {
    if (!ready) {
      return;
    }
    const named = variableNames(JSON.stringify([panel.targets, panel.datasource]));
    const subscription = dashboard.state
      .pipe(
        filter(({ pending }) => !named.some((name) => pending.includes(name))),
        distinctUntilChanged((a, b) => a.revision === b.revision),
        switchMap((state) =>
          concat(ask(dashboard, panel, state, latest.current).pipe(takeUntil(cancel.current)), NEVER)
        ),
        keepLast,
        transformed(panel.transformations)
      )
      .subscribe((data) => setRunning(({ drawn }) => ({ data, drawn: drawn || data.state !== LoadingState.Loading })));
    return () => subscription.unsubscribe();
  }, [dashboard, panel, ready]);

  const onCancel = () => {
    cancel.current.next();
    setRunning(({ data }) => ({ data: data && { ...data, state: LoadingState.Done }, drawn: true }));
  };
  return { ...running, onCancel };
}

function ask(
  dashboard: Dashboard,
  panel: PanelJson,
  state: DashboardState,
  { width, scopedVars }: { width: number; scopedVars: ScopedVars }
) {
  const { id, title, type, targets = [], interval, maxDataPoints, datasource } = panel;
  const { range } = state;
  return from(getDataSourceSrv().get(datasource ?? targets[0]?.datasource, scopedVars)).pipe(
    switchMap((dataSource) =>
      run(
        dataSource,
        buildRequest(dataSource, {
          app: CoreApp.Dashboard,
          queries: targets,
          range,
          timezone: 'browser',
          maxDataPoints: maxDataPoints || Math.floor(width) || DEFAULT_WIDTH,
          minInterval: interval,
          scopedVars,
          panelId: id,
          panelName: getTemplateSrv().replace(title, scopedVars),
          panelPluginId: type,
          dashboardUID: dashboard.json.uid,
          filters: adHocFilters(dashboard.variables.list.value),
        })
      )
    ),
    catchError((error: Error) =>
      of({ state: LoadingState.Error, series: [], timeRange: range, errors: [{ message: error.message }] })
    )
  );
}
