import { perInstance } from '../service/recent';

/**
 * The IDs of alerts that the service returned: one that looks like a variable is an ID nevertheless. They are apart from the
 * memory of alerts, because the data source needs them at once, and the memory is loaded with the first query that has alerts.
 */
export const alertIdsOf = perInstance(() => new Set<string>());
