import { type Fault } from './wholeService';

const PAGE = '<!DOCTYPE html><html><head><title>Log in</title></head><body onload="x()">Please log in</body></html>';

/** A fault by its name, and what a query reports in addition to what all must report. */
export interface NamedFault {
  name: string;
  fault: Fault;
  /** Words in its sentence. */
  says?: RegExp;
}

/** What can go wrong with every request, as the browser gets it from Grafana's proxy. */
export const FAULTS: NamedFault[] = [
  { name: 'a connection that is refused', fault: { error: new TypeError('Failed to fetch') }, says: /connection/i },
  { name: 'a service that refuses the proxy', fault: { status: 502, statusText: 'Bad Gateway' }, says: /502/ },
  { name: 'no answer at all', fault: 'hang', says: /too long|No usable response/ },
  {
    name: 'a time-out in the browser',
    fault: { error: Object.assign(new Error('Timeout has occurred'), { name: 'TimeoutError' }) },
    says: /too long/,
  },
  { name: 'a connection reset in mid body', fault: { error: new TypeError('network error') }, says: /connection/i },
  { name: '400', fault: { status: 400, text: '{"message":"bad parameter"}' }, says: /400.*bad parameter/ },
  { name: '400 without a word', fault: { status: 400 }, says: /400/ },
  {
    name: 'a refused token, as the proxy reports it',
    fault: { status: 400, statusText: 'Bad Request', text: '{"message":"Authentication to data source failed"}' },
    says: /access token.*401/,
  },
  { name: '401', fault: { status: 401, text: '{"message":"Unauthorized"}' }, says: /access token/ },
  { name: '403', fault: { status: 403, text: '{"error":{"detail":"no"}}' }, says: /403/ },
  {
    name: '404',
    fault: { status: 404, text: '404 page not found\n' },
    says: /404|knows no|not active|Not found at/,
  },
  { name: '409', fault: { status: 409 }, says: /409/ },
  {
    name: '429 with Retry-After',
    fault: { status: 429, text: '{}', headers: { 'Retry-After': '7' } },
    says: /429/,
  },
  { name: '429 that says when in its body', fault: { status: 429, text: '{"retryAfter":5}' }, says: /429/ },
  { name: '429', fault: { status: 429 }, says: /429/ },
  { name: '500', fault: { status: 500, text: '{"errors":[{"message":"boom"}]}' }, says: /500.*boom/ },
  {
    name: '500 with a stack',
    fault: { status: 500, text: 'panic: \u0000\u001b[31m at main.go:1\n\tat x' },
    says: /500/,
  },
  { name: '502 with a page', fault: { status: 502, text: PAGE }, says: /502/ },
  { name: '503', fault: { status: 503, text: PAGE }, says: /503/ },
  { name: '503 with Retry-After', fault: { status: 503, headers: { 'Retry-After': '30' } }, says: /503/ },
  { name: '504', fault: { status: 504 }, says: /504/ },
  { name: 'JSON that is cut off', fault: { body: '[{"id":"a","impact":"sev' } },
  { name: 'a page with 200', fault: { body: PAGE } },
  { name: 'an empty body', fault: { body: '' } },
  { name: 'null', fault: { body: 'null' } },
  { name: 'a number', fault: { body: '7' } },
  { name: 'text', fault: { body: '"ok"' } },
  { name: 'an empty object', fault: { body: '{}' } },
  { name: 'an error with 200', fault: { body: '{"error":{"message":"tenant is being moved"}}' }, says: /tenant/ },
  { name: 'a list of numbers', fault: { body: '[1,2]' } },
  { name: 'another list', fault: { body: '[{"kind":"pod"},{"kind":"node"}]' } },
  { name: 'an envelope of nothing', fault: { body: '{"items":{"a":1},"total":1,"new":{},"buckets":{},"data":{}}' } },
  { name: 'prototype names', fault: { body: '{"__proto__":{"id":"a","items":[]},"constructor":[],"toString":[{}]}' } },
];
