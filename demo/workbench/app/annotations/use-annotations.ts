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
import { buildRequest } from '../run/request';
import { run } from '../run/run';
import { eventsOf, type Mark, oncePerId } from './events';

/** What one dashboard annotation shows, and on which panels. */
export interface AnnotationResult {
  annotation: AnnotationQuery;
  marks: Mark[];
}

/** Runs a dashboard's annotations along with its panels; Grafana's own are none of them. */
export function useAnnotations(dashboard: Dashboard): AnnotationResult[] {
  const [results, setResults] = useState<AnnotationResult[]>([]);
  useEffect(() => {
    const list = dashboard.json.annotations?.list ?? [];
    const enabled = list.filter(({ datasource, enable }) => enable && datasource?.uid !== '-- Grafana --');
    const subscription = dashboard.state
      .pipe(
        filter(({ settled }) => settled),
        distinctUntilChanged((a, b) => a.revision === b.revision),
        switchMap(({ range }) => runAll(enabled, range))
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
    catchError(() => of({ annotation: stored, marks: [] })),
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
    switchMap((data) => events(support, annotation, data).pipe(map((marks) => ({ annotation: stored, marks }))))
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
