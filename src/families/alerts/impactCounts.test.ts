import { type DataFrame } from '@grafana/data';
import { lastValueFrom } from 'rxjs';
import { type Answer, type Call, fakeRequest, fakeService, type FakeOptions } from '../../../tests/support/fakeContext';
import { runAny } from '../../../tests/support/run';
import { type AnomalyQuery } from '../../ground/query';
import { HOUR } from '../../ground/spans';
import { colorOf } from '../../table/colors';
import { iso } from '../../../tests/support/times';

const NOW = Date.UTC(2026, 0, 31, 18);

async function counted(answer: (call: Call) => Answer, query: Partial<AnomalyQuery> = {}, options: FakeOptions = {}) {
  const { context, calls } = fakeService(answer, { now: NOW, ...options });
  const request = fakeRequest([{ queryType: 'alerts', format: 'counts', ...query }], { from: NOW - 1, to: NOW });
  const response = await lastValueFrom(runAny(request.targets, request, context));
  const frame = response.data[0] as DataFrame | undefined;
  const row = frame?.fields.map(({ name, values }) => [name, values[0] as unknown]);
  return { frame, row, calls, errors: response.errors, notices: frame?.meta?.notices ?? [] };
}
const alerts = (...impacts: Array<string | null>) => impacts.map((impact, i) => ({ id: `${i}`, impact, active: true }));

it('counts the active alerts in one row, in the colors of the impacts', async () => {
  const { row, frame } = await counted(() => ({ body: alerts('severe', 'low', 'low', 'high') }));
  expect(row).toEqual([
    ['active', 4],
    ['low', 2],
    ['medium', 0],
    ['high', 1],
    ['severe', 1],
  ]);
  // The form of Grafana's data plane, so that alert rules and expressions accept it.
  expect(frame?.meta).toMatchObject({ type: 'numeric-wide', typeVersion: [0, 1] });
  expect(frame?.fields.map(({ type, config }) => [type, config.color?.fixedColor])).toEqual([
    ['number', 'text'],
    ...['low', 'medium', 'high', 'severe'].map((impact) => ['number', colorOf(impact)]),
  ]);
});

it('counts what was active then, even if the service describes it as of now', async () => {
  const ended = { active: false, firstSeenAt: iso(NOW - 9 * HOUR), lastSeenAt: iso(NOW - HOUR) };
  const body = alerts('severe', 'low').map((alert) => ({ ...alert, ...ended }));
  const { row } = await counted(() => ({ body }), { at: iso(NOW - 2 * HOUR) });
  expect(row?.[0]).toEqual(['active', 2]);
});

it('counts at the end of a range: of one that ends now, by the list of the present', async () => {
  const sent = async (ago: number) => {
    const { calls } = await counted(() => ({ body: [] }), { at: String(NOW - ago) });
    return calls.map(({ path, query }) => [path, query.at !== undefined]);
  };
  const present = await counted(() => ({ body: [] }));
  expect(await sent(0)).toEqual(present.calls.map(({ path }) => [path, false]));
  expect(await sent(2 * HOUR)).toEqual(present.calls.map(({ path }) => [path, true]));
});

it('has zeros if nothing is active, because that is data', async () => {
  const { row, frame } = await counted(() => ({ body: [] }));
  expect(frame?.length).toBe(1);
  expect(row?.map(([, count]) => count)).toEqual([0, 0, 0, 0, 0]);
});

it.each([503, 403, 500])('a response with %i is an error, and never a zero', async (status) => {
  const { frame, errors } = await counted(() => ({ status }), {}, { jsonData: {} });
  expect(frame).toBeUndefined();
  expect(errors).toHaveLength(1);
});

it('has no counts if one of several alerts cannot be read, and does not count inactive ones', async () => {
  const answer = ({ segments }: Call): Answer =>
    segments[2] === 'a' ? { body: { id: 'a', impact: 'high', active: true, metrics: [] } } : { status: 404 };
  const gone = await counted(answer, { alertId: ['a', 'b'] });
  expect(gone.row?.slice(0, 1)).toEqual([['active', 1]]);
  expect(gone.notices).toHaveLength(1);
  const broken = await counted((call) => (call.segments[2] === 'a' ? answer(call) : { status: 400 }), {
    alertId: ['a', 'b'],
  });
  expect(broken.frame).toBeUndefined();
  expect(broken.errors).toHaveLength(1);
});

it('counts an undocumented impact as active', async () => {
  const { row } = await counted(() => ({ body: alerts('cosmic', null, 'low', '__proto__') }));
  expect(row).toEqual(Object.entries({ active: 4, low: 1, medium: 0, high: 0, severe: 0 }));
});

it('counts alerts that pass the filters, and nothing for an empty variable', async () => {
  const filters = [{ key: 'impact', operator: '!=', value: 'low' }];
  expect((await counted(() => ({ body: alerts('low', 'high') }), { filters })).row?.[0]).toEqual(['active', 1]);
  const empty = await counted(() => ({ body: [] }), { alertId: '$none' }, { variables: { none: [] } });
  expect(empty.calls).toHaveLength(0);
  expect(empty.frame?.length).toBe(0);
  expect(empty.frame?.meta?.type).toBe('numeric-wide');
  const columns = ['active', 'low', 'medium', 'high', 'severe'].map((name) => [name, undefined]);
  expect(empty.row).toEqual(columns);
  expect(empty.notices).toHaveLength(1);
});
