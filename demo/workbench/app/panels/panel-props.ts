import { type DataFrame, type FieldConfigSource, type PanelData, type ScopedVars, type TimeRange } from '@grafana/data';
import { type Mark } from '../annotations/events';

/** What every way of drawing is given. */
export interface PanelProps {
  data: PanelData;
  /** The frames with the panel's field options applied. */
  frames: DataFrame[];
  marks: Mark[];
  width: number;
  height: number;
  timeRange: TimeRange;
  timeZone: string;
  options: Record<string, unknown>;
  fieldConfig: FieldConfigSource;
  scopedVars: ScopedVars;
  onZoom: (from: number, to: number) => void;
  /** "Filter for" (`=`) and "filter out" (`!=`) of a table's cell or a log line's label. */
  onFilter?: (key: string, operator: string, value: string) => void;
}
