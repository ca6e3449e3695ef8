import { type AnnotationQuery } from '@grafana/data';
import { useEffect, useState } from 'react';
import { distinctUntilChanged, filter, switchMap } from 'rxjs';
import { type AnnotationResult, runAnnotations } from '../annotations/run';
import { type Dashboard } from './dashboard';
import { type DashboardJson } from './model';

/** The annotations that a dashboard asks a data source for; Grafana's own, built in, there are none of here. */
export function annotationsOf({ annotations }: DashboardJson): AnnotationQuery[] {
  return (annotations?.list ?? []).filter((annotation) => {
    const { builtIn, datasource } = annotation as AnnotationQuery & { builtIn?: number };
    return !builtIn && datasource?.type !== 'grafana' && datasource?.uid !== '-- Grafana --';
  });
}

export function isShown({ name, enable }: AnnotationQuery, switched: Record<string, boolean>): boolean {
  return switched[name] ?? enable;
}

/** Runs the dashboard's annotations along with its panels, those that are switched on. */
export function useAnnotations(dashboard: Dashboard): AnnotationResult[] {
  const [results, setResults] = useState<AnnotationResult[]>([]);
  useEffect(() => {
    const all = annotationsOf(dashboard.json);
    const subscription = dashboard.state
      .pipe(
        filter(({ settled }) => settled),
        distinctUntilChanged((a, b) => a.revision === b.revision && a.annotations === b.annotations),
        switchMap(({ range, annotations }) =>
          runAnnotations(
            all.filter((one) => isShown(one, annotations)),
            range
          )
        )
      )
      .subscribe(setResults);
    return () => subscription.unsubscribe();
  }, [dashboard]);
  return results;
}
