import { type DataFrame, type FieldConfigSource, type PanelData, type ScopedVars, type TimeRange } from '@grafana/data';
import { Box, Text } from '@grafana/ui';
import React, { useLayoutEffect, useRef, useState } from 'react';
import { type Mark } from '../annotations/events';

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
  onZoom: (from: number, to: number) => void;
}

/** The time zone of the page. */
export const TIME_ZONE = 'browser';

/** A panel without data: the reason, if an error or a notice has one. */
export function NoData({ data, text = 'No data' }: { data: PanelData; text?: string }) {
  const message = errorsOf(data).find(Boolean);
  const notice = data.series.flatMap((frame) => frame.meta?.notices ?? [])[0]?.text;
  return (
    <Box height="100%" width="100%" display="flex" alignItems="center" justifyContent="center" padding={2}>
      <Text textAlignment="center" color="secondary">
        {message ?? notice ?? text}
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
  const [size, setSize] = useState({ width: 0, height: 0 });
  const [visible, setVisible] = useState(false);
  useLayoutEffect(() => {
    const node = ref.current as HTMLDivElement;
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
  }, []);
  return { ref, ...size, visible };
}
