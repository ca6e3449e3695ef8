import type { ValidateFunction } from 'ajv';
import { type OperationId, responseChecks } from './http/openapi';
import type { DemoOptions } from './options';
import { createDemoService } from './server';

/** A Thursday, shortly before noon. */
export const fixedNow = Date.parse('2026-01-29T11:47:30.000Z');

/**
 * The demo service with a fixed clock, for tests. `get` sends a request like any caller, and checks a 200 body against the
 * operation's schema in openapi.yaml.
 */
export async function startForTest(options: DemoOptions = {}) {
  const service = await createDemoService({ port: 0, now: fixedNow, ...options });
  const checkOf = responseChecks();
  const checks = new Map<OperationId, ValidateFunction>();

  async function get<T = unknown>(operation: OperationId, url: string, token = 'demo-token') {
    const headers: Record<string, string> = token === '' ? {} : { authorization: `Bearer ${token}` };
    const response = await fetch(service.url + url, { headers });
    const body = (await response.json()) as T;
    if (response.status === 200) {
      const check = checks.get(operation) ?? checkOf(operation);
      checks.set(operation, check);
      if (!check(body)) {
        throw new Error(`${url} is not as openapi.yaml says: ${JSON.stringify(check.errors?.slice(0, 3))}`);
      }
    }
    return { status: response.status, body };
  }
  return { ...service, get };
}

/** Parameters as a query string, without undefined ones. */
export function query(parameters: Record<string, string | number | boolean | undefined>): string {
  const given = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]]
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
}
