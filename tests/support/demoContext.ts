import { type BackendSrv, setBackendSrv } from '@grafana/runtime';
import { Observable } from 'rxjs';
import { createDemoService, type DemoOptions, type DemoService, tokens } from '../../demo/service/server';
import { fakeService, type FakeOptions, type FakeService } from './fakeContext';

export interface Demo extends Pick<FakeService, 'context'> {
  service: DemoService;
  /** Paths with the query string, as sent. */
  asked: string[];
  /** Answers the requests of all contexts from now on. A new demo does so at once; only one can at a time. */
  connect: () => void;
  /** The body of a path below the base address, read without the plugin, to compute results by brute force. */
  read: <T>(path: string) => Promise<T>;
}

/**
 * A running demo service, whose clock is stopped at `now`, and the context of a data source that uses it. Contexts can share
 * a service, because it takes a second to make its data.
 */
export async function demoContext(
  now: number,
  options: FakeOptions & { token?: string; service?: DemoService } & Pick<
      DemoOptions,
      'seed' | 'mood' | 'faults' | 'quirks'
    > = {}
): Promise<Demo> {
  const { seed, mood, faults, quirks } = options;
  const service = options.service ?? (await createDemoService({ port: 0, now, seed, mood, faults, quirks }));
  const { context } = fakeService(() => ({ status: 500 }), { now, ...options });
  const asked: string[] = [];
  const headers = { authorization: `Bearer ${options.token ?? tokens.main}` };
  const fetchFrom = ({ url, responseType }: { url: string; responseType?: string }) =>
    new Observable((subscriber) => {
      const path = url.replace('/api/datasources/proxy/uid/uid/', '');
      const leaving = new AbortController();
      asked.push(path);
      fetch(`${service.url}/${path}`, { headers, signal: leaving.signal })
        .then(async (response) => ({
          status: response.status,
          data: await (responseType === 'text' ? response.text() : response.json()),
        }))
        .then((answer) => {
          if (answer.status >= 300) {
            subscriber.error(answer);
          } else {
            subscriber.next(answer);
            subscriber.complete();
          }
        })
        .catch((error) => subscriber.error(error));
      return () => leaving.abort();
    });
  const connect = () => setBackendSrv({ fetch: fetchFrom } as unknown as BackendSrv);
  connect();
  const read = async <T>(path: string): Promise<T> => {
    const response = await fetch(`${service.url}/${path}`, { headers });
    return (await response.json()) as T;
  };
  return { service, context, asked, read, connect };
}
