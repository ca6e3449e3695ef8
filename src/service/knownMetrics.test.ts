import { toAlert } from './alerts';
import { KnownMetrics } from './knownMetrics';

const alert = (id: string, ...metrics: string[]) =>
  toAlert({ id, metrics: metrics.map((statTypeId) => ({ statTypeId })) });
const idsOf = (known: KnownMetrics, id: string) => known.of(id)?.map(({ metricId }) => metricId) ?? null;

it('keeps what the answer about the latest moment told, in whatever order they come', () => {
  const known = new KnownMetrics();
  known.note([alert('a', 'late')], 2000);
  known.note([alert('a', 'early')], 1000);
  expect(idsOf(known, 'a')).toEqual(['late']);
  known.note([alert('a', 'later')], 2000);
  expect(idsOf(known, 'a')).toEqual(['later']);
});

it('an answer without metrics says nothing', () => {
  const known = new KnownMetrics();
  known.note([alert('a', 'cpu')], 1000);
  known.note([alert('a'), toAlert({ id: 'a' }), toAlert({ metrics: [{ statTypeId: 'x' }] })], 2000);
  expect(idsOf(known, 'a')).toEqual(['cpu']);
  expect(known.of('')).toBeNull();
  expect(known.of('__proto__')).toBeNull();
});

it('has a bound: the alerts told of longest ago go first', () => {
  const known = new KnownMetrics(3);
  known.note([alert('a', '1'), alert('b', '1', '2')], 1);
  known.note([alert('a', '3')], 2);
  known.note([alert('c', '1', '2')], 3);
  expect([idsOf(known, 'a'), idsOf(known, 'b'), idsOf(known, 'c')]).toEqual([['3'], null, ['1', '2']]);
});

describe('a metric that leaves an alert which is watched', () => {
  const leftOf = (known: KnownMetrics, since = 0) => known.leftOf('a', since).map(({ metricId }) => metricId);

  it('is told until it comes again, beside those that it has now', () => {
    const known = new KnownMetrics();
    known.note([alert('a', 'cpu', 'disk')]);
    expect(leftOf(known)).toEqual([]);
    known.note([alert('a', 'cpu')]);
    known.note([alert('a', 'net')]);
    expect(idsOf(known, 'a')).toEqual(['net']);
    expect(leftOf(known)).toEqual(['cpu', 'disk']);
    known.note([alert('a', 'disk')]);
    expect(leftOf(known)).toEqual(['net', 'cpu']);
  });

  it('is not told where it left before the time that is looked at', () => {
    const known = new KnownMetrics();
    known.note([alert('a', 'cpu')]);
    known.note([alert('a', 'disk')]);
    expect(leftOf(known, Date.now() + 60_000)).toEqual([]);
  });

  it('counts for the bound', () => {
    const known = new KnownMetrics(3);
    known.note([alert('a', '1', '2')]);
    known.note([alert('a', '3', '4')]);
    expect(idsOf(known, 'a')).toBeNull();
  });
});

it('what an alert was about at another moment has not left it', () => {
  const known = new KnownMetrics();
  known.note([alert('a', 'cpu')], 1000);
  known.note([alert('a', 'disk')]);
  known.note([alert('a', 'cpu')], 2000);
  expect(known.leftOf('a', 0)).toEqual([]);
});
