import { fixedNow, query, startForTest } from '../harness';
import { HOUR, iso } from '../time';

export interface Point {
  timestamp: number | string;
  smoothened: unknown;
  corridors?: Record<string, { up: unknown; down: unknown } | null> | null;
}

export interface Body {
  granularity?: string;
  sourceGranularity?: string;
  data: Point[];
}

type Parameters = Record<string, string | undefined>;

/** On the hour, shortly before the test's now. */
export const to = Math.floor(fixedNow / HOUR) * HOUR;
const range = { from: iso(to - 2 * HOUR), to: iso(to) };

/** A demo service for tests, with requests for metric data that go beyond the interface. Two hours by default. */
export async function startForQuirks() {
  const service = await startForTest();
  const read = async (path: string, parameters: Parameters) => {
    const response = await fetch(`${service.url}${path}${query({ ...range, ...parameters })}`, {
      headers: { authorization: 'Bearer demo-token' },
    });
    return { status: response.status, body: (await response.json()) as Body };
  };
  return {
    ...service,
    v1: (parameters: Parameters = {}, metric = '101/response_time') => read(`/v1/ad/metrics/${metric}`, parameters),
    v2: (metric = '101/response_time') => read(`/v2/metrics/${metric}`, {}),
  };
}

export function times({ body }: { body: Body }): number[] {
  return body.data.map(({ timestamp }) => Number(new Date(timestamp)));
}
