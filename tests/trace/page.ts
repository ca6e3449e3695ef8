import { dateMath, dateTime as moment, type DataQueryResponse } from '@grafana/data';
import { setBackendSrv, setTemplateSrv } from '@grafana/runtime';
import { AnomalyDataSource } from '../../src/datasource';
import { type StoredSettings } from '../../src/ground/settings';
import { Asked, instanceSettings, requestOf, templateService, type Variable } from '../support/panel';
import { WholeService } from '../support/wholeService';
import { type Filter, type Shown } from './steps';

/** What a dashboard's panels share: its time range, as written, and its ad hoc filters. */
export interface Board {
  from: string;
  to: string;
  filters?: Filter[];
}

interface Panel extends Shown {
  asked?: Asked;
}

const services = new Set<WholeService>();

/** A data source's requests go to its own service, so that a page and its fresh copies can run at once. */
export function connect(variables: Record<string, Variable> = {}) {
  services.clear();
  const fetch = (request: { url: string }) => {
    const service = [...services].find(({ base }) => request.url.startsWith(`${base}/`));
    if (!service) {
      throw new Error(`no service at ${request.url}`);
    }
    return service.backend.fetch(request);
  };
  setTemplateSrv(templateService(variables));
  setBackendSrv({ fetch } as unknown as Parameters<typeof setBackendSrv>[0]);
}

/** A dashboard with a data source of its own. */
export class Page {
  readonly panels = new Map<number, Panel>();
  readonly service: WholeService;
  readonly dataSource: AnomalyDataSource;
  /** Whether it has read more of an alert's events than titles need. */
  hasReadDeep = false;

  constructor(name: string, jsonData: StoredSettings) {
    this.service = new WholeService(`/api/datasources/proxy/uid/${name}`);
    services.add(this.service);
    this.dataSource = new AnomalyDataSource({ ...instanceSettings(jsonData), url: this.service.base });
  }

  ask(id: number, board: Board) {
    const panel = this.panels.get(id);
    if (!panel) {
      return;
    }
    panel.asked?.leave();
    const [from, to] = ends(board);
    const { query, more = [], inExplore } = panel;
    const place = { app: inExplore ? 'explore' : 'dashboard', panelId: id };
    const request = requestOf(
      [query, ...more],
      { from, to },
      { ...place, requestId: `Q${id}`, filters: board.filters }
    );
    request.range = { from: moment(from), to: moment(to), raw: { from: board.from, to: board.to } };
    panel.asked = new Asked(this.dataSource, request);
  }

  askAll(board: Board) {
    this.panels.forEach((_, id) => this.ask(id, board));
  }

  close(id: number) {
    this.panels.get(id)?.asked?.leave();
    this.panels.delete(id);
  }

  leave() {
    [...this.panels.keys()].forEach((id) => this.close(id));
  }

  get isDone(): boolean {
    return [...this.panels.values()].every(({ asked }) => asked?.finished);
  }

  answer(id: number): DataQueryResponse | undefined {
    return this.panels.get(id)?.asked?.packets.at(-1);
  }

  /** From now on, none of its requests are sent. */
  forgotten() {
    services.delete(this.service);
  }
}

/** The ends of a time range now, in epoch milliseconds. */
export function ends({ from, to }: Board): [from: number, to: number] {
  return [momentOf(from, false), momentOf(to, true)];
}

function momentOf(text: string, isEnd: boolean): number {
  return dateMath.parse(text, isEnd)?.valueOf() ?? NaN;
}
