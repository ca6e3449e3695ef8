import type { SystemSpec } from './catalogue';
import { paymentSystems } from './tenant-main-payments';
import { shopSystems } from './tenant-main-shop';
import { worksSystems } from './tenant-main-works';

/**
 * The tenant of `demo-token`. The metric that everyone sees first is `response_time` of node 101. Names are plain English,
 * but identifiers have spaces, slashes, and percent signs. The second tenant has names with markup and other alphabets.
 */
export const mainTenant: readonly SystemSpec[] = [...shopSystems, ...paymentSystems, ...worksSystems];
