import {
  type AnnotationQuery,
  type DataQuery,
  type DataTransformerConfig,
  type FieldConfigSource,
} from '@grafana/data';
import { type StoredVariable } from '../variables/variables';

/** A dashboard as Grafana stores it, limited to what the workbench reads. */
export interface DashboardJson {
  uid: string;
  title: string;
  refresh?: string | false;
  time?: { from: string; to: string };
  templating?: { list?: StoredVariable[] };
  annotations?: { list?: AnnotationQuery[] };
  links?: Array<{ title: string; tooltip?: string; url?: string; keepTime?: boolean }>;
  panels?: PanelJson[];
}

export interface PanelJson {
  id: number;
  type: string;
  title?: string;
  description?: string;
  gridPos: { x: number; y: number; w: number; h: number };
  datasource?: { type?: string; uid?: string } | null;
  targets?: DataQuery[];
  options?: Record<string, unknown>;
  fieldConfig?: FieldConfigSource;
  transformations?: DataTransformerConfig[];
  maxDataPoints?: number | null;
  interval?: string | null;
  /** Instead of the dashboard's range: this long until now, such as `90d`. */
  timeFrom?: string;
  repeat?: string;
  maxPerRow?: number;
  /** The panels of a collapsed row. */
  panels?: PanelJson[];
}
