import { getTemplateSrv, locationService } from '@grafana/runtime';
import { Menu } from '@grafana/ui';
import React, { useMemo } from 'react';
import { eventsOf, type Mark } from '../annotations/events';
import { exploreAddress } from '../explore/address';
import { PanelFrame } from '../panels/PanelFrame';
import { useBox } from '../panels/shared';
import { type Dashboard } from './dashboard';
import { type PlacedPanel } from './layout';
import { absolute } from './time';
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
  const { data, drawn, onCancel } = usePanelData(dashboard, panel, { ...box, scopedVars });
  const marks = useMemo(() => [...annotations, ...eventsOf(data?.annotations ?? [], true)], [annotations, data]);
  const explore = async () =>
    locationService.push(
      await exploreAddress(targets, dashboard.range, { ...data?.request?.scopedVars, ...scopedVars })
    );
  return (
    <PanelFrame
      {...{ box, type, data, drawn, marks, options, fieldConfig, scopedVars, onCancel }}
      title={getTemplateSrv().replace(title, scopedVars, 'text')}
      description={description && getTemplateSrv().replace(description, scopedVars)}
      menu={
        <Menu>
          <Menu.Item label="Explore" icon="compass" onClick={() => void explore()} />
        </Menu>
      }
      onZoom={(from, to) => dashboard.setRange(absolute(from, to))}
    />
  );
}
