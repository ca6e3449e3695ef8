import { type ComponentType, lazy, type LazyExoticComponent } from 'react';
import { type PanelQueries } from '../query/query';
import { type EditorProps } from '../fields/props';

type Editors = { [T in keyof PanelQueries]: LazyExoticComponent<ComponentType<EditorProps<PanelQueries[T]>>> };

/** From query type to its editor, loaded when it is first shown. The compiler keeps the record complete. */
export const EDITORS: Editors = {
  metric: lazy(() => import('../metric/MetricEditor')),
  forecast: lazy(() => import('../metric/ForecastEditor')),
  alerts: lazy(() => import('../alerts/AlertsEditor')),
  alertEvents: lazy(() => import('../alerts/AlertEventsEditor')),
  alertSearch: lazy(() => import('../alerts/AlertSearchEditor')),
  alertCounts: lazy(() => import('../alerts/AlertCountsEditor')),
  anomalies: lazy(() => import('../anomalies/AnomaliesEditor')),
  deviations: lazy(() => import('../deviations/DeviationsEditor')),
};
