import type { Handlers } from '../http/handlers';
import { getAlert, getAlertEvent, listAlertEvents, listAlerts } from './alerts';
import * as anomalies from './anomalies';
import { exploreAlerts, exploreAlertsTimeseries } from './explore';
import { getForecast, v1GetMetricData, v2GetMetricData } from './metric-data';

export const handlers: Handlers = {
  v1ListAlerts: listAlerts,
  v2ListAlerts: listAlerts,
  v1GetAlert: getAlert,
  v2GetAlert: getAlert,
  v1ListAlertEvents: listAlertEvents,
  v2ListAlertEvents: listAlertEvents,
  v1GetAlertEvent: getAlertEvent,
  v2GetAlertEvent: getAlertEvent,
  v1GetMetricData,
  v2GetMetricData,
  getForecast,
  ...anomalies,
  exploreAlerts,
  exploreAlertsTimeseries,
};
