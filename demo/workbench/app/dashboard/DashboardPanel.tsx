import { type DataQuery, type ScopedVars } from '@grafana/data';
import { getDataSourceSrv, getTemplateSrv, locationService } from '@grafana/runtime';
import { Menu } from '@grafana/ui';
import React, { useMemo } from 'react';
import { PanelFrame } from '../panels/PanelFrame';
import { useBox } from '../panels/shared';
import { exploreAddress } from '../parts/address';
import { absolute } from '../parts/range';
import { eventsOf, type Mark } from './annotations';
import { type Dashboard } from './dashboard';
import { type PlacedPanel } from './layout';
import { usePanelData } from './use-panel-data';

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
