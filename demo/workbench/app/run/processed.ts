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
import { catchError, defer, map, type Observable, of, scan, switchMap } from 'rxjs';
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

export function transformed(transformations: DataTransformerConfig[] | undefined) {
  return (data: Observable<PanelData>): Observable<PanelData> =>
    !transformations?.length
      ? data
      : data.pipe(
          switchMap((panel) =>
            panel.series.length === 0
              ? of(panel)
              : defer(() =>
                  transformDataFrame(transformations, panel.series, {
                    interpolate: (text) => getTemplateSrv().replace(text, panel.request?.scopedVars),
                  })
                ).pipe(
                  map((series) => ({ ...panel, series })),
                  catchError((error: Error) =>
                    of({ ...panel, state: LoadingState.Error, errors: [{ message: error.message }] })
                  )
                )
          )
        );
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
