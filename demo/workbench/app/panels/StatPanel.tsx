import { getFieldDisplayValues, type ReduceDataOptions } from '@grafana/data';
import { getTemplateSrv } from '@grafana/runtime';
import { BigValue, BigValueColorMode, BigValueGraphMode, Stack, useTheme2 } from '@grafana/ui';
import React, { type ComponentProps } from 'react';
import { type PanelProps } from './shared';

type Options = Partial<ComponentProps<typeof BigValue>> & { reduceOptions?: Partial<ReduceDataOptions> };

/** One large number per series or row, side by side. Without any, the panel's text for "no value", as in Grafana. */
export function StatPanel({ frames, width, height, options, fieldConfig, scopedVars }: PanelProps) {
  const theme = useTheme2();
  const { reduceOptions, ...look } = options as Options;
  const { colorMode = BigValueColorMode.Value, graphMode = BigValueGraphMode.Area, textMode, justifyMode, text } = look;
  const values = getFieldDisplayValues({
    fieldConfig,
    reduceOptions: { calcs: ['lastNotNull'], ...reduceOptions },
    replaceVariables: (text, own, format) => getTemplateSrv().replace(text, { ...scopedVars, ...own }, format),
    theme,
    data: frames,
    sparkline: graphMode !== BigValueGraphMode.None,
    timeZone: 'browser',
  });
  return (
    <Stack gap={1}>
      {values.map(({ display, sparkline }, i) => (
        <BigValue
          key={i}
          {...{ value: display, sparkline, textMode, justifyMode, text, colorMode, graphMode, theme, height }}
          width={width / values.length - 8}
          count={values.length}
        />
      ))}
    </Stack>
  );
}
