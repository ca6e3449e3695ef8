import {
  type AnnotationQuery,
  type AnnotationSupport,
  CoreApp,
  type DataQuery,
  type DataSourceApi,
  type PanelData,
  type TimeRange,
} from '@grafana/data';
import { getDataSourceSrv } from '@grafana/runtime';
import { useEffect, useState } from 'react';
import {
  catchError,
  combineLatest,
  distinctUntilChanged,
  filter,
  from,
  map,
  type Observable,
  of,
  startWith,
  switchMap,
} from 'rxjs';
import { type Dashboard } from '../dashboard/dashboard';
import { type DashboardJson } from '../dashboard/model';
import { buildRequest } from '../run/request';
import { run } from '../run/run';
import { eventsOf, type Mark, oncePerId } from './events';

/** What one dashboard annotation shows, and on which panels. */
export interface AnnotationResult {
  annotation: AnnotationQuery;
  marks: Mark[];
  error?: string;
}

/** The annotations of a dashboard that a data source answers; Grafana's own are none of them. */
export function annotationsOf({ annotations }: DashboardJson): AnnotationQuery[] {
  return (annotations?.list ?? []).filter(({ datasource }) => datasource?.uid !== '-- Grafana --');
}

/** Runs a dashboard's annotations along with its panels, those that are switched on. */
export function useAnnotations(dashboard: Dashboard): AnnotationResult[] {
  const [results, setResults] = useState<AnnotationResult[]>([]);
  useEffect(() => {
    const all = annotationsOf(dashboard.json);
    const subscription = dashboard.state
      .pipe(
        filter(({ settled }) => settled),
        distinctUntilChanged((a, b) => a.revision === b.revision && a.annotations === b.annotations),
        switchMap(({ range, annotations }) =>
          runAll(
            all.filter(({ name, enable }) => annotations[name] ?? enable),
            range
          )
        )
      )
      .subscribe(setResults);
    return () => subscription.unsubscribe();
  }, [dashboard]);
  return results;
}

/** Each packet contains what all have so far. */
function runAll(annotations: AnnotationQuery[], range: TimeRange): Observable<AnnotationResult[]> {
  return annotations.length === 0 ? of([]) : combineLatest(annotations.map((annotation) => runOne(annotation, range)));
}

function runOne(stored: AnnotationQuery, range: TimeRange): Observable<AnnotationResult> {
  return from(getDataSourceSrv().get(stored.datasource)).pipe(
    switchMap((dataSource) => ask(dataSource, stored, range)),
    catchError((error: Error) => of({ annotation: stored, marks: [], error: error.message })),
    startWith({ annotation: stored, marks: [] })
  );
}

function ask(dataSource: DataSourceApi, stored: AnnotationQuery, range: TimeRange): Observable<AnnotationResult> {
  const support: AnnotationSupport = dataSource.annotations ?? {};
  const complete = { ...support.getDefaultQuery?.(), ...stored };
  const annotation = support.prepareAnnotation ? support.prepareAnnotation(complete) : complete;
  const query = annotation && (support.prepareQuery ? support.prepareQuery(annotation) : annotation.target);
  if (!annotation || !query) {
    return of({ annotation: stored, marks: [] });
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
    switchMap((data) =>
      events(support, annotation, data).pipe(
        map((marks) => ({ annotation: stored, marks, error: data.error?.message }))
      )
    )
  );
}

function events(support: AnnotationSupport, annotation: AnnotationQuery, data: PanelData): Observable<Mark[]> {
  const frames = data.series.length > 0 ? data.series : (data.annotations ?? []);
  const found = support.processEvents
    ? support.processEvents(annotation, frames).pipe(map((list) => (list ?? []) as Mark[]))
    : of(eventsOf(frames));
  // A dashboard annotation has one color for all of its events.
  return found.pipe(map((marks) => oncePerId(marks.map((mark) => ({ ...mark, color: annotation.iconColor })))));
}

/** Whether an annotation shows on a panel: its filter lists panels, to show it there or everywhere else. */
export function showsOn(annotation: AnnotationQuery, panelId: number): boolean {
  const { ids, exclude } = annotation.filter ?? {};
  return !ids?.length || ids.includes(panelId) !== Boolean(exclude);
}
