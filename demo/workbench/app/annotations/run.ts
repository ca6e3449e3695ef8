import {
  type AnnotationQuery,
  type AnnotationSupport,
  CoreApp,
  type DataQuery,
  type DataSourceApi,
  LoadingState,
  type PanelData,
  type TimeRange,
} from '@grafana/data';
import { getDataSourceSrv } from '@grafana/runtime';
import { catchError, combineLatest, from, map, type Observable, of, startWith, switchMap } from 'rxjs';
import { buildRequest } from '../run/request';
import { run } from '../run/run';
import { eventsOf, type Mark, oncePerId } from './events';

/** What one dashboard annotation shows, and on which panels. */
export interface AnnotationResult {
  annotation: AnnotationQuery;
  marks: Mark[];
  loading: boolean;
  error?: string;
}

/** Runs a dashboard's annotations for a range; each packet holds what all have so far. */
export function runAnnotations(annotations: AnnotationQuery[], range: TimeRange): Observable<AnnotationResult[]> {
  return annotations.length === 0 ? of([]) : combineLatest(annotations.map((annotation) => runOne(annotation, range)));
}

function runOne(stored: AnnotationQuery, range: TimeRange): Observable<AnnotationResult> {
  return from(getDataSourceSrv().get(stored.datasource)).pipe(
    switchMap((dataSource) => ask(dataSource, stored, range)),
    catchError((error: Error) => of({ annotation: stored, marks: [], loading: false, error: error.message })),
    startWith({ annotation: stored, marks: [], loading: true })
  );
}

function ask(dataSource: DataSourceApi, stored: AnnotationQuery, range: TimeRange): Observable<AnnotationResult> {
  const support: AnnotationSupport = dataSource.annotations ?? {};
  const complete = { ...support.getDefaultQuery?.(), ...stored };
  const annotation = support.prepareAnnotation ? support.prepareAnnotation(complete) : complete;
  const query = annotation && (support.prepareQuery ? support.prepareQuery(annotation) : annotation.target);
  if (!annotation || !query) {
    return of({ annotation: stored, marks: [], loading: false });
  }
  const request = buildRequest(dataSource, {
    app: CoreApp.Dashboard,
    queries: [{ ...(query as DataQuery), refId: 'Anno' }],
    range,
    timezone: 'browser',
    maxDataPoints: window.innerWidth,
    scopedVars: { __annotation: { text: annotation.name, value: annotation } },
  });
  return run(dataSource, request).pipe(
    switchMap((data) => events(support, annotation, data).pipe(map((marks) => result(stored, marks, data))))
  );
}

function events(support: AnnotationSupport, annotation: AnnotationQuery, data: PanelData): Observable<Mark[]> {
  const frames = data.series.length > 0 ? data.series : (data.annotations ?? []);
  const found = support.processEvents
    ? support.processEvents(annotation, frames).pipe(map((list) => (list ?? []) as Mark[]))
    : of(eventsOf(frames, annotation.mappings));
  // A dashboard annotation has one colour for all of its events.
  return found.pipe(map((marks) => oncePerId(marks.map((mark) => ({ ...mark, color: annotation.iconColor })))));
}

function result(annotation: AnnotationQuery, marks: Mark[], { state, error }: PanelData): AnnotationResult {
  return { annotation, marks, loading: state === LoadingState.Loading, error: error?.message };
}

/** Whether an annotation shows on a panel: its filter lists panels, to show it there or everywhere else. */
export function showsOn(annotation: AnnotationQuery, panelId: number): boolean {
  const { ids, exclude } = annotation.filter ?? {};
  return !ids?.length || ids.includes(panelId) !== Boolean(exclude);
}
