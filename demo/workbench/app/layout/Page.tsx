import { Box, Stack, Text } from '@grafana/ui';
import React, { type ReactNode, useEffect } from 'react';

interface Props {
  title: string;
  /** Next to the title. */
  controls?: ReactNode;
  children: ReactNode;
}

/** A page: its title, its controls, and its content below. */
export function Page({ title, controls, children }: Props) {
  useEffect(() => {
    document.title = `${title} - Anomaly Monitoring workbench`;
  }, [title]);
  return (
    <Box element="main" padding={2}>
      <Stack direction="column" gap={1}>
        <Stack wrap="wrap" gap={1} alignItems="center" justifyContent="space-between">
          <Text element="h1" variant="h4">
            {title}
          </Text>
          <Stack wrap="wrap" gap={1}>
            {controls}
          </Stack>
        </Stack>
        {children}
      </Stack>
    </Box>
  );
}
