import { css } from '@emotion/css';
import {
  type DataFrame,
  type FieldConfigSource,
  LoadingState,
  type PanelData,
  type QueryResultMetaNotice,
  type ScopedVars,
} from '@grafana/data';
import { ErrorBoundaryAlert, Icon, type IconName, PanelChrome, Text, Tooltip, useTheme2 } from '@grafana/ui';
import { uniqBy } from 'lodash';
import React, { type ComponentType, type ReactElement, useMemo } from 'react';
import { withDefaults, withFieldOptions } from '../run/frames';
import { TimeSeriesPanel } from './PlotParts';
import { errorsOf, NoData, type PanelProps, type useBox } from './shared';
import { StatesPanel } from './StatesPanel';
import { StatPanel } from './StatPanel';
import { TablePanel } from './TablePanel';

/** What Grafana's packages can draw, and state timelines, which the first page needs. Others are shown as a table of their data, as in Grafana's table view. */
const PANELS: Record<string, ComponentType<PanelProps> | undefined> = {
  timeseries: TimeSeriesPanel,
  table: TablePanel,
  stat: StatPanel,
  'state-timeline': StatesPanel,
};

const NOTICES: Record<QueryResultMetaNotice['severity'], [IconName, 'secondary' | 'warning' | 'error']> = {
  info: ['info-circle', 'secondary'],
  warning: ['exclamation-triangle', 'warning'],
  error: ['exclamation-circle', 'error'],
};

interface Props extends Pick<PanelProps, 'marks' | 'onZoom'> {
  box: ReturnType<typeof useBox>;
  title: string;
  type: string;
  data?: PanelData;
  /** Default: the data's frames. */
  frames?: DataFrame[];
  options?: Record<string, unknown>;
  fieldConfig?: FieldConfigSource;
  scopedVars?: ScopedVars;
  description?: string;
  menu?: ReactElement;
}

/** A panel in its frame: states, notices, and content. It fills its place. */
export function PanelFrame({ box, title, type, data, menu, description, ...props }: Props) {
  const { frames = data?.series, options = {}, fieldConfig: stored, scopedVars, ...rest } = props;
  const { ref, width, height } = box;
  const theme = useTheme2();
  const fieldConfig = useMemo(() => withDefaults(type, stored), [type, stored]);
  const all = useMemo(() => ({ ...data?.request?.scopedVars, ...scopedVars }), [data?.request, scopedVars]);
  const shown = useMemo(
    () => withFieldOptions(frames ?? [], fieldConfig, theme, all),
    [frames, fieldConfig, theme, all]
  );
  const notices = (data?.series ?? []).flatMap((frame) => frame.meta?.notices ?? []);
  const Panel = PANELS[type] ?? TablePanel;
  if (Panel !== PANELS[type]) {
    notices.push({ severity: 'info', text: `Shown as a table. A real Grafana draws it as ${type}.` });
  }
  const content = (innerWidth: number, innerHeight: number) =>
    data?.annotations ? (
      <ErrorBoundaryAlert dependencies={[shown]}>
        <Panel
          {...rest}
          {...{ data, options, fieldConfig }}
          frames={shown}
          width={innerWidth}
          height={innerHeight}
          timeRange={data.request?.range ?? data.timeRange}
          scopedVars={all}
        />
      </ErrorBoundaryAlert>
    ) : (
      // Before the first answer, there is only a loading bar.
      data && <NoData data={data} text="" />
    );
  return (
    <div
      ref={ref}
      className={css({ width: '100%', height: '100%', minWidth: 0 })}
      data-panel-title={title}
      data-panel-type={type}
      data-state={data?.state ?? LoadingState.NotStarted}
    >
      {width > 0 && (
        <PanelChrome
          {...{ width, height, title, description, menu }}
          hoverHeader={!title}
          loadingState={data?.state}
          statusMessage={[...new Set(errorsOf(data))].join(' ') || undefined}
          titleItems={uniqBy(notices, 'text').map(({ severity, text }) => (
            <Tooltip key={text} content={text}>
              <PanelChrome.TitleItem title={text}>
                <Text color={NOTICES[severity][1]}>
                  <Icon name={NOTICES[severity][0]} aria-label={text} />
                </Text>
              </PanelChrome.TitleItem>
            </Tooltip>
          ))}
          padding={Panel === TablePanel ? 'none' : 'md'}
        >
          {content}
        </PanelChrome>
      )}
    </div>
  );
}
