import { type PanelData } from '@grafana/data';
import { Box, Text } from '@grafana/ui';
import React from 'react';

/** What stands in a panel that has nothing to draw: why, where somebody said. */
export function NoData({ data, text = 'No data' }: { data: PanelData; text?: string }) {
  const errors = data.errors ?? (data.error ? [data.error] : []);
  const message = errors.map(({ message: said }) => said).find(Boolean);
  const notice = data.series.flatMap((frame) => frame.meta?.notices ?? [])[0]?.text;
  return (
    <Box height="100%" width="100%" display="flex" alignItems="center" justifyContent="center" padding={2}>
      <Text textAlignment="center" color="secondary">
        {message ?? notice ?? text}
      </Text>
    </Box>
  );
}
