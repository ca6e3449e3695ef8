import { type CoreApp, type DataQueryResponse, DataSourceApi, type DataSourceInstanceSettings } from '@grafana/data';
import { getTemplateSrv } from '@grafana/runtime';
import { catchError, from, type Observable, of, switchMap } from 'rxjs';
import { type Family, FAMILY_OF, LOADERS } from './families';
import { join } from './join';
import { runMetric } from './metric/runner';
import { type AnomalyQuery, isComplete, queryTypeOf } from './query';
import { type Context, queryError, type Request, type Runner } from './runner';
import { Client } from './service/client';
import { Operations } from './service/operations';
import { readSettings, type StoredSettings } from './settings';
import { Templates } from './templates';
import { type Catalogue } from './variables/catalogue';

/** The door: hands each query to the runner of its family and joins the answers. */
export class AnomalyDataSource extends DataSourceApi<AnomalyQuery, StoredSettings> {
  readonly context: Context;
  private catalogue: Promise<Catalogue> | undefined;

  constructor(instance: DataSourceInstanceSettings<StoredSettings>) {
    super(instance);
    const settings = readSettings(instance);
    const client = new Client({
      url: instance.url ?? '',
      name: instance.name,
      maxConcurrentRequests: settings.maxConcurrentRequests,
    });
    this.context = {
      operations: new Operations(client, settings.alertsVersion),
      settings,
      templates: new Templates(getTemplateSrv),
      dataSource: { uid: instance.uid, name: instance.name, type: instance.type },
      now: () => Date.now(),
      catalogue: () => this.loadCatalogue(),
    };
  }

  override query(request: Request): Observable<DataQueryResponse> {
    const families = new Map<Family, AnomalyQuery[]>();
    for (const target of request.targets) {
      if (!target.hide && this.filterQuery(target)) {
        const family = FAMILY_OF[queryTypeOf(target)];
        families.set(family, [...(families.get(family) ?? []), target]);
      }
    }
    return join(
      [...families].map(([family, targets]) => this.run(family, targets, request)),
      request
    );
  }

  override filterQuery(query: AnomalyQuery): boolean {
    return isComplete(query);
  }

  override getDefaultQuery(_app: CoreApp): Partial<AnomalyQuery> {
    const { defaultNodeId, defaultMetricId } = this.context.settings;
    return { queryType: 'metric', nodeId: defaultNodeId, metricId: defaultMetricId };
  }

  override async testDatasource() {
    const { checkHealth } = await import('./config/health');
    return checkHealth(this.context);
  }

  private loadCatalogue(): Promise<Catalogue> {
    this.catalogue ??= import('./variables/catalogue').then(
      (room) => new room.Catalogue(this.context),
      (error) => {
        // A file that did not load is asked for again the next time.
        this.catalogue = undefined;
        throw error;
      }
    );
    return this.catalogue;
  }

  private run(family: Family, targets: AnomalyQuery[], request: Request): Observable<DataQueryResponse> {
    const answer = (runner: Runner) => runner(targets, request, this.context);
    const answers =
      family === 'metric' ? answer(runMetric) : from(LOADERS[family]()).pipe(switchMap((runner) => answer(runner)));
    return answers.pipe(
      catchError((error) => of({ data: [], errors: targets.map(({ refId }) => queryError(refId, error)) }))
    );
  }
}
