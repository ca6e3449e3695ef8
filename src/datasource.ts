import {
  type AdHocVariableFilter,
  CoreApp,
  type DataQueryResponse,
  DataSourceApi,
  type DataSourceGetDrilldownsApplicabilityOptions,
  type DataSourceGetTagValuesOptions,
  type DataSourceInstanceSettings,
  type ScopedVars,
} from '@grafana/data';
import { getTemplateSrv } from '@grafana/runtime';
import { type DashboardLink } from '@grafana/schema';
import { concatMap, from, map, type Observable, switchMap } from 'rxjs';
import { type AnomalyQuery, defaultQuery } from './ground/query';
import { hasFilter, MODIFICATIONS, modify, toggleFilter } from './editor/queries';
import { descriptorOf, isComplete, lineOf, runsOf, withFilters, withSettings } from './families/families';
import { interpolated, Templates } from './ground/templates';
import { answerRuns } from './present/runs';
import { translated, withTranslations } from './ground/lazy';
import { Store } from './facts/store';
import { type Context, type Request } from './table/runner';
import { Client } from './service/client';
import { Operations } from './service/operations';
import { inItsTurn } from './service/turns';
import { readSettings, type StoredSettings } from './ground/settings';
import { isKnownId } from './facts/names';
import { searchDashboards } from './table/access';
import { slotOf } from './ground/spans';
import { annotationSupport, VariableSupport } from './editor/support';

const filterKeys = () => import(/* webpackChunkName: "families" */ './families/variables/filterKeys');

/** The entry point: passes each query to the runner of its family, and joins the answers. */
export class AnomalyDataSource extends DataSourceApi<AnomalyQuery, StoredSettings> {
  readonly context: Context;
  /** Done once texts are in the user's language, or late. */
  private readonly translated = translated();
  override annotations = annotationSupport;
  override variables = new VariableSupport(this);

  constructor(instance: DataSourceInstanceSettings<StoredSettings>) {
    super(instance);
    const settings = readSettings(instance);
    const client = new Client({
      url: instance.url ?? '',
      name: instance.name,
      maxConcurrentRequests: settings.maxConcurrentRequests,
      patience: settings.patience,
      direct: instance.access === 'direct',
    });
    const operations = new Operations(client, settings.alertsVersion);
    searchDashboards();
    const { sharedCache } = settings;
    const now = () => (sharedCache ? slotOf(Date.now()) : Date.now());
    this.context = {
      operations,
      store: new Store(settings, operations, () => Date.now()),
      settings,
      templates: new Templates(getTemplateSrv, (text) => isKnownId({ operations }, text)),
      dataSource: { uid: instance.uid, name: instance.name, type: instance.type },
      calls: new Map(),
      now,
      forget: () => operations.memories.clear(),
    };
  }

  override query(asked: Request): Observable<DataQueryResponse> {
    const request = { ...asked, targets: asked.targets ?? [] };
    const packets = from(this.translated).pipe(
      switchMap(() => answerRuns(runsOf(request, this.context), request, this.context))
    );
    const shown = isHeaded(request, request.targets) ? this.named(packets, request) : packets;
    // Grafana subscribes twice to a shared stream. A synchronous answer would run again.
    return inItsTurn(shown);
  }

  override filterQuery(query: AnomalyQuery): boolean {
    return isComplete(withSettings(query, this.context.settings));
  }

  override getDefaultQuery(app: CoreApp): Partial<AnomalyQuery> {
    return defaultQuery(app, this.context.settings);
  }

  override getQueryDisplayText(query: AnomalyQuery): string {
    return lineOf(query);
  }

  /** For Explore from a panel's menu, where the dashboard's variables no longer exist. */
  override interpolateVariablesInQueries(
    queries: AnomalyQuery[],
    scopedVars: ScopedVars,
    filters?: AdHocVariableFilter[]
  ): AnomalyQuery[] {
    const { templates } = this.context;
    return queries.map((query) =>
      withFilters(interpolated(query, descriptorOf(query).model, templates, scopedVars), filters)
    );
  }

  // Explore: filters on log lines and cells.
  override modifyQuery = modify;
  getSupportedQueryModifications = () => MODIFICATIONS;
  toggleQueryFilter = toggleFilter;
  queryHasFilter = hasFilter;

  override async getTagKeys() {
    const { tagKeys } = await withTranslations(filterKeys);
    return tagKeys();
  }

  override async getTagValues(options: DataSourceGetTagValuesOptions<AnomalyQuery>) {
    const { tagValues } = await filterKeys();
    return tagValues(this.context, options);
  }

  /** Filters that do not apply to a panel are marked. */
  override async getDrilldownsApplicability(
    options: DataSourceGetDrilldownsApplicabilityOptions<AnomalyQuery> = { filters: [] }
  ) {
    const { filtersThatApply } = await withTranslations(filterKeys);
    return filtersThatApply(options, (query) => descriptorOf(query).model);
  }

  /** Systems with active alerts. */
  override async getRecommendedDrilldowns() {
    const { recommendedFilters } = await filterKeys();
    return { filters: await recommendedFilters(this.context) };
  }

  /** Grafana 13 and later: a menu with the plugin's imported dashboards, on every dashboard that uses the data source. */
  async getDefaultLinks(): Promise<DashboardLink[]> {
    const { dashboardLinks } = await withTranslations(
      () => import(/* webpackChunkName: "editors" */ './editor/dashboardLinks')
    );
    return dashboardLinks();
  }

  override async testDatasource() {
    // Cached data may come from other settings, or be the reason for the test.
    this.context.forget();
    const { checkHealth } = await withTranslations(() => import(/* webpackChunkName: "editors" */ './editor/health'));
    return checkHealth(this.context);
  }

  /** The packets with readable column names if requested, or unchanged if the names do not load. */
  private named(packets: Observable<DataQueryResponse>, request: Request): Observable<DataQueryResponse> {
    const { targets } = request;
    const isNamed = (of?: string) =>
      isHeaded(
        request,
        targets.filter(({ refId }) => refId === of)
      );
    const names = withTranslations(() => import(/* webpackChunkName: "families" */ './editor/columnNames')).catch(
      () => undefined
    );
    return packets.pipe(
      concatMap((packet) => from(names).pipe(map((module) => module?.withColumnNames(packet, isNamed) ?? packet)))
    );
  }
}

/** Whether tables have readable headings: in Explore, and if a query requests them. */
function isHeaded({ app }: Request, targets: readonly AnomalyQuery[]): boolean {
  return app === CoreApp.Explore || targets.some(({ headings }) => headings === true);
}
