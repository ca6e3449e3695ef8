import {
  applyFieldOverrides,
  type DataFrame,
  type DataTransformerConfig,
  type FieldConfigSource,
  type GrafanaTheme2,
  LoadingState,
  type PanelData,
  type ScopedVars,
  transformDataFrame,
} from '@grafana/data';
import { getTemplateSrv } from '@grafana/runtime';
import { catchError, map, type Observable, of, scan, switchMap } from 'rxjs';
import { fieldOptions } from '../boot/field-options';

/** While new data loads, the panel keeps what it showed. */
export function keepLast(data: Observable<PanelData>): Observable<PanelData> {
  return data.pipe(
    scan((last, next) =>
      next.state === LoadingState.Loading && next.series.length === 0
        ? { ...last, state: LoadingState.Loading, request: next.request }
        : next
    )
  );
}

/** The panel's data after its transformations. */
export function transformed(transformations: DataTransformerConfig[] = []) {
  return switchMap((panel: PanelData): Observable<PanelData> => {
    if (transformations.length === 0 || panel.series.length === 0) {
      return of(panel);
    }
    const interpolate = (text: string) => getTemplateSrv().replace(text, panel.request?.scopedVars);
    return transformDataFrame(transformations, panel.series, { interpolate }).pipe(
      map((series) => ({ ...panel, series })),
      catchError(({ message }: Error) => of({ ...panel, state: LoadingState.Error, errors: [{ message }] }))
    );
  });
}

/** The frames with the panel's field options applied: units, colours, names, links, displays. */
export function withFieldOptions(
  frames: DataFrame[],
  fieldConfig: FieldConfigSource,
  { theme, timeZone, scopedVars }: { theme: GrafanaTheme2; timeZone: string; scopedVars: ScopedVars }
): DataFrame[] {
  return applyFieldOverrides({
    data: frames,
    fieldConfig,
    fieldConfigRegistry: fieldOptions,
    theme,
    timeZone,
    replaceVariables: (text, own, format) => getTemplateSrv().replace(text, { ...scopedVars, ...own }, format),
  });
}
