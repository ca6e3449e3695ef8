import { setBackendSrv } from '@grafana/runtime';
import { type AnomalyQuery } from '../../src/ground/query';
import { type Request } from '../../src/table/runner';
import { oddData } from './oddService';
import { panelOf, type PanelOptions } from './panel';
import { WholeService } from './wholeService';

/** A panel with odd metric data, and without alerts. Needs jest's fake timers, set to `now`. */
export function oddPanel(now: number, options: PanelOptions = {}) {
  const panel = panelOf(options);
  const service = new WholeService();
  service.body = (call) => (call.operation.includes('metrics') ? oddData(call) : []);
  setBackendSrv(service.backend);
  const ask = (
    query: Partial<AnomalyQuery> | Array<Partial<AnomalyQuery>>,
    span: number,
    more: Partial<Request> = {}
  ) => panel.ask(query, { from: now - span, to: now }, more).answer();
  return { ...panel, service, ask };
}
