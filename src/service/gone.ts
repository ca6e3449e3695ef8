import { isFailure } from './failure';

/** Whether the service has no such thing (404): no error, a table without it and a notice. */
export function isGone(failure: unknown): boolean {
  return isFailure(failure) && failure.kind === 'notFound';
}
