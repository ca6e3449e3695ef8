/** The query types that have an editor, in the order of its list; a test of the record of all types holds it complete. */
export const EDITED_TYPES = [
  'metric',
  'forecast',
  'explain',
  'alerts',
  'alertSearch',
  'alertCounts',
  'alertEvents',
  'story',
  'deviations',
  'alertReport',
  'anomalies',
  'availability',
] as const;

export type EditedType = (typeof EDITED_TYPES)[number];
