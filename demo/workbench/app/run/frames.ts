import {
  applyFieldOverrides,
  cacheFieldDisplayNames,
  type DataFrame,
  type DataTransformerConfig,
  type DataTransformerInfo,
  FieldColorModeId,
  FieldConfigOptionsRegistry,
  type FieldConfigPropertyItem,
  type FieldConfigSource,
  type GrafanaTheme2,
  type PanelData,
  type ScopedVars,
  standardTransformers,
  standardTransformersRegistry,
  ThresholdsMode,
  type ThresholdsConfig,
  transformDataFrame,
  type TransformerRegistryItem,
} from '@grafana/data';
import { getTemplateSrv } from '@grafana/runtime';
import { uniq, uniqBy } from 'lodash';
import { catchError, map, type Observable, of, switchMap } from 'rxjs';
import { failed } from './run';

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
      catchError((error: Error) => of(failed(panel, error)))
    );
  });
}

/** The frames with the panel's field options applied: units, colors, names, links, displays. */
export function withFieldOptions(
  data: DataFrame[],
  fieldConfig: FieldConfigSource,
  theme: GrafanaTheme2,
  scopedVars: ScopedVars
): DataFrame[] {
  const shown = applyFieldOverrides({
    data,
    fieldConfig,
    fieldConfigRegistry: optionsIn(fieldConfig),
    theme,
    timeZone: 'browser',
    replaceVariables: (text, own, format) => getTemplateSrv().replace(text, { ...scopedVars, ...own }, format),
  });
  // Tables use these as column headings.
  cacheFieldDisplayNames(shown);
  return shown;
}

/** The options that a panel sets. A panel in Grafana has all its own options. */
function optionsIn({ defaults: { custom, ...standard }, overrides }: FieldConfigSource): FieldConfigOptionsRegistry {
  const ids = uniq([
    ...Object.keys(standard),
    ...Object.keys(custom ?? {}).map((name) => `custom.${name}`),
    ...overrides.flatMap(({ properties }) => properties.map(({ id }) => id)),
  ]);
  const items = ids.map((id): Partial<FieldConfigPropertyItem> => {
    const path = id.replace(/^custom\./, '');
    const process = id === 'thresholds' ? withLowestStep : (value: unknown) => value;
    return { id, path, name: path, isCustom: id !== path, process, shouldApply: () => true };
  });
  return new FieldConfigOptionsRegistry(() => items as FieldConfigPropertyItem[]);
}

/** JSON has no -Infinity, so the first step's value is stored as null. */
function withLowestStep(thresholds?: ThresholdsConfig): ThresholdsConfig | undefined {
  const steps = thresholds?.steps.map((step) => ({ ...step, value: step.value ?? -Infinity }));
  return thresholds && steps && { ...thresholds, steps };
}

/** A panel's field options, on top of Grafana's defaults for its type. No two panels share an object. */
export function withDefaults(
  type: string,
  { defaults, overrides }: Partial<FieldConfigSource> = {}
): FieldConfigSource {
  const isByThresholds = ['stat', 'table'].includes(type);
  const steps = [
    { color: 'green', value: -Infinity },
    { color: 'red', value: 80 },
  ];
  const lines = { drawStyle: 'line', lineWidth: 1, fillOpacity: 0, showPoints: 'auto', pointSize: 5 };
  return {
    defaults: {
      color: { mode: isByThresholds ? FieldColorModeId.Thresholds : FieldColorModeId.PaletteClassic },
      thresholds: { mode: ThresholdsMode.Absolute, steps },
      ...defaults,
      custom: { ...(type === 'timeseries' && lines), ...defaults?.custom },
    },
    overrides: overrides ?? [],
  };
}
