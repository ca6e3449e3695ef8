import { type BackendSrv, setBackendSrv } from '@grafana/runtime';
import { Observable, type Subscription } from 'rxjs';
import { Client } from '../../src/service/client';
import { type ServiceFailure } from '../../src/ground/failure';

/** The answer to a request, or its failure. */
export type Answer = { status: number; data?: unknown; headers?: unknown } | 'lost' | 'never';
export const FINE: Answer = { status: 200, data: {} };

/** A client of a service that answers within 10 ms. */
export function clientOf(answer: (path: string, call: number) => Answer, limit = 4) {
  const sent: Array<{ path: string; at: number; responseType?: string }> = [];
  let active = 0;
  const fetch = ({ url, responseType }: { url: string; responseType?: string }) =>
    new Observable((subscriber) => {
      const path = url.replace('/proxy/', '');
      const given = answer(path, sent.push({ path, at: Date.now(), responseType }));
      active++;
      const timer = setTimeout(() => {
        if (given === 'lost') {
          subscriber.error(new TypeError('Failed to fetch'));
        } else if (given !== 'never' && given.status < 300) {
          subscriber.next(given);
          subscriber.complete();
        } else if (given !== 'never') {
          subscriber.error(given);
        }
      }, 10);
      return () => {
        clearTimeout(timer);
        active--;
      };
    });
  setBackendSrv({ fetch } as unknown as BackendSrv);
  const client = new Client({ url: '/proxy/', name: 'A', maxConcurrentRequests: limit, patience: 120_000 });
  /** The result of each path so far: `done`, or the kind of failure. */
  const ends = new Map<string, string>();
  const failures: ServiceFailure[] = [];
  const ask = (path: string, turn = 0): Subscription =>
    client.get(path, { turn }).subscribe({
      complete: () => ends.set(path, 'done'),
      error: (failure: ServiceFailure) => {
        failures.push(failure);
        ends.set(path, failure.kind);
      },
    });
  const pass = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);
  return { client, sent, ask, pass, ends, failures, active: () => active };
}
