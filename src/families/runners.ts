/* The families that are loaded when the first of them is needed, in one file. */

export { runAlerts } from './alerts/alertsQuery';
export { runAlertCounts } from './alerts/countsQuery';
export { runAlertEvents } from './alerts/eventsQuery';
export { runAlertSearch } from './alerts/searchQuery';
export { runAnnotations, runOverlay } from './annotations/runner';
export { runAnomalies } from './anomalies/anomaliesQuery';
export { runAvailability } from './availability/runner';
export { runDeviations } from './deviations/runner';
export { runExplain } from './explain/runner';
export { runAlertReport } from './report/runner';
export { runStory } from './story/runner';
export { runVariables } from './variables/runner';
