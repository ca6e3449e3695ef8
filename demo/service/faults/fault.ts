import type { OperationId } from '../http/openapi';
import type { Word } from './words';

/** Makes requests slow or faulty. Every fault that hits a request delays it, the first that fails decides how. */
export interface Fault {
  /** A regular expression on method, path and query (`GET /v1/alerts?expand=metrics`); without one every request is meant. */
  match?: string;
  /** Operations or tags of openapi.yaml, one or several: `v1GetMetricData`, `explore`. */
  operation?: string | string[];
  /** Requests with this access token alone. */
  token?: string;
  /** The share of those requests that is hit, 0 to 1; default 1. Which ones follows from the seed and their order. */
  rate?: number;
  /** Lets so many of them pass first. */
  after?: number;
  /** Hits so many requests, then no more. */
  times?: number;
  /** Milliseconds, or from and to. */
  latency?: number | [number, number];
  /** A status from 400 to 599, or one of the words. */
  fail?: number | Word;
  /** The status of a body that is a word's, or `body`'s; default 200. */
  status?: number;
  /** A JSON value that is answered; with `fail` a status, as the body of that error. */
  body?: unknown;
  /** The answer's Retry-After: seconds, or a date as HTTP writes it. */
  retryAfter?: number | string;
}

/** Every field with what it does, as help and README tell it. */
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

/** What a fault is held against. */
export interface Asked {
  /** Method, path and query. */
  readonly line: string;
  /** Undefined if there is no such operation. */
  readonly operation?: OperationId;
  /** The operation's tags in openapi.yaml. */
  readonly tags: readonly string[];
  readonly token?: string;
}

/** Whether a request is among those that the fault is for; `rate`, `after` and `times` aside. */
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
