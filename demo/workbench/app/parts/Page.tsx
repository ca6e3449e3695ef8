import { type TimeRange } from '@grafana/data';
import { Box, RefreshPicker, Stack, Text, TimeRangePicker } from '@grafana/ui';
import React, { type ComponentProps, type ReactNode, useEffect } from 'react';
import { absolute } from './address';

interface Props extends Partial<ComponentProps<typeof RefreshPicker>> {
  title: string;
  range: TimeRange;
  /** In front of the time range. */
  links?: ReactNode;
  children: ReactNode;
  onRange: (range: TimeRange) => void;
  onRefresh: () => void;
}

/** A page: its title, its time range with zooming out and moving, a refresh button, and its content below. */
export function Page({ title, range, links, children, onRange, ...refresh }: Props) {
  useEffect(() => {
    document.title = `${title} - Anomaly Monitoring workbench`;
  }, [title]);
  const [from, to] = [range.from.valueOf(), range.to.valueOf()];
  const half = (to - from) / 2 || 15_000;
  const move = (start: number, end: number) => () => onRange(absolute(start, end));
  return (
    <Box element="main" padding={2}>
      <Stack direction="column" gap={1}>
        <Stack wrap="wrap" gap={1} alignItems="center" justifyContent="space-between">
          <Text element="h1" variant="h4">
            {title}
          </Text>
          <Stack wrap="wrap" gap={1}>
            {links}
            <TimeRangePicker
              value={range}
              timeZone="browser"
              isOnCanvas
              onChange={onRange}
              onChangeTimeZone={() => {}}
              onMoveBackward={move(from - half, to - half)}
              onMoveForward={move(from + half, to + half)}
              onZoom={move(from - half, to + half)}
            />
            <RefreshPicker
              isOnCanvas
              noIntervalPicker={!refresh.onIntervalChanged}
              tooltip="Refresh"
              onIntervalChanged={() => {}}
              {...refresh}
            />
          </Stack>
        </Stack>
        {children}
      </Stack>
    </Box>
  );
}
