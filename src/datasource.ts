import {
  type AdHocVariableFilter,
  CoreApp,
  type DataFrame,
  type DataQueryResponse,
  DataSourceApi,
  type DataSourceGetTagValuesOptions,
  type DataSourceInstanceSettings,
  type ScopedVars,
  type SupplementaryQueryType,
} from '@grafana/data';
import { getTemplateSrv } from '@grafana/runtime';
import { type DashboardLink } from '@grafana/schema';
import { asapScheduler, catchError, concatMap, from, map, type Observable, of, subscribeOn, switchMap } from 'rxjs';
import { annotationSupport } from './annotations/support';
import { defaultQuery } from './query/defaultQuery';
import { hasFilter, modify, MODIFICATIONS, toggleFilter } from './explore/filters';
import { supportedTypes, volumeQuery, volumeRequest } from './explore/volume';
import { type LoadedRunner } from './descriptor';
import { descriptorOf, isComplete, lineOf, prepared, runnersOf, withSettings } from './families';
import { interpolated } from './answer/interpolate';
import { join } from './answer/join';
import { withWords, withWords$ } from './loading/lazy';
import { Store } from './store/store';
import { type AnomalyQuery, type Model, type QueryOf } from './query/query';
import { LastAnswers } from './answer/lastAnswers';
import { keepLast, reportWait } from './answer/unanswered';
import { forgetInstance } from './service/recent';
import { type Context, queryError, type Request, type Runner } from './answer/runner';
import { Client } from './service/client';
import { Operations } from './service/operations';
import { readSettings, type StoredSettings } from './settings';
import { Templates } from './answer/templates';
import { type Catalogue } from './answer/named';
import { slotOf } from './time/spans';
import { type ChosenFilter } from './variables/filterKeys';
import { VariableSupport } from './variables/support';

/** As many as a panel shows. */
const MOST_NOTICES = 3;

/** The door: hands each query to the runner of its family and joins the answers. */
export class AnomalyDataSource extends DataSourceApi<AnomalyQuery, StoredSettings> {
  readonly context: Context;
  override annotations = annotationSupport;
  override variables = new VariableSupport(this);
  private catalogue: Promise<Catalogue> | undefined;
  /** The catalogue, once it is loaded. */
  private seen: Catalogue | undefined;
  private readonly lastAnswers: LastAnswers;

  constructor(instance: DataSourceInstanceSettings<StoredSettings>) {
    super(instance);
    // By its name alone: the types of Grafana 11.6 have nothing to override.
    Object.assign(this, { getDrilldownsApplicability: this.filtersThatApply.bind(this) });
    const settings = readSettings(instance);
    const client = new Client({
      url: instance.url ?? '',
      name: instance.name,
      maxConcurrentRequests: settings.maxConcurrentRequests,
      patience: settings.patience,
      direct: instance.access === 'direct',
    });
    const operations = new Operations(client, settings.alertsVersion);
    const { sharedCache } = settings;
    const now = () => (sharedCache ? slotOf(Date.now()) : Date.now());
    this.context = {
      operations,
      store: new Store(settings, operations, () => Date.now()),
      settings,
      templates: new Templates(getTemplateSrv, (text) => this.isNamed(text)),
      dataSource: { uid: instance.uid, name: instance.name, type: instance.type },
      now,
      catalogue: () => this.loadCatalogue(),
      forget: () => this.forget(),
    };
    this.lastAnswers = new LastAnswers(this.context);
  }

