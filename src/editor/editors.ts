import { type ComponentType, lazy, type LazyExoticComponent } from 'react';
import { type PanelQueries } from '../query';
import { type EditorProps } from './props';

type Editors = { [T in keyof PanelQueries]?: LazyExoticComponent<ComponentType<EditorProps<PanelQueries[T]>>> };

/** From query type to its editor, loaded when it is first shown. The compiler keeps the record complete. */
export const EDITORS: Editors = {
  metric: lazy(() => import('../metric/MetricEditor')),
  forecast: lazy(() => import('../metric/ForecastEditor')),
  deviations: lazy(() => import('../deviations/DeviationsEditor')),
};
