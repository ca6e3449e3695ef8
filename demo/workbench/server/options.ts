import path from 'node:path';

export interface WorkbenchOptions {
  /** Default 3400, the next free one where it is in use; 0: any free one. */
  port?: number;
  strictPort?: boolean;
  /** The service's base address. */
  serviceUrl?: string;
  accessToken?: string;
  /** How far back the dashboard "Corridors" looks, and how many metrics it shows. */
  span?: string;
  metrics?: number;
  /** Which Grafana's packages the page is built with, such as `13.2`; default: the project's own. */
  grafana?: string;
  /** In front of every address, such as `/grafana`. */
  prefix?: string;
  /** The content security policy of every answer. */
  policy?: string;
  /** The project's folder. */
  root?: string;
}

export const DEFAULTS = {
  port: 3400,
  serviceUrl: 'http://127.0.0.1:9400',
  accessToken: 'demo-token',
  span: '24h',
  metrics: 6,
  grafana: '12.4',
  prefix: '',
  policy: '',
  root: path.resolve(__dirname, '../../..'),
};
