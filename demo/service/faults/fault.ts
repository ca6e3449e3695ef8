import type { OperationId } from '../http/openapi';
import type { Word } from './words';

/** Makes requests slow or faulty. Every matching fault delays a request. The first one that fails decides how. */
export interface Fault {
  /** A regular expression for method, path, and query (`GET /v1/alerts?expand=metrics`). Default: every request. */
  match?: string;
  /** One or several operations or tags of openapi.yaml: `v1GetMetricData`, `explore`. */
  operation?: string | string[];
  /** Only requests with this access token. */
  token?: string;
  /** The affected share of those requests, 0 to 1, default 1. The seed and their order determine which. */
  rate?: number;
  /** Skips this many first. */
  after?: number;
  /** Affects this many requests, then no more. */
  times?: number;
  /** Milliseconds, or a range of them. */
  latency?: number | [number, number];
  /** A status from 400 to 599, or one of the words. */
  fail?: number | Word;
  /** The status for a word's body or for `body`, default 200. */
  status?: number;
  /** A JSON value to return. With a status in `fail`, the body of that error. */
  body?: unknown;
  /** The answer's Retry-After: seconds, or an HTTP date. */
  retryAfter?: number | string;
}

/** Every field with its effect, as in the help and README. */
export const faultFields: Readonly<Record<keyof Fault, string>> = {
  match: 'which requests: a regular expression on method, path and query',
  operation: 'operations or tags of openapi.yaml, one or a list: v1GetMetricData, explore',
  token: 'those with this access token',
  rate: 'the share of those that is hit, 0 to 1',
  after: 'lets so many pass first',
  times: 'hits so many, then no more',
  latency: 'the answer comes that many milliseconds late; or from and to: [200,1500]',
  fail: 'a status from 400 to 599, or a word',
  status: "the status of a body that is a word's or body's; 200 without",
  body: 'the JSON value that is answered; with fail a status as the body of that error',
  retryAfter: "the answer's Retry-After: seconds, or a date",
};

/** What a fault is compared with. */
export interface Asked {
  /** Method, path, and query. */
  readonly line: string;
  /** Undefined if there is no such operation. */
  readonly operation?: OperationId;
  /** The operation's tags in openapi.yaml. */
  readonly tags: readonly string[];
  readonly token?: string;
}

/** Whether a fault is for this request, without `rate`, `after`, and `times`. */
export function meets({ match, operation, token }: Fault, asked: Asked): boolean {
  const names = operation === undefined ? undefined : [operation].flat();
  return (
    (match === undefined || new RegExp(match).test(asked.line)) &&
    (token === undefined || token === asked.token) &&
    (names === undefined || names.some((name) => name === asked.operation || asked.tags.includes(name)))
  );
}

/** Whether it does more than delay. */
export function fails({ fail, body }: Fault): boolean {
  return fail !== undefined || body !== undefined;
}
