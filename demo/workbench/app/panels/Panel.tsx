import React from 'react';
import { NoData, type PanelProps } from './shared';
import { StatesPanel } from './StatesPanel';
import { StatPanel } from './StatPanel';
import { TablePanel } from './TablePanel';
import { TimeSeriesPanel } from './TimeSeriesPanel';

/** Draws data with the panel's type. `@grafana/ui` has no bars by category. */
export function Panel({ type, ...props }: PanelProps & { type: string }) {
  switch (type) {
    case 'timeseries':
      return <TimeSeriesPanel {...props} />;
    case 'table':
      return <TablePanel {...props} />;
    case 'stat':
      return <StatPanel {...props} />;
    case 'state-timeline':
      return <StatesPanel {...props} />;
    default:
      return <NoData data={props.data} text={`The workbench does not draw panels of type "${type}"`} />;
  }
}
