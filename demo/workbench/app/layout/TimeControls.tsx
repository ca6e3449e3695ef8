import { type TimeRange } from '@grafana/data';
import { RefreshPicker, TimeRangePicker } from '@grafana/ui';
import React from 'react';
import { absolute } from '../dashboard/time';
import { TIME_ZONE } from '../panels/shared';

const INTERVALS = ['5s', '10s', '30s', '1m', '5m', '15m', '30m', '1h'];

interface Props {
  range: TimeRange;
  isLoading: boolean;
  /** The refresh interval. Without it, there is only a button. */
  refresh?: string;
  /** The button's text. */
  text?: string;
  onRange: (range: TimeRange) => void;
  onRefresh: () => void;
  onInterval?: (interval: string) => void;
}

/** The time range with zooming out and moving, and a refresh button. */
export function TimeControls({ range, isLoading, refresh, text, onRange, onRefresh, onInterval }: Props) {
  const [from, to] = [range.from.valueOf(), range.to.valueOf()];
  const half = (to - from) / 2 || 15_000;
  return (
    <>
      <TimeRangePicker
        value={range}
        timeZone={TIME_ZONE}
        isOnCanvas
        onChange={onRange}
        onChangeTimeZone={() => {}}
        onMoveBackward={() => onRange(absolute(from - half, to - half))}
        onMoveForward={() => onRange(absolute(from + half, to + half))}
        onZoom={() => onRange(absolute(from - half, to + half))}
      />
      <RefreshPicker
        isOnCanvas
        noIntervalPicker={!onInterval}
        intervals={INTERVALS}
        value={refresh}
        text={text}
        primary={Boolean(text)}
        tooltip="Refresh"
        isLoading={isLoading}
        onRefresh={onRefresh}
        onIntervalChanged={(interval) => onInterval?.(interval)}
      />
    </>
  );
}
