import { type Trace } from './steps';

/** Times of alerts and events. In a file, they are readable dates. */
const TIMES = new Set(['at', 'end']);

/** A trace as a file for tests/regressions, with one line for each alert and each step. */
export function written({ alerts, steps, ...trace }: Trace): string {
  const json = (value: unknown) =>
    JSON.stringify(value, (name, one: unknown) =>
      TIMES.has(name) && typeof one === 'number' ? new Date(one).toISOString() : one
    );
  const lines = (values: unknown[]) => `[\n${values.map((value) => `    ${json(value)}`).join(',\n')}\n  ]`;
  const parts = Object.entries(trace).map(([name, value]) => `  "${name}": ${json(value)}`);
  const lists = [...(alerts ? [`  "alerts": ${lines(alerts)}`] : []), `  "steps": ${lines(steps)}`];
  return `{\n${[...parts, ...lists].join(',\n')}\n}\n`;
}

export function traceIn(text: string): Trace {
  const trace = JSON.parse(text) as Trace;
  const alerts = JSON.parse(JSON.stringify(trace.alerts ?? null), (name, one: unknown) =>
    TIMES.has(name) && typeof one === 'string' ? Date.parse(one) : one
  ) as Trace['alerts'] | null;
  return alerts ? { ...trace, alerts } : trace;
}
