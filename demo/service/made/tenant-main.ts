import type { SystemSpec } from './catalogue';
import { paymentSystems } from './tenant-main-payments';
import { shopSystems } from './tenant-main-shop';
import { worksSystems } from './tenant-main-works';

/**
 * The tenant of `demo-token`. Node 101's `response_time` is the metric that everyone sees first. Names are of every kind
 * that people give: with spaces, slashes, percent signs, other alphabets, and, where lists end, markup.
 */
export const mainTenant: readonly SystemSpec[] = [...shopSystems, ...paymentSystems, ...worksSystems];
