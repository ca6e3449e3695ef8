import {
  type DisplayValueAlignmentFactors,
  type FieldDisplay,
  getDisplayValueAlignmentFactors,
  getFieldDisplayValues,
  type ReduceDataOptions,
  VizOrientation,
} from '@grafana/data';
import { getTemplateSrv } from '@grafana/runtime';
import {
  BigValue,
  BigValueColorMode,
  BigValueGraphMode,
  type BigValueTextMode,
  useTheme2,
  VizRepeater,
} from '@grafana/ui';
import React from 'react';
import { type PanelProps, TIME_ZONE } from './shared';

interface Options {
  reduceOptions?: Partial<ReduceDataOptions>;
  orientation?: VizOrientation;
  colorMode?: BigValueColorMode;
  graphMode?: BigValueGraphMode;
  textMode?: BigValueTextMode;
}

/** One big number per series or row; without any, as in Grafana, the panel's text for "no value". */
export function StatPanel({ data, frames, width, height, options, fieldConfig, scopedVars }: PanelProps) {
  const theme = useTheme2();
  const { reduceOptions, orientation, colorMode, graphMode, textMode } = options as Options;
  const isAcross = orientation === VizOrientation.Vertical || (orientation !== 'horizontal' && width > height);
  return (
    <VizRepeater<FieldDisplay, DisplayValueAlignmentFactors>
      getValues={() =>
        getFieldDisplayValues({
          fieldConfig,
          reduceOptions: { calcs: ['lastNotNull'], ...reduceOptions },
          replaceVariables: (text, own, format) => getTemplateSrv().replace(text, { ...scopedVars, ...own }, format),
          theme,
          data: frames,
          sparkline: graphMode !== BigValueGraphMode.None,
          timeZone: TIME_ZONE,
        })
      }
      getAlignmentFactors={getDisplayValueAlignmentFactors}
      renderValue={({ value: { display, sparkline }, alignmentFactors, ...place }) => (
        <BigValue
          alignmentFactors={alignmentFactors}
          {...{ value: display, sparkline, textMode, theme }}
          colorMode={colorMode ?? BigValueColorMode.Value}
          graphMode={graphMode ?? BigValueGraphMode.Area}
          width={place.width}
          height={place.height}
          count={place.count}
        />
      )}
      width={width}
      height={height}
      source={data}
      itemSpacing={8}
      renderCounter={0}
      autoGrid={isAcross}
      orientation={isAcross ? VizOrientation.Vertical : VizOrientation.Horizontal}
    />
  );
}
