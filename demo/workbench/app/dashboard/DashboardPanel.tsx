import { LoadingState, type PanelData } from '@grafana/data';
import { getTemplateSrv, locationService } from '@grafana/runtime';
import { ErrorBoundaryAlert, Menu, PanelChrome, useTheme2 } from '@grafana/ui';
import { css } from '@emotion/css';
import React, { useMemo } from 'react';
import { eventsOf, type Mark } from '../annotations/events';
import { type AnnotationResult, showsOn } from '../annotations/use-annotations';
import { exploreAddress } from '../explore/address';
import { withDefaults } from '../panels/defaults';
import { Notices } from '../panels/Notices';
import { Panel } from '../panels/Panel';
import { errorsOf, NoData, TIME_ZONE, useBox } from '../panels/shared';
import { withFieldOptions } from '../run/processed';
import { type Dashboard } from './dashboard';
import { type PlacedPanel } from './layout';
import { panelRange } from './time';
import { usePanelData } from './use-panel-data';

interface Props {
  dashboard: Dashboard;
  placed: PlacedPanel;
  annotations: AnnotationResult[];
}

/** A panel on a dashboard: its frame, its states, and what it draws. */
export function DashboardPanel({ dashboard, placed: { panel, scopedVars }, annotations }: Props) {
  const theme = useTheme2();
  const { box, width, height, visible } = useBox();
  const { data, drawn, onCancel } = usePanelData(dashboard, panel, { width, visible, scopedVars });
  const fieldConfig = useMemo(() => withDefaults(panel.type, panel.fieldConfig), [panel]);
  const series = data?.series;
  const frames = useMemo(
    () =>
      withFieldOptions(series ?? [], fieldConfig, {
        theme,
        timeZone: TIME_ZONE,
        scopedVars: { ...data?.request?.scopedVars, ...scopedVars },
      }),
    [series, fieldConfig, theme, scopedVars, data?.request]
  );
  const marks = useMemo(() => marksOf(panel.id ?? 0, annotations, data), [panel.id, annotations, data]);
  const title = getTemplateSrv().replace(panel.title ?? '', scopedVars, 'text');

  return (
    <div
      ref={box}
      className={styles}
      data-testid="panel"
      data-panel-title={title}
      data-state={data?.state ?? LoadingState.NotStarted}
    >
      {width > 0 && (
        <PanelChrome
          width={width}
          height={height}
          title={title}
          description={panel.description && getTemplateSrv().replace(panel.description, scopedVars)}
          hoverHeader={!panel.title}
          loadingState={data?.state}
          statusMessage={[...new Set(errorsOf(data))].join(' ') || undefined}
          onCancelQuery={onCancel}
          titleItems={<Notices data={data} time={panelRange(dashboard.range, panel.timeFrom).info} />}
          padding={panel.type === 'table' ? 'none' : 'md'}
          menu={<PanelMenu dashboard={dashboard} panel={panel} scopedVars={scopedVars} />}
        >
          {(innerWidth, innerHeight) =>
            data && drawn ? (
              <ErrorBoundaryAlert dependencies={[frames]}>
                <Panel
                  type={panel.type}
                  data={data}
                  frames={frames}
                  marks={marks}
                  width={innerWidth}
                  height={innerHeight}
                  timeRange={data.request?.range ?? data.timeRange}
                  options={panel.options ?? {}}
                  fieldConfig={fieldConfig}
                  scopedVars={scopedVars}
                  onZoom={(from, to) => dashboard.zoom(from, to)}
                />
              </ErrorBoundaryAlert>
            ) : (
              data && <NoData data={data} text="" />
            )
          }
        </PanelChrome>
      )}
    </div>
  );
}

function PanelMenu({
  dashboard,
  panel,
  scopedVars,
}: { dashboard: Dashboard } & Pick<PlacedPanel, 'panel' | 'scopedVars'>) {
  const explore = () => locationService.push(exploreAddress(panel.targets ?? [], dashboard.range, scopedVars));
  return (
    <Menu>
      <Menu.Item label="Explore" icon="compass" onClick={explore} />
    </Menu>
  );
}

function marksOf(panelId: number, annotations: AnnotationResult[], data?: PanelData): Mark[] {
  const ofDashboard = annotations
    .filter(({ annotation }) => showsOn(annotation, panelId))
    .flatMap(({ marks }) => marks);
  return [...ofDashboard, ...eventsOf(data?.annotations ?? [], true)];
}

const styles = css({ width: '100%', height: '100%', minWidth: 0 });
