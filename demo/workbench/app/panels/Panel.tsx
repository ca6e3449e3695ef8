import { FieldType } from '@grafana/data';
import React from 'react';
import { LogsPanel } from './LogsPanel';
import { NoData } from './NoData';
import { type PanelProps } from './panel-props';
import { StatesPanel } from './StatesPanel';
import { StatPanel } from './StatPanel';
import { TablePanel } from './TablePanel';
import { TextPanel } from './TextPanel';
import { TimeSeriesPanel } from './TimeSeriesPanel';

/** Draws data the way a panel's type says. */
export function Panel({ type, ...props }: PanelProps & { type: string }) {
  switch (type) {
    case 'timeseries':
    case 'graph':
      return <TimeSeriesPanel {...props} />;
    case 'table':
      return <TablePanel {...props} />;
    case 'stat':
    case 'gauge':
    case 'bargauge':
      return <StatPanel type={type} {...props} />;
    case 'state-timeline':
    case 'status-history':
      return <StatesPanel {...props} />;
    case 'logs':
      return <LogsPanel {...props} />;
    case 'text':
      return <TextPanel {...props} />;
    case 'barchart':
      return props.frames.some(({ fields }) => fields.some((field) => field.type === FieldType.time)) ? (
        <TimeSeriesPanel {...props} />
      ) : (
        <TablePanel {...props} />
      );
    default:
      return <NoData data={props.data} text={`The workbench does not draw panels of type "${type}"`} />;
  }
}
