import {
  type AnnotationQuery,
  type DataLink,
  type DataQuery,
  type DataTransformerConfig,
  type FieldConfigSource,
} from '@grafana/data';
import { type Variable } from '../templates/variables';

/** A dashboard as Grafana stores it; only what the workbench reads. */
export interface DashboardJson {
  uid: string;
  title: string;
  description?: string;
  tags?: string[];
  refresh?: string | false;
  time?: { from: string; to: string };
  timezone?: string;
  graphTooltip?: number;
  templating?: { list?: StoredVariable[] };
  annotations?: { list?: AnnotationQuery[] };
  links?: DashboardLink[];
  panels?: PanelJson[];
}

export interface PanelJson {
  id?: number;
  type: string;
  title?: string;
  description?: string;
  transparent?: boolean;
  gridPos: { x: number; y: number; w: number; h: number };
  datasource?: { type?: string; uid?: string } | string | null;
  targets?: DataQuery[];
  options?: Record<string, unknown>;
  fieldConfig?: FieldConfigSource;
  transformations?: DataTransformerConfig[];
  maxDataPoints?: number | null;
  interval?: string | null;
  links?: DataLink[];
  repeat?: string;
  repeatDirection?: 'h' | 'v';
  maxPerRow?: number;
  collapsed?: boolean;
  panels?: PanelJson[];
  timeFrom?: string | null;
  timeShift?: string | null;
}

export interface DashboardLink {
  type: 'link' | 'dashboards';
  title: string;
  icon?: string;
  tooltip?: string;
  url?: string;
  tags?: string[];
  asDropdown?: boolean;
  includeVars?: boolean;
  keepTime?: boolean;
  targetBlank?: boolean;
}

export type StoredVariable = Partial<Omit<Variable, 'type' | 'datasource'>> & {
  type: string;
  name: string;
  datasource?: { type?: string; uid?: string } | string | null;
  [field: string]: unknown;
};

/** An entry in the list of dashboards. */
export interface DashboardEntry {
  uid: string;
  title: string;
  description?: string;
  tags: string[];
}
