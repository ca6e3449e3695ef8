import { type AnnotationQuery, rangeUtil, type TimeRange, type UrlQueryMap } from '@grafana/data';
import { getBackendSrv, locationService } from '@grafana/runtime';
import { BehaviorSubject, finalize, Subject, Subscription, switchMap } from 'rxjs';
import { templates } from '../templates/service';
import { urlValue } from '../templates/variables';
import { type DashboardJson } from './model';
import { again, rangeForAddress, rangeInAddress } from './time';
import { readVariable } from './variable-read';
import { VariableSet } from './variable-set';

/** The state that panels use. A new `revision` makes every panel run again. */
export interface DashboardState {
  range: TimeRange;
  refresh: string;
  revision: number;
  /** False while variables are loading. */
  settled: boolean;
  /** The names of annotations that are switched off. */
  off: ReadonlySet<string>;
  /** Variables that are still to be read. Panels wait for those that they use, since their queries would run twice. */
  pending: readonly string[];
}

/** A dashboard on screen: its time range, variables, and refreshing, stored in the address. */
export class Dashboard {
  readonly state: BehaviorSubject<DashboardState>;
  readonly variables: VariableSet;
  /** Without Grafana's own. */
  readonly annotations: AnnotationQuery[];
  private readonly reading = new Subject<string | undefined>();
  private readonly subscriptions = new Subscription();
  private timer?: ReturnType<typeof setInterval>;
  private written = '';

  constructor(
    readonly json: DashboardJson,
    address: UrlQueryMap
  ) {
    const stored = json.templating?.list ?? [];
    this.variables = new VariableSet(
      stored.map((variable) => readVariable(variable, address)),
      stored.map(({ name }) => name).filter((name) => address[`var-${name}`] !== undefined)
    );
    this.annotations = (json.annotations?.list ?? []).filter(({ datasource }) => datasource?.uid !== '-- Grafana --');
    const off = new Set(this.annotations.flatMap(({ name, enable }) => (enable ? [] : [name])));
    const range = rangeInAddress(address, json.time ?? { from: 'now-6h', to: 'now' });
    const refresh = typeof address.refresh === 'string' ? address.refresh : json.refresh || '';
    const pending = stored.map(({ name }) => name);
    this.state = new BehaviorSubject<DashboardState>({ range, refresh, off, revision: 0, settled: false, pending });
    this.publish();
    this.subscriptions.add(this.variables.list.subscribe(() => this.publish()));
    this.subscriptions.add(
      this.reading
        .pipe(switchMap((changed) => this.variables.run(this.range, changed).pipe(finalize(() => this.settle()))))
        .subscribe((pending) => this.change({ pending }))
    );
    this.read();
    this.setRefresh(refresh, false);
  }

  get range(): TimeRange {
    return this.state.value.range;
  }

  setRange(range: TimeRange) {
    this.change({ range });
    this.write(rangeForAddress(range.raw));
    this.read();
  }

  /** Evaluates a relative range again, and runs every panel. */
  refresh() {
    this.change({ range: again(this.range) });
    this.read();
  }

  setRefresh(refresh: string, write = true) {
    clearInterval(this.timer);
    if (refresh) {
      this.timer = setInterval(() => this.refresh(), rangeUtil.intervalToMs(refresh));
    }
    this.change({ refresh });
    if (write) {
      this.write({ refresh: refresh || null });
    }
  }

  choose(name: string, values: string[]) {
    this.variables.choose(name, values);
    this.write({ [`var-${name}`]: values.length === 0 ? '' : values });
    this.read(name);
  }

  /** Switches an annotation on or off. */
  toggle(name: string) {
    const off = new Set(this.state.value.off);
    if (!off.delete(name)) {
      off.add(name);
    }
    this.change({ off });
  }

  /** Whether the dashboard itself wrote this address last. */
  wrote(search: string): boolean {
    return search === this.written;
  }

  destroy() {
    clearInterval(this.timer);
    this.subscriptions.unsubscribe();
  }

  private read(changed?: string) {
    const { revision } = this.state.value;
    this.change({ settled: false, pending: this.variables.list.value.map(({ name }) => name), revision: revision + 1 });
    this.reading.next(changed);
  }

  private settle() {
    this.publish();
    this.change({ settled: true, pending: [] });
  }

  private change(changes: Partial<DashboardState>) {
    this.state.next({ ...this.state.value, ...changes });
    templates.updateTimeRange(this.range);
  }

  private publish() {
    templates.use(this.variables.list.value, { uid: this.json.uid, title: this.json.title });
    templates.updateTimeRange(this.range);
  }

  private write(values: UrlQueryMap) {
    locationService.partial(values, false);
    this.written = locationService.getLocation().search;
  }

  /** The whole state as an address, for a link. */
  address(): UrlQueryMap {
    const variables = this.variables.list.value.map((variable) => [`var-${variable.name}`, urlValue(variable)]);
    return { ...rangeForAddress(this.range.raw), ...Object.fromEntries(variables) };
  }
}

export async function loadDashboard(uid: string, address: UrlQueryMap): Promise<Dashboard> {
  const { dashboard } = await getBackendSrv().get(`/api/dashboards/uid/${encodeURIComponent(uid)}`);
  return new Dashboard(dashboard, address);
}