  override query(request: Request): Observable<DataQueryResponse> {
    const { sharedCache, progressive } = this.context.settings;
    const runs = this.runsOf(request);
    const answer = (lists: Request) => {
      // Metric data is cut to the range as it is: the store sees to its requests.
      const all = [...runs].map(([runner, targets]) => this.run(runner, targets, 'run' in runner ? request : lists));
      return join(all, request, progressive);
    };
    const answers = sharedCache
      ? from(import('./answer/shared')).pipe(
          switchMap((room) => room.answerShared(request, this.context.operations, answer))
        )
      : answer(request);
    const few = answers.pipe(concatMap((packet) => this.withFewNotices(packet)));
    const shown = request.app === CoreApp.Explore ? this.named(few) : few;
    // Grafana subscribes twice to a shared stream; one that answered at once would run again.
    return shown.pipe(subscribeOn(asapScheduler));
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

  /** For Explore from a panel's menu, where the dashboard's variables are not there any more. */
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

  // Explore: filters on log lines and cells, and the log volume (see `explore/`).
  override modifyQuery = modify;
  getSupportedQueryModifications = () => MODIFICATIONS;
  toggleQueryFilter = toggleFilter;
  queryHasFilter = hasFilter;
  getSupportedSupplementaryQueryTypes = supportedTypes;
  getSupplementaryQuery = volumeQuery;
  getSupplementaryRequest = volumeRequest;

  getDataProvider(type: SupplementaryQueryType, request: Request): Observable<DataQueryResponse> | undefined {
    const volume = volumeRequest(type, request);
    return (
      volume &&
      from(withWords(() => import('./explore/dress'))).pipe(
        switchMap((room) => this.query(volume).pipe(map((answer) => room.dressed(answer, request, this.name))))
      )
    );
  }

  override async getTagKeys() {
    const { tagKeys } = await withWords(() => import('./variables/filterKeys'));
    return tagKeys();
  }

  override async getTagValues(options: DataSourceGetTagValuesOptions<AnomalyQuery>) {
    const { tagValues } = await import('./variables/filterKeys');
    return tagValues(this.context, options);
  }

  /** Grafana 12.4 and later (`getDrilldownsApplicability`): filters that do not apply to a panel are marked as such. */
  private async filtersThatApply(options: { filters?: ChosenFilter[]; queries?: AnomalyQuery[] } = {}) {
    const { filtersThatApply } = await withWords(() => import('./variables/filterKeys'));
    return filtersThatApply(options);
  }

  /** Grafana 13 and later: a menu on every dashboard that uses the data source, of those of ours that were imported. */
  async getDefaultLinks(): Promise<DashboardLink[]> {
    const { dashboardLinks } = await withWords(() => import('./explore/dress'));
    return dashboardLinks();
  }

  /** Grafana 12.4 and later: the heading above a label of a log line. */
  getLabelDisplayTypeFromFrame(label: string, frame: DataFrame | undefined): string | null {
    const headings: Record<string, string> = frame?.meta?.custom?.labelHeadings ?? {};
    return headings[label] ?? null;
  }

  override async testDatasource() {
    // What was read may have been read with other settings, or be what made somebody press the button.
    this.context.forget();
    const { checkHealth } = await withWords(() => import('./config/health'));
    return checkHealth(this.context);
  }

  /** The packet with the worst of its notices, or as it is if the words for it do not load. */
  private withFewNotices(packet: DataQueryResponse): Observable<DataQueryResponse> {
    const notices = packet.data.flatMap(({ meta }: DataFrame) => meta?.notices ?? []);
    return notices.length <= MOST_NOTICES
      ? of(packet)
      : withWords$(() => import('./answer/worstNotices')).pipe(
          map((room) => ({ ...packet, data: room.worstNotices(packet.data, MOST_NOTICES) })),
          catchError(() => of(packet))
        );
  }

  /** The packets with readable names of columns, or as they are if the names do not load. */
  private named(packets: Observable<DataQueryResponse>): Observable<DataQueryResponse> {
    const names = withWords(() => import('./explore/columnNames')).catch(() => undefined);
    return packets.pipe(
      concatMap((packet) => from(names).pipe(map((room) => room?.withColumnNames(packet) ?? packet)))
    );
  }

  private forget() {
    this.context.store.forget();
    this.catalogue = undefined;
    this.seen = undefined;
    this.lastAnswers.forget();
    forgetInstance(this.context.operations);
  }

  private isNamed(text: string): boolean {
    const named = this.seen?.remembered() ?? [];
    return named.some(({ nodeId, metricId }) => metricId === text || nodeId === text);
  }

  private loadCatalogue(): Promise<Catalogue> {
    this.catalogue ??= import('./catalogue/catalogue').then(
      (room) => (this.seen = new room.SeenCatalogue(this.context)),
      (error) => {
        // A file that did not load is requested again the next time.
        this.catalogue = undefined;
        throw error;
      }
    );
    return this.catalogue;
  }

  /** The queries with flags in place of the variables that stand for them; few have any. */
  private replaceFlags(targets: Array<QueryOf<Model>>, { scopedVars }: Request): Observable<Array<QueryOf<Model>>> {
    const { model } = descriptorOf(targets[0]);
    const { templates } = this.context;
    const isText = (query: QueryOf<Model>) =>
      Object.entries(query).some(([field, value]) => model.fields[field]?.kind === 'flag' && typeof value === 'string');
    return targets.some(isText)
      ? withWords$(() => import('./answer/flags')).pipe(
          map(({ withFlags }) =>
            targets.map((target) => withFlags(target, descriptorOf(target).model, templates, scopedVars))
          )
        )
      : of(targets);
  }

  /** The request's queries by what runs them. */
  private runsOf({ targets, filters }: Request): Map<LoadedRunner, Array<QueryOf<Model>>> {
    const runs = new Map<LoadedRunner, Array<QueryOf<Model>>>();
    for (const target of targets) {
      const query = target.hide ? undefined : prepared(withFilters(target, filters), this.context.settings);
      if (query) {
        runnersOf(query).forEach((runner) => runs.set(runner, [...(runs.get(runner) ?? []), query]));
      }
    }
    return runs;
  }

  private run(runner: LoadedRunner, targets: Array<QueryOf<Model>>, request: Request): Observable<DataQueryResponse> {
    const { operations, settings } = this.context;
    const answer = (run: Runner<QueryOf<Model>>) =>
      this.replaceFlags(targets, request).pipe(switchMap((queries) => run(queries, request, this.context)));
    const answers = 'run' in runner ? answer(runner.run) : withWords$(runner.load).pipe(switchMap(answer));
    const packets = answers.pipe(
      catchError((error) => of({ data: [], errors: targets.map(({ refId }) => queryError(refId, error)) }))
    );
    const { runner: own, about } = descriptorOf(targets[0]);
    const asked = {
      targets,
      part: runner === own ? '' : 'overlay',
      request,
      lastAnswers: this.lastAnswers,
      silence: () => operations.silence,
      bare: runner === own && about !== undefined,
    };
    const kept = keepLast(packets, asked);
    return settings.progressive ? reportWait(kept, asked) : kept;
  }
}

/** The query with the dashboard's ad-hoc filters in addition to its own. */
function withFilters(query: AnomalyQuery, filters: AdHocVariableFilter[] = []): AnomalyQuery {
  const stored: unknown[] = Array.isArray(query.filters) ? query.filters : [];
  return filters.length === 0 ? query : { ...query, filters: [...stored, ...filters] };
}
