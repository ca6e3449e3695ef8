import {
  type AnnotationQuery,
  type DataQuery,
  type DataTransformerConfig,
  type FieldConfigSource,
} from '@grafana/data';
import { type Variable } from '../templates/variables';

/** A dashboard as Grafana stores it, limited to what the workbench reads. */
export interface DashboardJson {
  uid: string;
  title: string;
  refresh?: string | false;
  time?: { from: string; to: string };
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
  gridPos: { x: number; y: number; w: number; h: number };
  datasource?: { type?: string; uid?: string } | string | null;
  targets?: DataQuery[];
  options?: Record<string, unknown>;
  fieldConfig?: FieldConfigSource;
  transformations?: DataTransformerConfig[];
  maxDataPoints?: number | null;
  interval?: string | null;
  repeat?: string;
  maxPerRow?: number;
  /** The panels of a collapsed row. */
  panels?: PanelJson[];
}

export interface DashboardLink {
  title: string;
  tooltip?: string;
  url?: string;
  includeVars?: boolean;
  keepTime?: boolean;
}

export type StoredVariable = Partial<Omit<Variable, 'type' | 'datasource'>> & {
  type: string;
  name: string;
  datasource?: { type?: string; uid?: string } | string | null;
  [field: string]: unknown;
};
