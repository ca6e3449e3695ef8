import {
  type AnnotationEvent,
  type AnnotationQuery,
  CoreApp,
  type DataFrame,
  type DataSourceApi,
  FieldType,
  type PanelData,
  type TimeRange,
} from '@grafana/data';
import { getDataSourceSrv } from '@grafana/runtime';
import { uniqBy, uniqueId } from 'lodash';
import { useMemo } from 'react';
import useObservable from 'react-use/lib/useObservable';
import {
  catchError,
  combineLatest,
  distinctUntilChanged,
  EMPTY,
  filter,
  from,
  map,
  type Observable,
  startWith,
  switchMap,
} from 'rxjs';
import { buildRequest, run } from '../run/run';
import { type Dashboard } from './dashboard';

export interface Mark extends AnnotationEvent {
  time: number;
  color: string;
}

const NAMES = ['time', 'timeEnd', 'title', 'text', 'tags', 'id', 'color'];

/** The rows of annotation frames as events: fields by name, or the first field of the type. */
export function eventsOf(frames: DataFrame[] = []): Mark[] {
  return frames.flatMap(({ fields, length }) => {
    const typed: Record<string, FieldType> = { time: FieldType.time, text: FieldType.string };
    const columns = NAMES.map((name) => {
      const field = fields.find((one) => one.name === name) ?? fields.find(({ type }) => type === typed[name]);
      return [name, field?.values ?? []] as const;
    });
    return Array.from({ length }, (_, row) => {
      const mark = Object.fromEntries(columns.map(([name, values]) => [name, values[row] ?? undefined]));
      return { ...mark, isRegion: mark.timeEnd !== undefined && mark.timeEnd !== mark.time } as Mark;
    });
  });
}

/** Runs a dashboard's annotations, without Grafana's own, together with its panels. */
export function useAnnotations(dashboard: Dashboard): Mark[] {
  const marks = useMemo(() => {
    const all = dashboard.json.annotations?.list ?? [];
    const enabled = all.filter(({ enable, datasource }) => enable && datasource?.uid !== '-- Grafana --');
    return dashboard.state.pipe(
      filter(({ pending }) => pending.length === 0),
      distinctUntilChanged((a, b) => a.revision === b.revision),
      switchMap(({ range }) => combineLatest(enabled.map((one) => runOne(one, range)))),
      map((all) => all.flat())
    );
  }, [dashboard]);
  return useObservable(marks, []);
}

function runOne(stored: AnnotationQuery, range: TimeRange): Observable<Mark[]> {
  return from(getDataSourceSrv().get(stored.datasource)).pipe(
    switchMap((dataSource) => ask(dataSource, stored, range)),
    catchError(() => EMPTY),
    startWith([])
  );
}

/** A dashboard annotation has one color for all its events, and one event per ID. */
function ask(dataSource: DataSourceApi, stored: AnnotationQuery, range: TimeRange): Observable<Mark[]> {
  const support = dataSource.annotations;
  const complete = { ...support?.getDefaultQuery?.(), ...stored };
  const annotation = support?.prepareAnnotation?.(complete) ?? complete;
  if (!annotation?.target) {
    return EMPTY;
  }
  const request = buildRequest(dataSource, {
    app: CoreApp.Dashboard,
    queries: [{ ...annotation.target, refId: 'Anno' }],
    range,
    maxDataPoints: window.innerWidth,
    scopedVars: { __annotation: { text: annotation.name, value: annotation } },
  });
  const marksOf = ({ series, annotations }: PanelData) => eventsOf(series.length > 0 ? series : annotations);
  return run(dataSource, request).pipe(
    map((data) => uniqBy(marksOf(data), ({ id }) => id || uniqueId())),
    map((marks) => marks.map((mark) => ({ ...mark, color: annotation.iconColor })))
  );
}
