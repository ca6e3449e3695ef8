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

/** Runs a dashboard's annotations together with its panels. */
export function useAnnotations(dashboard: Dashboard): Mark[] {
  const [marks, setMarks] = useState<Mark[]>([]);
  useEffect(() => {
    const subscription = dashboard.state
      .pipe(
        filter(({ settled }) => settled),
        distinctUntilChanged((a, b) => a.revision === b.revision && a.off === b.off),
        switchMap(({ range, off }) =>
          runAll(
            dashboard.annotations.filter(({ name }) => !off.has(name)),
            range
          )
        )
      )
      .subscribe(setMarks);
    return () => subscription.unsubscribe();
  }, [dashboard]);
  return marks;
}

/** Each packet contains the data of all so far. */
function runAll(annotations: AnnotationQuery[], range: TimeRange): Observable<Mark[]> {
  return annotations.length === 0
    ? of([])
    : combineLatest(annotations.map((annotation) => runOne(annotation, range))).pipe(map((all) => all.flat()));
}

function runOne(stored: AnnotationQuery, range: TimeRange): Observable<Mark[]> {
  return from(getDataSourceSrv().get(stored.datasource)).pipe(
    switchMap((dataSource) => ask(dataSource, stored, range)),
    catchError(() => of([])),
    startWith([])
  );
}

function ask(dataSource: DataSourceApi, stored: AnnotationQuery, range: TimeRange): Observable<Mark[]> {
  const support: AnnotationSupport = dataSource.annotations ?? {};
  const complete = { ...support.getDefaultQuery?.(), ...stored };
  const annotation = support.prepareAnnotation ? support.prepareAnnotation(complete) : complete;
  const query = annotation?.target;
  if (!annotation || !query) {
    return of([]);
  }
  const request = buildRequest(dataSource, {
    app: CoreApp.Dashboard,
    queries: [{ ...(query as DataQuery), refId: 'Anno' }],
    range,
    timezone: 'browser',
    maxDataPoints: window.innerWidth,
    scopedVars: { __annotation: { text: annotation.name, value: annotation } },
  });
  // A dashboard annotation has one color for all its events.
  const marksOf = ({ series, annotations = [] }: PanelData) =>
    eventsOf(series.length > 0 ? series : annotations).map((mark) => ({ ...mark, color: annotation.iconColor }));
  return run(dataSource, request).pipe(map((data) => oncePerId(marksOf(data))));
}
