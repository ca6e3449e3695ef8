import { Select } from '@grafana/ui';
import { TableNG } from '@grafana/ui/unstable';
import React, { useMemo, useState } from 'react';
import { NoData, type PanelProps } from './shared';

const PICKER_HEIGHT = 40;

/** A frame as a table. Several frames are shown one at a time. */
export function TablePanel({ data, frames, width, height, options, fieldConfig, timeRange }: PanelProps) {
  const [place, setPlace] = useState(0);
  const frame = frames[Math.min(place, frames.length - 1)];
  const shown = useMemo(
    () => frame && { ...frame, fields: frame.fields.filter(({ config }) => !config.custom?.hideFrom?.viz) },
    [frame]
  );
  if (!shown || shown.fields.length === 0 || shown.length === 0) {
    return <NoData data={data} text={fieldConfig.defaults.noValue} />;
  }
  const several = frames.length > 1;
  return (
    <>
      <TableNG
        ariaLabel="Rows"
        data={shown}
        width={width}
        height={several ? height - PICKER_HEIGHT : height}
        resizable
        noHeader={options.showHeader === false}
        enablePagination={Boolean((options.footer as { enablePagination?: boolean } | undefined)?.enablePagination)}
        cellHeight={options.cellHeight as never}
        fieldConfig={fieldConfig}
        timeRange={timeRange}
        maxRowHeight={options.maxRowHeight as number | undefined}
      />
      {several && (
        <Select
          aria-label="Frame"
          options={frames.map(({ name, refId }, value) => ({ label: name ?? refId ?? String(value), value }))}
          value={place}
          onChange={({ value = 0 }) => setPlace(value)}
        />
      )}
    </>
  );
}
