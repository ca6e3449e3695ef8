import { LoadingState, type PanelData } from '@grafana/data';
import { getTemplateSrv, locationService } from '@grafana/runtime';
import { ErrorBoundaryAlert, Menu, PanelChrome, useTheme2 } from '@grafana/ui';
import { css } from '@emotion/css';
import React, { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { eventsOf, type Mark } from '../annotations/events';
import { showsOn, type AnnotationResult } from '../annotations/run';
import { exploreAddress } from '../explore/address';
import { withDefaults } from '../panels/defaults';
import { NoData } from '../panels/NoData';
import { Panel } from '../panels/Panel';
import { withFieldOptions } from '../run/processed';
import { type Dashboard } from './dashboard';
import { type PlacedPanel } from './layout';
import { PanelNotices } from './PanelNotices';
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
  const box = useRef<HTMLDivElement>(null);
  const { width, height, visible } = useBox(box);
  const isText = panel.type === 'text';
  const { data, drawn, onCancel } = usePanelData(dashboard, panel, { width, visible: visible && !isText, scopedVars });
  const fieldConfig = useMemo(() => withDefaults(panel.type, panel.fieldConfig), [panel]);
  const series = data?.series;
  const frames = useMemo(
    () =>
      withFieldOptions(series ?? [], fieldConfig, {
        theme,
        timeZone: 'browser',
        scopedVars: { ...data?.request?.scopedVars, ...scopedVars },
      }),
    [series, fieldConfig, theme, scopedVars, data?.request]
  );
  const marks = useMemo(() => marksOf(panel.id ?? 0, annotations, data), [panel.id, annotations, data]);
  const replace = (text: string) => getTemplateSrv().replace(text, scopedVars);
  const title = getTemplateSrv().replace(panel.title ?? '', scopedVars, 'text');
  const own = panelRange(dashboard.range, panel.timeFrom);
  const range = data?.request?.range ?? own.range;

  return (
    <div
      ref={box}
      className={styles}
      data-testid="panel"
      data-panel-title={title}
      data-state={isText ? LoadingState.Done : (data?.state ?? LoadingState.NotStarted)}
      data-series={frames.reduce((count, frame) => count + frame.fields.length, 0)}
    >
      {width > 0 && (
        <PanelChrome
          width={width}
          height={height}
          title={title}
          description={panel.description && replace(panel.description)}
          displayMode={panel.transparent ? 'transparent' : 'default'}
          hoverHeader={!panel.title}
          loadingState={data?.state}
          statusMessage={errorsOf(data)}
          onCancelQuery={onCancel}
          titleItems={<PanelNotices data={data} links={panel.links} replace={replace} time={own.info} />}
          padding={panel.type === 'table' ? 'none' : 'md'}
          menu={isText ? undefined : <PanelMenu dashboard={dashboard} panel={panel} scopedVars={scopedVars} />}
        >
          {(innerWidth, innerHeight) =>
            drawn || isText ? (
              <ErrorBoundaryAlert dependencies={[frames]}>
                <Panel
                  type={panel.type}
                  data={data ?? { state: LoadingState.Done, series: [], timeRange: range }}
                  frames={frames}
                  marks={marks}
                  width={innerWidth}
                  height={innerHeight}
                  timeRange={range}
                  timeZone="browser"
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
  return [...ofDashboard, ...eventsOf(data?.annotations ?? [], {}, true)];
}

function errorsOf(data?: PanelData): string | undefined {
  const errors = data?.errors ?? (data?.error ? [data.error] : []);
  const messages = errors.map(({ message }) => message ?? 'The query failed');
  return messages.length > 0 ? [...new Set(messages)].join(' ') : undefined;
}

/** How far below the window, in pixels, a panel is asked for ahead of being seen. */
const AHEAD = 200;

/** The size of an element, and whether it has been in view: both known with its first drawing, which no frame is waited for. */
function useBox(element: React.RefObject<HTMLDivElement>) {
  const [size, setSize] = useState({ width: 0, height: 0 });
  const [visible, setVisible] = useState(false);
  useLayoutEffect(() => {
    const node = element.current as HTMLDivElement;
    const look = () => {
      const { clientWidth: width, clientHeight: height } = node;
      const { top, bottom } = node.getBoundingClientRect();
      setSize((before) => (before.width === width && before.height === height ? before : { width, height }));
      setVisible((seen) => seen || (top < window.innerHeight + AHEAD && bottom > -AHEAD));
    };
    look();
    const sizes = new ResizeObserver(look);
    const views = new IntersectionObserver(([{ isIntersecting }]) => setVisible((seen) => seen || isIntersecting), {
      rootMargin: `${AHEAD}px`,
    });
    sizes.observe(node);
    views.observe(node);
    return () => {
      sizes.disconnect();
      views.disconnect();
    };
  }, [element]);
  return { ...size, visible };
}

const styles = css({ width: '100%', height: '100%', minWidth: 0 });
