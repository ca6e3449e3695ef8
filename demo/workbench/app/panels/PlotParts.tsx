import { css } from '@emotion/css';
import {
  colorManipulator,
  DashboardCursorSync,
  type DataFrame,
  dateTimeFormat,
  FieldType,
  textUtil,
} from '@grafana/data';
import { SortOrder, TooltipDisplayMode } from '@grafana/schema';
import {
  TagList,
  TimeSeries,
  Tooltip,
  TooltipPlugin,
  type UPlotConfigBuilder,
  useTheme2,
  ZoomPlugin,
} from '@grafana/ui';
import { isEqual } from 'lodash';
import React, { useLayoutEffect, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { type Mark } from '../dashboard/annotations';
import { legendOf, NoData, type PanelProps } from './shared';

/** Lines, bands, bars, and points over time. */
export function TimeSeriesPanel({ data, frames: all, width, height, timeRange, options, ...rest }: PanelProps) {
  const frames = useMemo(() => all.filter(isGraphable), [all]);
  const legend = useMemo(() => legendOf(options), [options]);
  return frames.length === 0 ? (
    <NoData data={data} />
  ) : (
    <TimeSeries {...{ frames, timeRange, width, height, legend, options }} timeZone="browser">
      {(config, aligned) => <PlotParts {...{ config, frames, options, ...rest }} data={aligned} />}
    </TimeSeries>
  );
}

function isGraphable(frame: DataFrame): boolean {
  const has = (...types: FieldType[]) => frame.fields.some(({ type }) => types.includes(type));
  return frame.length > 0 && has(FieldType.time) && has(FieldType.number, FieldType.enum);
}

interface Props extends Pick<PanelProps, 'marks' | 'options' | 'onZoom'> {
  config: UPlotConfigBuilder;
  data: DataFrame;
  frames: DataFrame[];
}

const sync = () => DashboardCursorSync.Crosshair;

/** The common parts of plots over time: zooming by dragging, a tooltip, and annotations. */
export function PlotParts({ config, data, frames, marks, options, onZoom }: Props) {
  const tooltip = options.tooltip as { mode?: TooltipDisplayMode; sort?: SortOrder } | undefined;
  const { mode = TooltipDisplayMode.Single, sort: sortOrder = SortOrder.None } = tooltip ?? {};
  return (
    <>
      <ZoomPlugin {...{ config, onZoom }} />
      {mode !== TooltipDisplayMode.None && (
        <TooltipPlugin {...{ config, data, frames, mode, sortOrder, sync }} timeZone="browser" />
      )}
      <AnnotationLayer {...{ config, marks }} />
    </>
  );
}

/** Draws annotations on a plot: regions as tinted spans, moments as dashed lines, each with a handle below. */
function AnnotationLayer({ config, marks }: { config: UPlotConfigBuilder; marks: Mark[] }) {
  const { visualization } = useTheme2();
  /** The plot: its width in pixels, and the times of its edges. */
  const [view, setView] = useState<{ over: HTMLElement; width: number; from: number; to: number }>();
  useLayoutEffect(() => {
    config.addHook('draw', ({ over, scales: { x } }) => {
      const next = { over, width: over.clientWidth, from: x.min ?? 0, to: x.max ?? 0 };
      setView((before) => (isEqual(before, next) ? before : next));
    });
  }, [config]);
  if (!view) {
    return null;
  }
  const { over, width: whole, from, to } = view;
  const x = (time: number) => ((time - from) / (to - from)) * whole;
  const drawn = marks.map((mark, i) => {
    const start = x(mark.time);
    const end = mark.isRegion && mark.timeEnd ? x(mark.timeEnd) : start;
    if (end < 0 || start > whole) {
      return null;
    }
    const left = Math.max(0, start);
    const width = Math.min(whole, end) - left;
    const isRegion = width > 6;
    const color = visualization.getColorByName(mark.color ?? 'red');
    const borderLeft = `2px dashed ${color}`;
    const tint = {
      borderLeft,
      borderRight: width > 0 ? borderLeft : '',
      background: colorManipulator.alpha(color, 0.1),
    };
    return (
      <React.Fragment key={mark.id || i}>
        <div className={SPAN} style={{ left, width, ...tint }} />
        <Tooltip content={<Story {...mark} />} interactive>
          <button
            type="button"
            className={isRegion ? REGION : MOMENT}
            style={isRegion ? { left, width, background: color } : { left: left - 5, borderBottomColor: color }}
            aria-label={`Annotation: ${mark.title ?? mark.text ?? ''}`}
            data-testid="data-testid annotation-marker"
          />
        </Tooltip>
      </React.Fragment>
    );
  });
  return createPortal(drawn, over);
}

/** The content of the tooltip. */
function Story({ time, timeEnd, isRegion, title, text, tags = [] }: Mark) {
  const ends = isRegion && timeEnd ? [time, timeEnd] : [time];
  return (
    <div className={css({ maxWidth: 340, overflowWrap: 'anywhere' })}>
      <div>{ends.map((at) => dateTimeFormat(at)).join(' – ')}</div>
      {title && <strong dangerouslySetInnerHTML={{ __html: textUtil.sanitize(title) }} />}
      {text && <div dangerouslySetInnerHTML={{ __html: textUtil.sanitize(text) }} />}
      <TagList tags={tags} />
    </div>
  );
}

const SPAN = css({ position: 'absolute', top: 0, bottom: 0, pointerEvents: 'none' });
const HANDLE = { position: 'absolute', padding: 0, border: 'none' } as const;
const REGION = css({ ...HANDLE, bottom: -5, height: 5, borderRadius: 2 });
/** A triangle. */
const TRIANGLE = { width: 0, height: 0, background: 'none', border: 'solid 5px transparent', borderTop: 'none' };
const MOMENT = css({ ...HANDLE, bottom: -6, ...TRIANGLE, borderBottomWidth: 6 });
