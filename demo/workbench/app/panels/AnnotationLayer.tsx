import { colorManipulator } from '@grafana/data';
import { type UPlotConfigBuilder, useTheme2 } from '@grafana/ui';
import { isEqual } from 'lodash';
import React, { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type uPlot from 'uplot';
import { type Mark } from '../annotations/events';
import { AnnotationMarker } from './AnnotationMarker';

interface Props {
  config: UPlotConfigBuilder;
  marks: Mark[];
}

/** Where the plot stands: pixels of its width, times of its edges. */
interface View {
  over: HTMLElement;
  width: number;
  from: number;
  to: number;
}

/** Draws annotations over a plot: regions as tinted spans, moments as dashed lines, each with a handle below. */
export function AnnotationLayer({ config, marks }: Props) {
  const theme = useTheme2();
  const plot = useRef<uPlot>();
  const painted = useRef<Mark[]>([]);
  const [view, setView] = useState<View>();
  const colored = useMemo(
    () => marks.map((mark) => ({ ...mark, color: theme.visualization.getColorByName(mark.color ?? 'red') })),
    [marks, theme]
  );

  useLayoutEffect(() => {
    config.addHook('init', (u) => {
      plot.current = u;
    });
    config.addHook('draw', (u) => {
      painted.current.forEach((mark) => paint(u, mark));
      const { min = 0, max = 0 } = u.scales.x;
      const next = { over: u.over, width: u.over.clientWidth, from: min, to: max };
      setView((before) => (isEqual(before, next) ? before : next));
    });
  }, [config]);

  useLayoutEffect(() => {
    painted.current = colored;
    plot.current?.redraw(false);
  }, [colored]);

  return view ? createPortal(<Handles marks={colored} view={view} />, view.over) : null;
}

function Handles({ marks, view: { width, from, to } }: { marks: Mark[]; view: View }) {
  const x = (time: number) => ((time - from) / (to - from)) * width;
  return (
    <>
      {marks.map((mark, i) => {
        const left = x(mark.time);
        const right = mark.isRegion && mark.timeEnd !== undefined ? x(mark.timeEnd) : left;
        return right < 0 || left > width ? null : (
          <AnnotationMarker key={mark.id ?? i} mark={mark} left={Math.max(0, left)} right={Math.min(width, right)} />
        );
      })}
    </>
  );
}

function paint(u: uPlot, mark: Mark) {
  const { ctx, bbox } = u;
  const from = u.valToPos(mark.time, 'x', true);
  const to = mark.isRegion && mark.timeEnd !== undefined ? u.valToPos(mark.timeEnd, 'x', true) : from;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  ctx.lineWidth = 2;
  ctx.setLineDash([5, 5]);
  ctx.strokeStyle = mark.color;
  for (const x of to === from ? [from] : [from, to]) {
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
  }
  if (to > from) {
    ctx.fillStyle = colorManipulator.alpha(mark.color, 0.1);
    ctx.fillRect(from, bbox.top, to - from, bbox.height);
  }
  ctx.restore();
}
