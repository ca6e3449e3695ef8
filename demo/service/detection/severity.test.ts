import {
  alertScore,
  anomalySeverity,
  deviationOf,
  impactOfScore,
  metricScore,
  severityOfDeviation,
  worse,
} from './severity';

const bands = { mainUp: 10, mainDown: 0, supUp: 30, supDown: 20, infUp: NaN, infDown: NaN };

describe('severity', () => {
  it('measures from the nearest edge of any corridor, in widths of main, negative below', () => {
    expect(deviationOf(5, bands)).toBe(0);
    expect(deviationOf(25, bands)).toBe(0);
    expect(deviationOf(12, bands)).toBeCloseTo(0.2);
    expect(deviationOf(19, bands)).toBeCloseTo(0.1);
    expect(deviationOf(-5, bands)).toBeCloseTo(-0.5);
    expect(deviationOf(0, { ...bands, mainUp: 1, mainDown: 1, supUp: NaN })).toBe(-1);
  });

  it('has five levels', () => {
    expect([0, 0.1, 0.6, 1.2, 3].map(severityOfDeviation)).toEqual(['green', 'yellow', 'orange', 'red', 'blood_red']);
    expect([-0.1, -3].map(severityOfDeviation)).toEqual(['yellow', 'blood_red']);
  });

  it('scores several metrics higher than one, and never above 100', () => {
    const { contribution } = metricScore('blood_red', 1, 1);
    const scores = [1, 2, 3, 30].map((count) => alertScore(new Array<number>(count).fill(contribution)));
    expect(scores).toEqual([...scores].sort((a, b) => a - b));
    expect(scores.at(-1)).toBeLessThanOrEqual(100);
    expect(scores.map(impactOfScore).at(-1)).toBe('severe');
    expect(worse('high', 'medium')).toBe('high');
  });

  it('numbers the three levels of the anomaly family', () => {
    expect(anomalySeverity('low')).toEqual({ severity: 'low', severity_num: 1 });
    expect(anomalySeverity('orange')).toEqual({ severity: 'medium', severity_num: 2 });
    expect(anomalySeverity('severe')).toEqual({ severity: 'severe', severity_num: 3 });
  });
});
