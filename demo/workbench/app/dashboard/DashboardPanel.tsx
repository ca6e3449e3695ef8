import { CoreApp, type DataQuery, type PanelData, rangeUtil, type ScopedVars } from '@grafana/data';
import { getDataSourceSrv, getTemplateSrv, locationService } from '@grafana/runtime';
import { Menu } from '@grafana/ui';
import React, { useEffect, useMemo, useRef, useState } from 'react';
import { catchError, distinctUntilChanged, filter, from, of, scan, switchMap } from 'rxjs';
import { PanelFrame } from '../panels/PanelFrame';
import { useBox } from '../panels/shared';
import { absolute, exploreAddress } from '../parts/address';
import { transformed } from '../run/frames';
import { buildRequest, failed, NO_DATA, run, withLast } from '../run/run';
import { variableNames } from '../variables/templates';
import { eventsOf, type Mark } from './annotations';
import { type Dashboard, type DashboardState, type PanelJson } from './dashboard';
import { type PlacedPanel } from './layout';

interface Props {
  dashboard: Dashboard;
  placed: PlacedPanel;
  annotations: Mark[];
}

/** A panel on a dashboard, with its data and the dashboard's annotations. */
export function DashboardPanel({ dashboard, placed: { panel, scopedVars }, annotations }: Props) {
  const { type, title = '', description, options, fieldConfig, targets = [] } = panel;
  const box = useBox();
  const data = usePanelData(dashboard, panel, scopedVars, box);
  const marks = useMemo(() => [...annotations, ...eventsOf(data?.annotations)], [annotations, data]);
  const explore = async () => {
    const queries = await withoutVariables(targets, { ...data?.request?.scopedVars, ...scopedVars });
    locationService.push(exploreAddress(queries, dashboard.range));
  };
  return (
    <PanelFrame
      {...{ box, type, data, marks, options, fieldConfig, scopedVars }}
      title={getTemplateSrv().replace(title, scopedVars, 'text')}
      description={description && getTemplateSrv().replace(description, scopedVars)}
      menu={
        <Menu>
          <Menu.Item label="Explore" icon="compass" onClick={() => void explore()} />
        </Menu>
      }
      onZoom={({ from, to }) => dashboard.setRange(absolute(from, to))}
    />
  );
}

/** The data source replaces the variables, since Explore has none. */
async function withoutVariables(queries: DataQuery[], scopedVars: ScopedVars): Promise<DataQuery[]> {
  const source = await getDataSourceSrv().get(queries[0]?.datasource, scopedVars);
  return source.interpolateVariablesInQueries?.(queries, scopedVars) ?? queries;
}

/**
 * Runs a panel's queries whenever the dashboard requests it. A new run cancels the previous one. Nothing runs before the
 * panel is visible and its width, which limits the number of points, is known.
 */
function usePanelData(
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
        scan(withLast, NO_DATA),
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
