import {
  type DataTransformerInfo,
  FieldConfigOptionsRegistry,
  type FieldConfigPropertyItem,
  standardFieldConfigEditorRegistry,
  standardTransformers,
  standardTransformersRegistry,
  type StandardEditorsRegistryItem,
  type ThresholdsConfig,
  type TransformerRegistryItem,
} from '@grafana/data';
import { uniqBy } from 'lodash';

/** Options of a field as Grafana's own panels have them: those of every panel and those of a time series or table. */
const STANDARD =
  'unit min max decimals displayName color noValue links actions mappings thresholds filterable fieldMinMax description'.split(
    ' '
  );
const LINES =
  'drawStyle lineInterpolation barAlignment barWidthFactor barMaxWidth lineWidth lineColor fillOpacity fillColor fillBelowTo gradientMode lineStyle spanNulls showPoints pointSize stacking transform insertNulls thresholdsStyle hideFrom hideFrom.viz';
const AXES =
  'axisPlacement axisLabel axisWidth axisSoftMin axisSoftMax axisGridShow axisCenteredZero axisBorderShow axisColorMode scaleDistribution';
const CELLS = 'align cellOptions inspect width minWidth filterable hidden';
const CUSTOM = [LINES, AXES, CELLS].join(' ').split(' ');

/** So that `applyFieldOverrides` knows which options a panel's defaults and overrides may set. */
export const fieldOptions = new FieldConfigOptionsRegistry(() => [
  ...STANDARD.map((path) => option(path, false)),
  ...CUSTOM.map((path) => option(path, true)),
]);

/** Fills the registries that `@grafana/data` leaves to the application. */
export function fillRegistries() {
  standardFieldConfigEditorRegistry.setInit(() => STANDARD.map((path) => option(path, false)));
  standardTransformersRegistry.setInit(() =>
    uniqBy<{ id: string; name: string }>(Object.values(standardTransformers), 'id').map((transformation) => {
      const item: Partial<TransformerRegistryItem> & { id: string; name: string } = {
        id: transformation.id,
        name: transformation.name,
        transformation: loadable(transformation as unknown as DataTransformerInfo),
      };
      return item as TransformerRegistryItem;
    })
  );
}

/** Grafana 13 loads a transformation by a call, earlier ones take it as it is: this one is both. */
function loadable(transformation: DataTransformerInfo): DataTransformerInfo {
  const load = () => Promise.resolve(transformation);
  return Object.defineProperties(
    load,
    Object.getOwnPropertyDescriptors(transformation)
  ) as unknown as DataTransformerInfo;
}

function option(path: string, isCustom: boolean): FieldConfigPropertyItem {
  const item: Partial<FieldConfigPropertyItem> & Partial<StandardEditorsRegistryItem> = {
    id: isCustom ? `custom.${path}` : path,
    path,
    name: path,
    isCustom,
    process: path === 'thresholds' ? withLowestStep : (value) => value,
    shouldApply: () => true,
  };
  return item as FieldConfigPropertyItem;
}

/** JSON has no -Infinity: the first step's value is stored as null. */
function withLowestStep(thresholds?: ThresholdsConfig): ThresholdsConfig | undefined {
  return (
    thresholds && {
      ...thresholds,
      steps: thresholds.steps.map((step) => ({ ...step, value: step.value ?? -Infinity })),
    }
  );
}
