import { type DataFrame, type FieldConfigSource, type PanelData, type ScopedVars, type TimeRange } from '@grafana/data';
import { LegendDisplayMode, type VizLegendOptions } from '@grafana/schema';
import { Box, Text } from '@grafana/ui';
import { isEqual } from 'lodash';
import React, { useLayoutEffect, useRef, useState } from 'react';
import { type Mark } from '../dashboard/annotations';

/** The properties of all panel types. */
export interface PanelProps {
  data: PanelData;
  /** The frames with the panel's field options applied. */
  frames: DataFrame[];
  marks: Mark[];
  width: number;
  height: number;
  timeRange: TimeRange;
  options: Record<string, unknown>;
  fieldConfig: FieldConfigSource;
  scopedVars: ScopedVars;
  onZoom: (range: { from: number; to: number }) => void;
}

/** A panel's legend, on top of Grafana's defaults. */
export function legendOf(options: Record<string, unknown>): VizLegendOptions {
  const { List } = LegendDisplayMode;
  const stored = options.legend as Partial<VizLegendOptions> | undefined;
  return { showLegend: true, displayMode: List, placement: 'bottom', calcs: [], ...stored };
}

/** A panel without data: the reason, if an error or a notice has one. */
export function NoData({ data, text = 'No data' }: { data: PanelData; text?: string }) {
  const notices = data.series.flatMap((frame) => frame.meta?.notices ?? []);
  return (
    <Box height="100%" width="100%" display="flex" alignItems="center" justifyContent="center" padding={2}>
      <Text textAlignment="center" color="secondary">
        {errorsOf(data)[0] ?? notices[0]?.text ?? text}
      </Text>
    </Box>
  );
}

/** The messages of a panel's errors. */
export function errorsOf(data?: PanelData): string[] {
  const errors = data?.errors ?? (data?.error ? [data.error] : []);
  return errors.map(({ message }) => message ?? 'The query failed');
}

/** How far below the window, in pixels, a panel is loaded before it is visible. */
const AHEAD = 200;

/** The size of an element, and whether it has been in view. Both are known when it is first drawn. */
export function useBox() {
  const ref = useRef<HTMLDivElement>(null);
  const [box, setBox] = useState({ width: 0, height: 0, visible: false });
  useLayoutEffect(() => {
    const node = ref.current as HTMLDivElement;
    const look = () => {
      const { clientWidth: width, clientHeight: height } = node;
      const { top, bottom } = node.getBoundingClientRect();
      const isInView = width > 0 && top < window.innerHeight + AHEAD && bottom > -AHEAD;
      setBox((box) => {
        const next = { width, height, visible: box.visible || isInView };
        return isEqual(box, next) ? box : next;
      });
    };
    look();
    const observers = [new ResizeObserver(look), new IntersectionObserver(look, { rootMargin: `${AHEAD}px` })];
    observers.forEach((observer) => observer.observe(node));
    return () => observers.forEach((observer) => observer.disconnect());
  }, []);
  return { ref, ...box };
}
