import {
  type FieldDisplay,
  getFieldDisplayValues,
  type GrafanaTheme2,
  type ReduceDataOptions,
  VizOrientation,
} from '@grafana/data';
import {
  BarGauge,
  BarGaugeDisplayMode,
  BigValue,
  BigValueColorMode,
  BigValueGraphMode,
  BigValueTextMode,
  useTheme2,
  VizRepeater,
  type VizRepeaterRenderValueProps,
} from '@grafana/ui';
import { getTemplateSrv } from '@grafana/runtime';
import React from 'react';
import { type PanelProps } from './panel-props';

/** One number per series or row: big (`stat`) or as bars (`bargauge`); where there is none, as in Grafana, the panel's text for it. */
export function StatPanel({ type, ...props }: PanelProps & { type: string }) {
  const { data, frames, width, height, options, fieldConfig, timeZone, scopedVars } = props;
  const theme = useTheme2();
  const reduceOptions = { calcs: ['lastNotNull'], ...(options.reduceOptions as Partial<ReduceDataOptions>) };
  const read = () =>
    getFieldDisplayValues({
      fieldConfig,
      reduceOptions,
      replaceVariables: (text, own, format) => getTemplateSrv().replace(text, { ...scopedVars, ...own }, format),
      theme,
      data: frames,
      sparkline: type === 'stat' && options.graphMode !== 'none',
      timeZone,
    });
  const stated = options.orientation as VizOrientation | undefined;
  const orientation =
    stated && stated !== VizOrientation.Auto
      ? stated
      : width > height
        ? VizOrientation.Vertical
        : VizOrientation.Horizontal;
  return (
    <VizRepeater
      getValues={read}
      renderValue={type === 'bargauge' ? bar(options, theme) : big(options, theme)}
      width={width}
      height={height}
      source={data}
      itemSpacing={8}
      renderCounter={0}
      autoGrid={orientation === VizOrientation.Vertical && type === 'stat'}
      orientation={orientation}
    />
  );
}

function big(options: PanelProps['options'], theme: GrafanaTheme2) {
  return function renderValue({ value, width, height, count }: VizRepeaterRenderValueProps<FieldDisplay>) {
    return (
      <BigValue
        value={value.display}
        count={count}
        width={width}
        height={height}
        sparkline={value.sparkline}
        colorMode={(options.colorMode as BigValueColorMode) ?? BigValueColorMode.Value}
        graphMode={(options.graphMode as BigValueGraphMode) ?? BigValueGraphMode.Area}
        textMode={(options.textMode as BigValueTextMode) ?? BigValueTextMode.Auto}
        theme={theme}
      />
    );
  };
}

function bar(options: PanelProps['options'], theme: GrafanaTheme2) {
  return function renderBar({ value, width, height, orientation }: VizRepeaterRenderValueProps<FieldDisplay>) {
    return (
      <BarGauge
        value={value.display}
        field={value.field}
        display={value.view?.getFieldDisplayProcessor(value.colIndex ?? 0)}
        width={width}
        height={height}
        orientation={orientation}
        theme={theme}
        displayMode={(options.displayMode as BarGaugeDisplayMode) ?? BarGaugeDisplayMode.Gradient}
        itemSpacing={8}
        lcdCellWidth={12}
      />
    );
  };
}
