import { css } from '@emotion/css';
import { type DataFrame, type FieldConfigSource, LoadingState, type PanelData, type ScopedVars } from '@grafana/data';
import { ErrorBoundaryAlert, PanelChrome, useTheme2 } from '@grafana/ui';
import React, { type ReactElement, useMemo } from 'react';
import { withFieldOptions } from '../run/processed';
import { withDefaults } from './defaults';
import { Notices } from './Notices';
import { Panel } from './Panel';
import { errorsOf, NoData, type PanelProps, TIME_ZONE, type useBox } from './shared';

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
  /** Before that, there is only a loading bar. */
  drawn?: boolean;
  menu?: ReactElement;
  onCancel?: () => void;
}

/** A panel in its frame: states, notices, and content. It fills its place. */
export function PanelFrame({ box, title, type, data, drawn = true, menu, onCancel, description, ...props }: Props) {
  const { frames = data?.series, options = {}, fieldConfig: stored, scopedVars, ...rest } = props;
  const { ref, width, height } = box;
  const theme = useTheme2();
  const fieldConfig = useMemo(() => withDefaults(type, stored), [type, stored]);
  const all = useMemo(() => ({ ...data?.request?.scopedVars, ...scopedVars }), [data?.request, scopedVars]);
  const shown = useMemo(
    () => withFieldOptions(frames ?? [], fieldConfig, { theme, timeZone: TIME_ZONE, scopedVars: all }),
    [frames, fieldConfig, theme, all]
  );
  return (
    <div
      ref={ref}
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
          description={description}
          hoverHeader={!title}
          loadingState={data?.state}
          statusMessage={[...new Set(errorsOf(data))].join(' ') || undefined}
          onCancelQuery={onCancel}
          titleItems={<Notices data={data} />}
          padding={type === 'table' ? 'none' : 'md'}
          menu={menu}
        >
          {(innerWidth, innerHeight) =>
            data && drawn ? (
              <ErrorBoundaryAlert dependencies={[shown]}>
                <Panel
                  {...rest}
                  {...{ type, data, options, fieldConfig }}
                  frames={shown}
                  width={innerWidth}
                  height={innerHeight}
                  timeRange={data.request?.range ?? data.timeRange}
                  scopedVars={all}
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

const styles = css({ width: '100%', height: '100%', minWidth: 0 });
