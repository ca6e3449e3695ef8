import {
  type AnnotationQuery,
  type DataQuery,
  type DataTransformerConfig,
  type FieldConfigSource,
  rangeUtil,
  type TimeRange,
  type UrlQueryMap,
} from '@grafana/data';
import { getBackendSrv, locationService } from '@grafana/runtime';
import { type Dashboard as StoredDashboard, type GridPos, type Panel } from '@grafana/schema';
import { BehaviorSubject, Subject, Subscription, switchMap } from 'rxjs';
import { inAddress, rangeOf } from '../parts/address';
import { readVariables } from '../variables/read-variables';
import { templates } from '../variables/templates';
import { choice, readVariable, type StoredVariable, type Variable } from '../variables/variables';

/** A dashboard as Grafana stores it, limited to what the workbench reads. */
export interface DashboardJson extends Pick<StoredDashboard, 'refresh' | 'time' | 'links'> {
  uid: string;
  title: string;
  templating?: { list?: StoredVariable[] };
  annotations?: { list?: AnnotationQuery[] };
  panels?: PanelJson[];
}

export interface PanelJson extends Omit<Panel, 'targets' | 'fieldConfig' | 'transformations'> {
  id: number;
  gridPos: GridPos;
  targets?: DataQuery[];
  fieldConfig?: FieldConfigSource;
  transformations?: DataTransformerConfig[];
  /** The panels of a collapsed row. */
  panels?: PanelJson[];
}

/** The state that panels use. A new `revision` makes every panel run again. */
export interface DashboardState {
  range: TimeRange;
  refresh: string;
  revision: number;
  variables: Variable[];
  /** Variables that are still to be read. Panels wait for those that they use, since their queries would run twice. */
  pending: readonly string[];
}

/** A dashboard on screen: its time range, variables, and refreshing, stored in the address. */
export class Dashboard {
  readonly state: BehaviorSubject<DashboardState>;
  private readonly reading = new Subject<string | undefined>();
  private readonly subscriptions = new Subscription();
  private timer?: ReturnType<typeof setInterval>;
  private written = '';

  constructor(
    readonly json: DashboardJson,
    address: UrlQueryMap
  ) {
    const { from, to } = { from: 'now-6h', to: 'now', ...json.time, ...address };
    this.state = new BehaviorSubject<DashboardState>({
      range: rangeOf(String(from), String(to)),
      refresh: String(address.refresh ?? (json.refresh || '')),
      revision: 0,
      variables: (json.templating?.list ?? []).map((variable) => readVariable(variable, address)),
      pending: [],
    });
    this.subscriptions.add(
      this.reading
        .pipe(switchMap((changed) => readVariables(this.state.value.pending, this, this.range, changed)))
        .subscribe((pending) => this.change({ pending }))
    );
    this.read();
    this.startTimer();
  }

  get(name: string): Variable {
    return this.state.value.variables.find((one) => one.name === name) as Variable;
  }

  set(name: string, changes: Partial<Variable>) {
    const { variables } = this.state.value;
    this.change({ variables: variables.map((one) => (one.name === name ? { ...one, ...changes } : one)) });
  }

  get range(): TimeRange {
    return this.state.value.range;
  }

  setRange(range: TimeRange) {
    this.change({ range });
    this.write(inAddress(range));
    this.read();
  }

  /** Evaluates a relative range again, and runs every panel. */
  refresh() {
    this.change({ range: rangeUtil.convertRawToRange(this.range.raw) });
    this.read();
  }

  setRefresh(refresh: string) {
    this.change({ refresh });
    this.write({ refresh: refresh || null });
    this.startTimer();
  }

  choose(variable: Variable, values: string[]) {
    this.set(variable.name, { current: choice(variable, values) });
    this.write({ [`var-${variable.name}`]: values.length === 0 ? '' : values });
    this.read(variable.name);
  }

  /** Whether the dashboard itself wrote this address last. */
  wrote(search: string): boolean {
    return search === this.written;
  }

  destroy() {
    clearInterval(this.timer);
    this.subscriptions.unsubscribe();
  }

  private startTimer() {
    const { refresh } = this.state.value;
    clearInterval(this.timer);
    this.timer = refresh ? setInterval(() => this.refresh(), rangeUtil.intervalToMs(refresh)) : undefined;
  }

  private read(changed?: string) {
    const { revision, variables } = this.state.value;
    this.change({ revision: revision + 1, pending: variables.map(({ name }) => name) });
    this.reading.next(changed);
  }

  private change(changes: Partial<DashboardState>) {
    const state = { ...this.state.value, ...changes };
    templates.use(state.variables, state.range);
    this.state.next(state);
  }

  private write(values: UrlQueryMap) {
    locationService.partial(values, false);
    this.written = locationService.getLocation().search;
  }
}

export async function loadDashboard(uid: string, address: UrlQueryMap): Promise<Dashboard> {
  const { dashboard } = await getBackendSrv().get(`/api/dashboards/uid/${encodeURIComponent(uid)}`);
  return new Dashboard(dashboard, address);
}
