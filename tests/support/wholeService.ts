import { type BackendSrv } from '@grafana/runtime';
import { Observable } from 'rxjs';
import { trueAnswer } from './trueAnswers';

/** A request as the service gets it. */
export interface WholeCall {
  /** Path and query string below the base address, as sent. */
  raw: string;
  /** Decoded. */
  segments: string[];
  query: Record<string, string>;
  /** The operation: its path without identifiers. */
  operation: string;
  /** Virtual time of the request. */
  at: number;
  url: string;
}

/** A fault of a request. */
export type Fault =
  /** The response of the service or of a gateway in front of it, which Grafana's proxy passes on. */
  | { status: number; text?: string; statusText?: string; headers?: Record<string, string> }
  /** A success with this text as its body. */
  | { body: string }
  /** The error of the browser's `fetch`. */
  | { error: Error }
  | 'hang';

/** The proxy's address of a data source. */
export const BASE = '/api/datasources/proxy/uid/test';

/**
 * The whole interface in memory, as `getBackendSrv().fetch` returns it: as text if text is requested, otherwise as JSON if
 * possible. It uses the test's virtual time. Answers take 20 ms unless a test changes that.
 */
export class WholeService {
  readonly calls: WholeCall[] = [];
  /** Milliseconds until an answer. */
  latency = 20;
  /** The same for one request. */
  delay = (_: WholeCall) => this.latency;
  active = 0;
  aborted = 0;
  /** The fault of a request, or undefined. */
  fault: (call: WholeCall) => Fault | undefined = () => undefined;
  /** The body of a request. */
  body: (call: WholeCall) => unknown = trueAnswer;

  readonly backend = {
    fetch: (request: { url: string; responseType?: string; method?: string }) => this.answer(request),
  } as unknown as BackendSrv;

  /** @param base the address of the service */
  constructor(readonly base = BASE) {}

  private answer({ url, responseType }: { url: string; responseType?: string }) {
    return new Observable<{ status: number; data: unknown }>((subscriber) => {
      const call = callOf(url, this.base);
      this.calls.push(call);
      this.active++;
      let open = true;
      const fault = this.fault(call);
      const given = fault ?? { body: JSON.stringify(this.body(call)) };
      const end = () => {
        open = false;
        this.active--;
      };
      const timer = setTimeout(() => {
        if (given === 'hang') {
          return;
        }
        end();
        if ('error' in given) {
          subscriber.error(given.error);
        } else if ('status' in given) {
          const { status, statusText = '', text = '', headers } = given;
          const data = parsed(text, responseType);
          subscriber.error({
            status,
            statusText,
            data: typeof data === 'string' ? { message: data, error: statusText, response: data } : data,
            ...(headers ? { headers: new Headers(headers) } : {}),
          });
        } else {
          subscriber.next({ status: 200, data: parsed(given.body, responseType) });
          subscriber.complete();
        }
      }, this.delay(call));
      return () => {
        clearTimeout(timer);
        if (open) {
          this.active--;
          this.aborted++;
        }
      };
    });
  }
}

/** Grafana reads a body as JSON if possible, unless text was requested. */
function parsed(text: string, responseType?: string): unknown {
  try {
    return responseType === 'text' ? text : JSON.parse(text);
  } catch {
    return text;
  }
}

function callOf(url: string, base: string): WholeCall {
  if (!url.startsWith(`${base}/`)) {
    throw new Error(`asked past the proxy: ${url}`);
  }
  const raw = url.slice(base.length + 1);
  const [path, search = ''] = raw.split('?');
  const segments = path.split('/').map(decodeURIComponent);
  return {
    url,
    raw,
    segments,
    query: Object.fromEntries(new URLSearchParams(search)),
    operation: operationOf(segments),
    at: Date.now(),
  };
}

/** The segments that the interface names. All others are identifiers. */
const WORDS = new Set(
  'v1 v2 ad metrics alerts events explore timeseries anomalies current unread details corridors forecast'.split(' ')
);

function operationOf(segments: string[]): string {
  return segments.map((segment) => (WORDS.has(segment) ? segment : '*')).join('/');
}
