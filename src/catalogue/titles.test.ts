import fc from 'fast-check';
import { type AlertMetric, toAlertMetric } from '../service/alerts';
import { alertTitle, metricTitle } from './titles';

const counted = { activeMetrics: 3, activeNodes: 2 };
const metric = (statTypeId: string, severity: string | null, contribution: number | null = null) =>
  toAlertMetric({ nodeId: 7, nodeName: 'db-1', statTypeId, severity, score: { contribution } });

describe('the title of an alert', () => {
  it.each([
    [
      'the worst severity',
      [metric('a', 'orange', 9), metric('b', 'blood_red', 1), metric('c', 'red', 5)],
      'b · db-1 +2',
    ],
    ['then the largest contribution', [metric('a', 'red', 1), metric('b', 'red', 2)], 'b · db-1 +1'],
    ['then the first listed', [metric('a', 'red', 1), metric('b', 'red', 1)], 'a · db-1 +1'],
    ['one without contribution counts least', [metric('a', 'red'), metric('b', 'red', -3)], 'b · db-1 +1'],
    ['an unknown severity counts least', [metric('a', 'constructor', 9), metric('b', 'green')], 'b · db-1 +1'],
    ['a single metric', [metric('a', null)], 'a · db-1'],
  ])('names %s', (_, metrics, title) => {
    expect(alertTitle(counted, metrics)).toBe(title);
  });

  it.each([
    [3, 2, '3 metrics on 2 nodes'],
    [1, 1, '1 metric on 1 node'],
    [3, null, '3 metrics'],
    [null, 1, '1 node'],
    [0, 0, 'metrics not known'],
    [null, null, 'metrics not known'],
  ])('counts where no metric is known: %p metrics, %p nodes', (activeMetrics, activeNodes, title) => {
    expect(alertTitle({ activeMetrics, activeNodes }, null)).toBe(title);
    expect(alertTitle({ activeMetrics, activeNodes }, [])).toBe(title);
  });

  it('names by id where there is no name', () => {
    expect(metricTitle(toAlertMetric({ nodeId: 7, statTypeId: 'cpu', statTypeName: '' }))).toBe('cpu · 7');
    expect(metricTitle(toAlertMetric({ nodeId: 7, nodeName: 'db', statTypeId: 'cpu', statTypeName: 'CPU' }))).toBe(
      'CPU · db'
    );
  });

  const ORDER = ['blood_red', 'red', 'orange', 'yellow', 'green'];
  const anyMetric = fc.record({
    severity: fc.constantFrom(...ORDER, 'cosmic', null),
    contribution: fc.option(fc.integer({ min: -2, max: 2 }), { nil: null }),
  });

  it('is that of a search by brute force', () => {
    fc.assert(
      fc.property(fc.array(anyMetric, { minLength: 1, maxLength: 8 }), (list) => {
        const metrics: AlertMetric[] = list.map(({ severity, contribution }, i) =>
          metric(`m${i}`, severity, contribution)
        );
        const byWord = list
          .map((one, i) => ({
            ...one,
            i,
            rank: ORDER.includes(one.severity ?? '') ? ORDER.indexOf(one.severity ?? '') : 5,
          }))
          .sort(
            (a, b) => a.rank - b.rank || Math.sign((b.contribution ?? -1e9) - (a.contribution ?? -1e9)) || a.i - b.i
          );
        const more = list.length > 1 ? ` +${list.length - 1}` : '';
        expect(alertTitle(counted, metrics)).toBe(`m${byWord[0].i} · db-1${more}`);
      })
    );
  });
});
