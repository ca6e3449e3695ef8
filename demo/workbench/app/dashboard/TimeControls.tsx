import { RefreshPicker, TimeRangePicker } from '@grafana/ui';
import React from 'react';
import { useObservable } from '../layout/use-observable';
import { type Dashboard } from './dashboard';

const INTERVALS = ['5s', '10s', '30s', '1m', '5m', '15m', '30m', '1h'];
const ignore = () => {};

/** The time range, zooming out, and refreshing. */
export function TimeControls({ dashboard }: { dashboard: Dashboard }) {
  const { range, refresh, settled } = useObservable(dashboard.state);
  return (
    <>
      <TimeRangePicker
        value={range}
        timeZone="browser"
        isOnCanvas
        onChange={(chosen) => dashboard.setRange(chosen)}
        onChangeTimeZone={ignore}
        onMoveBackward={() => dashboard.move(-1)}
        onMoveForward={() => dashboard.move(1)}
        onZoom={() => dashboard.zoomOut()}
      />
      <RefreshPicker
        isOnCanvas
        intervals={INTERVALS}
        value={refresh}
        isLoading={!settled}
        tooltip="Refresh"
        onRefresh={() => dashboard.refresh()}
        onIntervalChanged={(interval) => dashboard.setRefresh(interval)}
      />
    </>
  );
}
