import { NamedMetrics } from '../facts/names';
import { type Named } from '../service/alerts';
import { LISTS } from './catalogue';

const FEW = 5_000;
const MANY = 20_000;

/** Metrics that count how often their fields are read. */
function counting(length: number) {
  let reads = 0;
  const named = Array.from({ length }, (_, i): Named => {
    const own: Named = {
      nodeId: String(i % 500),
      nodeName: i % 3 ? `node ${i % 500}` : null,
      systemId: String(i % 20),
      systemName: `system ${i % 20}`,
      metricId: `m${i}`,
      metricName: i % 7 ? `metric ${(i * 7919) % length}` : null,
    };
    return new Proxy(own, {
      get: (target, name) => {
        reads++;
        return Reflect.get(target, name) as unknown;
      },
    });
  });
  return { named, reads: () => reads };
}

/** How often fields are read per metric, for few and for many metrics. */
function readsPerMetric(work: (named: Named[]) => unknown): [number, number] {
  const of = (length: number) => {
    const { named, reads } = counting(length);
    work(named);
    return reads() / length;
  };
  return [of(FEW), of(MANY)];
}

it.each([
  ['names seen', (named: Named[]) => new NamedMetrics().add(named)],
  ['systems', (named: Named[]) => LISTS.systems(named, { nodeId: ['3', '4'] })],
  ['nodes', (named: Named[]) => LISTS.nodes(named, { q: 'node' })],
  ['metrics', (named: Named[]) => LISTS.metrics(named, { nodeId: ['3', '4'], q: 'metric' })],
  ['series', (named: Named[]) => LISTS.series(named, {})],
])('%s of 20,000 metrics take as much work per metric as of 5,000', (_, work) => {
  const [few, many] = readsPerMetric(work);
  expect(few).toBeGreaterThan(0);
  expect(many).toBeLessThan(few * 1.5);
});
