import { createTheme, type DataFrame, type Field, getDisplayProcessor } from '@grafana/data';
import { lastValueFrom } from 'rxjs';
import { fakeRequest, fakeService } from '../../../tests/support/fakeContext';
import { runAny } from '../../../tests/support/run';

const NOW = Date.UTC(2026, 10, 21, 12);
const RANGE = { from: NOW - 3_600_000, to: NOW };

beforeEach(() => {
  jest.useFakeTimers({ now: NOW, doNotFake: ['setImmediate', 'queueMicrotask', 'nextTick'] });
});
afterEach(() => jest.useRealTimers());

/** A service whose answers can be changed, with repeated requests from one data source. */
function service(first: { status: number; body?: unknown } | { body: unknown }) {
  let answer = first;
  const { context, calls } = fakeService(() => answer);
  const ask = async () => {
    const request = fakeRequest([{ queryType: 'availability' }], RANGE);
    const answered = lastValueFrom(runAny(request.targets, request, context));
    await jest.advanceTimersByTimeAsync(120_000);
    const { data, errors } = await answered;
    const { fields } = data[0] as DataFrame;
    const row = Object.fromEntries(fields.map(({ name, values }: Field) => [name, values[0]]));
    return { row, errors, state: fields[0], fields: fields.map(({ name }: Field) => name) };
  };
  return { ask, calls, becomes: (next: typeof answer) => (answer = next) };
}

test('a service that responds: the time of its answer, with one request', async () => {
  const { ask, calls } = service({ body: [] });
  const { row, errors, fields } = await ask();
  expect(errors).toBeUndefined();
  expect(fields).toEqual(['state', 'lastAnswer', 'reason']);
  expect(row).toEqual({ state: 'responds', lastAnswer: expect.any(Number), reason: null });
  expect(row.lastAnswer).toBeGreaterThanOrEqual(NOW);
  expect(calls.map(({ raw }) => raw)).toEqual(['v2/alerts?expand=metrics']);
});

test.each([
  ...[401, 403, 404, 429, 500, 503].map((status) => [{ status }, 'refuses'] as const),
  // Grafana refuses the user.
  [{ status: 403, body: { title: 'Access denied', accessErrorId: 'ACE1' } }, 'no response'] as const,
  [{ status: 403, body: { message: 'Access denied to datasource' } }, 'no response'] as const,
  [{ status: 403, body: { message: 'Access denied: this token may not read' } }, 'refuses'] as const,
  [{ body: { error: 'no list' } }, 'refuses'] as const,
  [{ body: '<html>Sign in</html>' }, 'refuses'] as const,
  [{ body: {} }, 'refuses'] as const,
  [{ status: 502 }, 'no response'] as const,
  [{ status: 504 }, 'no response'] as const,
])('a service that returns %j %s: shown as data, with the time of the last answer', async (broken, state) => {
  const { ask, becomes } = service({ body: [] });
  const { row: before } = await ask();
  becomes(broken);
  const { row, errors } = await ask();
  expect(errors).toBeUndefined();
  expect(row.state).toBe(state);
  expect(String(row.reason)).toMatch(/\w+ \w+ .*\./);
  expect(row.lastAnswer).toBe(before.lastAnswer);
});

test('a service without a response is silent since its last one, and a fresh page knows no time', async () => {
  const wordOf = async (asked: Promise<{ state: Field }>) => {
    const { state } = await asked;
    return getDisplayProcessor({ field: state, theme: createTheme() })(state.values[0]).text;
  };
  const { ask, becomes } = service({ body: [] });
  expect(await wordOf(ask())).toBe('responds');
  becomes({ status: 502 });
  expect(await wordOf(ask())).toMatch(/^silent since \d\d:\d\d$/);
  expect(await wordOf(service({ status: 502 }).ask())).toBe('no response');
});

test('a service that never responded has no last answer', async () => {
  const { ask } = service({ status: 403 });
  const { row } = await ask();
  expect(row).toMatchObject({ state: 'refuses', lastAnswer: null });
});

test('a service that has not responded for 10 s is silent 5 s later', async () => {
  const { context } = fakeService(() => ({ body: [] }), { latency: () => 60_000 });
  const ask = () => {
    const request = fakeRequest([{ queryType: 'availability' }], RANGE);
    const states: string[] = [];
    runAny(request.targets, request, context).subscribe(({ data }) =>
      states.push(...(data as DataFrame[]).map(({ fields }) => String(fields[0].values[0])))
    );
    return states;
  };
  ask();
  await jest.advanceTimersByTimeAsync(10_000);
  const states = ask();
  await jest.advanceTimersByTimeAsync(4_000);
  expect(states).toEqual([]);
  await jest.advanceTimersByTimeAsync(2_000);
  expect(states).toEqual(['no response']);
});
