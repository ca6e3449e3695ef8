import { type AnomalyScope } from './models';

/** Scopes whose answers can hold metered datapoints: for the editor and the runner, which are loaded apart. */
export const METERED: ReadonlySet<AnomalyScope> = new Set<AnomalyScope>(['range', 'unread', 'update']);
