import type { SystemSpec } from './catalogue';
import { paymentSystems } from './tenant-main-payments';
import { shopSystems } from './tenant-main-shop';
import { worksSystems } from './tenant-main-works';

/**
 * The tenant of `demo-token`. Node 101's `response_time` is the metric that everyone sees first. Names are plain English;
 * the identifiers have spaces, slashes and percent signs. Names with markup and other alphabets are in the second tenant.
 */
export const mainTenant: readonly SystemSpec[] = [...shopSystems, ...paymentSystems, ...worksSystems];
