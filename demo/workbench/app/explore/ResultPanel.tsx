import { css } from '@emotion/css';
import { type DataFrame, FieldColorModeId, type PanelData } from '@grafana/data';
import { PanelChrome, useTheme2 } from '@grafana/ui';
import React, { useMemo } from 'react';
import { type Mark } from '../annotations/events';
import { withDefaults } from '../panels/defaults';
import { LEVEL_COLORS } from '../panels/LogsPanel';
import { Notices } from '../panels/Notices';
import { Panel } from '../panels/Panel';
import { type PanelProps, TIME_ZONE, useBox } from '../panels/shared';
import { withFieldOptions } from '../run/processed';

interface Props {
  title: string;
  type: string;
  data: PanelData;
  frames: DataFrame[];
  marks: Mark[];
  height: number;
  /** Stacked bars, for a volume over time. */
  bars?: boolean;
  onZoom: (from: number, to: number) => void;
  onFilter?: PanelProps['onFilter'];
}

const BARS = {
  custom: { drawStyle: 'bars', fillOpacity: 100, lineWidth: 0, stacking: { mode: 'normal', group: 'A' } },
};
const OPTIONS = { tooltip: { mode: 'multi' } };

/** One view of Explore's result. */
export function ResultPanel({ title, type, data, frames, marks, height, bars, onZoom, onFilter }: Props) {
  const theme = useTheme2();
  const { box, width } = useBox();
  const fieldConfig = useMemo(
    () => withDefaults(type, bars ? ({ defaults: BARS, overrides: [] } as never) : undefined),
    [type, bars]
  );
  const scopedVars = useMemo(() => data.request?.scopedVars ?? {}, [data.request]);
  const shown = useMemo(
    () =>
      withFieldOptions(bars ? frames.map(byLevel) : frames, fieldConfig, { theme, timeZone: TIME_ZONE, scopedVars }),
    [bars, frames, fieldConfig, theme, scopedVars]
  );
  return (
    <div ref={box} className={styles} data-testid="panel" data-panel-title={title} data-state={data.state}>
      {width > 0 && (
        <PanelChrome
          title={title}
          width={width}
          height={height}
          loadingState={data.state}
          padding={type === 'table' ? 'none' : 'md'}
          titleItems={<Notices data={data} />}
        >
          {(innerWidth, innerHeight) => (
            <Panel
              type={type}
              data={data}
              frames={shown}
              marks={marks}
              width={innerWidth}
              height={innerHeight}
              timeRange={data.timeRange}
              options={OPTIONS}
              fieldConfig={fieldConfig}
              scopedVars={scopedVars}
              onZoom={onZoom}
              onFilter={onFilter}
            />
          )}
        </PanelChrome>
      )}
    </div>
  );
}

/** A volume's numbers are named and colored by their level. */
function byLevel(frame: DataFrame): DataFrame {
  return {
    ...frame,
    fields: frame.fields.map((field) => {
      const level = field.labels?.level;
      const color = { mode: FieldColorModeId.Fixed, fixedColor: LEVEL_COLORS[level ?? ''] ?? 'gray' };
      return level ? { ...field, config: { ...field.config, displayName: level, color } } : field;
    }),
  };
}

const styles = css({ minWidth: 0 });
