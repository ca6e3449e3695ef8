import {
  applyFieldOverrides,
  cacheFieldDisplayNames,
  type DataFrame,
  type DataTransformerConfig,
  type DataTransformerInfo,
  FieldConfigOptionsRegistry,
  type FieldConfigPropertyItem,
  type FieldConfigSource,
  type GrafanaTheme2,
  LoadingState,
  type PanelData,
  type ScopedVars,
  standardTransformers,
  standardTransformersRegistry,
  type ThresholdsConfig,
  transformDataFrame,
  type TransformerRegistryItem,
} from '@grafana/data';
import { getTemplateSrv } from '@grafana/runtime';
import { uniq, uniqBy } from 'lodash';
import { catchError, map, type Observable, of, scan, switchMap } from 'rxjs';

/** While new data loads, the panel keeps its content. */
export function keepLast(data: Observable<PanelData>): Observable<PanelData> {
  return data.pipe(
    scan((last, next) =>
      next.state === LoadingState.Loading && next.series.length === 0
        ? { ...last, state: LoadingState.Loading, request: next.request }
        : next
    )
  );
}

/** Fills the registry that `@grafana/data` leaves to the application. */
standardTransformersRegistry.setInit(() =>
  uniqBy<DataTransformerInfo>(Object.values(standardTransformers), 'id').map((info) => {
    // Grafana 13 loads a transformation with a call, earlier versions use it directly. This works for both.
    const load = Object.defineProperties(() => Promise.resolve(info), Object.getOwnPropertyDescriptors(info));
    return { id: info.id, name: info.name, transformation: load as unknown } as TransformerRegistryItem;
  })
);

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

/** The frames with the panel's field options applied: units, colors, names, links, displays. */
export function withFieldOptions(
  frames: DataFrame[],
  fieldConfig: FieldConfigSource,
  { theme, timeZone, scopedVars }: { theme: GrafanaTheme2; timeZone: string; scopedVars: ScopedVars }
): DataFrame[] {
  const shown = applyFieldOverrides({
    data: frames,
    fieldConfig,
    fieldConfigRegistry: optionsIn(fieldConfig),
    theme,
    timeZone,
    replaceVariables: (text, own, format) => getTemplateSrv().replace(text, { ...scopedVars, ...own }, format),
  });
  // Tables use these as column headings.
  cacheFieldDisplayNames(shown);
  return shown;
}

/** The options that a panel sets. A panel in Grafana has all its own options. */
function optionsIn({ defaults: { custom, ...standard }, overrides }: FieldConfigSource): FieldConfigOptionsRegistry {
  const ofCustom = Object.keys(custom ?? {}).map((name) => `custom.${name}`);
  const overridden = overrides.flatMap(({ properties }) => properties.map(({ id }) => id));
  const ids = uniq([...Object.keys(standard), ...ofCustom, ...overridden]);
  return new FieldConfigOptionsRegistry(() =>
    ids.map((id) => {
      const path = id.replace(/^custom\./, '');
      const item: Partial<FieldConfigPropertyItem> = {
        id,
        path,
        name: path,
        isCustom: id !== path,
        process: id === 'thresholds' ? withLowestStep : (value) => value,
        shouldApply: () => true,
      };
      return item as FieldConfigPropertyItem;
    })
  );
}

/** JSON has no -Infinity, so the first step's value is stored as null. */
function withLowestStep(thresholds?: ThresholdsConfig): ThresholdsConfig | undefined {
  const steps = thresholds?.steps.map((step) => ({ ...step, value: step.value ?? -Infinity }));
  return thresholds && steps && { ...thresholds, steps };
}
