import {
  colorManipulator,
  type DataFrame,
  type Field,
  FieldType,
  type GrafanaTheme2,
  type TimeRange,
} from '@grafana/data';
import { AxisPlacement, ScaleDirection, ScaleOrientation } from '@grafana/schema';
import { GraphNG, measureText, Pagination, UPlotConfigBuilder, useTheme2, VizLayout, VizLegend } from '@grafana/ui';
import { clamp, sortedLastIndex } from 'lodash';
import React, { useMemo, useState } from 'react';
import { PlotParts } from './PlotParts';
import { legendOf, NoData, type PanelProps } from './shared';
import { type Lane, lanesOf, statesOf } from './states';

const PAGES = 28;

/** States over time, one lane per field, with a legend of the states, and with pages if the panel limits its lanes. */
export function StatesPanel({ data, frames, width, height, timeRange, options, fieldConfig, ...rest }: PanelProps) {
  const theme = useTheme2();
  const [chosen, setChosen] = useState(1);
  const { times, lanes: all } = useMemo(
    () => lanesOf(frames, timeRange.from.valueOf(), timeRange.to.valueOf()),
    [frames, timeRange]
  );
  const perPage = Number(options.perPage) || Infinity;
  const pages = Math.ceil(all.length / perPage);
  const page = Math.min(chosen, pages);
  const lanes = useMemo(
    () => (pages > 1 ? all.slice((page - 1) * perPage, page * perPage) : all),
    [all, page, pages, perPage]
  );
  const aligned = useMemo((): DataFrame[] => {
    const axis = { name: 'time', type: FieldType.time, config: {}, values: times };
    return [{ length: times.length, fields: [axis, ...lanes.map(({ field }) => field)] }];
  }, [times, lanes]);
  if (lanes.length === 0) {
    return <NoData data={data} text={fieldConfig.defaults.noValue} />;
  }
  const legend = legendOf(options);
  const { placement, displayMode } = legend;
  const items = statesOf(lanes).map(({ text, color }) => ({ label: text, color, yAxis: 1 }));
  return (
    <>
      <GraphNG
        {...{ theme, timeRange, width, legend, options }}
        key={page}
        height={pages > 1 ? height - PAGES : height}
        frames={aligned}
        timeZone="browser"
        preparePlotFrame={([frame]) => frame}
        prepConfig={(_frame, _frames, getRange) => timeline(lanes, theme, getRange)}
        renderLegend={() =>
          legend.showLegend ? (
            <VizLayout.Legend placement={placement}>
              <VizLegend {...{ items, displayMode, placement }} />
            </VizLayout.Legend>
          ) : null
        }
      >
        {(config, frame) => <PlotParts {...{ config, options, ...rest }} data={frame} frames={aligned} />}
      </GraphNG>
      {pages > 1 && <Pagination currentPage={page} numberOfPages={pages} onNavigate={setChosen} />}
    </>
  );
}

/** A plot with the lanes as y axis, the first on top. Each is drawn in the colors of its states. */
function timeline(lanes: Lane[], theme: GrafanaTheme2, getRange: () => TimeRange): UPlotConfigBuilder {
  const builder = new UPlotConfigBuilder('browser');
  const middles = lanes.map((_, i) => lanes.length - i - 0.5);
  const names = lanes.map(({ field }) => field.config.displayName ?? field.name);
  const range = (): [number, number] => [getRange().from.valueOf(), getRange().to.valueOf()];
  const { Horizontal, Vertical } = ScaleOrientation;
  builder.addScale({ scaleKey: 'x', isTime: true, orientation: Horizontal, direction: ScaleDirection.Right, range });
  builder.addScale({
    scaleKey: 'y',
    orientation: Vertical,
    direction: ScaleDirection.Up,
    range: () => [0, lanes.length],
  });
  builder.addAxis({ scaleKey: 'x', isTime: true, placement: AxisPlacement.Bottom, timeZone: 'browser', theme });
  builder.addAxis({
    scaleKey: 'y',
    placement: AxisPlacement.Left,
    theme,
    grid: { show: false },
    ticks: { show: false },
    splits: () => middles,
    values: () => names,
    size: Math.max(...names.map((name) => measureText(name, theme.typography.fontSize).width)),
  });
  lanes.forEach((lane, i) =>
    builder.addSeries({ scaleKey: 'y', theme, pathBuilder: painter(lane, { i, of: lanes.length }) })
  );
  // The tooltip shows the lane under the cursor, and its last state before that time.
  builder.setCursor({
    points: { show: false },
    focus: { prox: 1e6 },
    dataIdx: (u, _series, _nearest, time) => Math.max(0, sortedLastIndex(u.data[0] as number[], time) - 1),
  });
  builder.addHook('init', (u) => u.over.addEventListener('click', () => openLink(u, lanes)));
  builder.setPrepData(([{ fields }]: DataFrame[]) => [
    fields[0].values,
    ...middles.map((middle) => fields[0].values.map(() => middle)),
  ]);
  return builder;
}

/** A click on a lane opens its first link, except at the end of a selection. In Grafana, it shows all its links. */
function openLink({ cursor: { left = 0, top = 0 }, over, posToVal, select }: uPlot, lanes: Lane[]) {
  const lane = lanes[Math.floor((top / over.clientHeight) * lanes.length)];
  const href = select.width > 0 ? undefined : lane?.linkAt(posToVal(left, 'x'));
  if (href) {
    const link = Object.assign(document.createElement('a'), { href });
    document.body.append(link);
    link.click();
    link.remove();
  }
}

const SHARE_OF_ROW = 0.8;

function painter({ field }: Lane, { i, of }: { i: number; of: number }) {
  return ({ ctx, bbox: { left, top, width, height }, data: [times], valToPos }: uPlot): null => {
    const row = height / of;
    const right = left + width;
    const x = (time: number) => Math.round(clamp(valToPos(time, 'x', true), left, right));
    ctx.save();
    field.values.forEach((value, place) => {
      const start = x(times[place]);
      const end = place + 1 < times.length ? x(times[place + 1]) : right;
      if (value !== null && end > start) {
        ctx.fillStyle = fillOf(field, value);
        ctx.fillRect(start, top + row * (i + (1 - SHARE_OF_ROW) / 2), end - start, row * SHARE_OF_ROW);
      }
    });
    ctx.restore();
    return null;
  };
}

/** With the panel's opacity, unless the color has its own. */
function fillOf({ display, config }: Field, value: unknown): string {
  const { color } = display?.(value) ?? {};
  const opacity = Number(config.custom?.fillOpacity ?? 100) / 100;
  return color === undefined || /^#\w{8}$/.test(color)
    ? (color ?? 'transparent')
    : colorManipulator.alpha(color, opacity);
}
