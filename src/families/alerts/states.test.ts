import { createTheme, getDisplayProcessor } from '@grafana/data';
import { fakeRequest } from '../../../tests/support/fakeContext';
import { type AlertEvent, type Change } from '../../service/alerts';
import { statesFrame, statesIn } from './states';

const range = { from: 100, to: 200 };
const placeAt = (now: number) => ({
  dataSource: { uid: 'uid', name: 'Anomalies', type: 'anomaly-monitoring-datasource' },
  range: fakeRequest([], range).range,
  now,
});

const place = placeAt(300);

const change = (kind: string, metricId: string, severity: string | null, nodeId = '1'): Change => ({
  change: kind,
  nodeId,
  nodeName: null,
  systemId: null,
  systemName: null,
  metricId,
  metricName: null,
  severity,
  type: null,
  scoreAdjusted: null,
  scoreContribution: null,
  learningStatus: null,
  closestBaselineDeviation: null,
});

const event = (time: number | null, changes: Change[] | null, more: Partial<AlertEvent> = {}): AlertEvent => ({
  time,
  alertId: 'a',
  sequence: null,
  eventType: 'updated',
  impact: null,
  active: true,
  activeNodes: null,
  activeMetrics: null,
  score: null,
  learningStatus: null,
  changes,
  ...more,
});

const fold = (events: AlertEvent[], now = 300, within = range) => {
  const { times, metrics } = statesIn(events, within, now);
  return [times, Object.fromEntries(metrics.map(({ metric, severities }) => [metric.metricId, severities]))];
};

describe('statesIn', () => {
  it('keeps the severity if a change has none', () => {
    const events = [event(110, [change('added', 'cpu', 'red')]), event(120, [change('updated', 'cpu', null)])];
    expect(fold(events)).toEqual([[100, 110], { cpu: [null, 'red'] }]);
  });

  it('states nothing about the time after now', () => {
    const [before, from, later, now, to] = [50, 100, 120, 150, 200].map((minutes) => minutes * 60_000);
    const events = [event(before, [change('added', 'cpu', 'red')]), event(later, [change('updated', 'cpu', 'orange')])];
    expect(fold(events, now, { from, to })).toEqual([[from, later, now], { cpu: ['red', 'orange', null] }]);
    expect(fold([events[0]], from - 1, { from, to })).toEqual([[from], {}]);
  });
});

describe('statesFrame', () => {
  it('links to the metric over the time of its states, with a margin', () => {
    const HOUR = 3_600_000;
    const events = [
      event(2 * HOUR, [{ ...change('added', 'cpu', 'red'), nodeName: 'db' }]),
      event(4 * HOUR, [change('added', 'mem', 'red'), change('updated', 'cpu', 'orange')]),
    ];
    const { frame } = statesFrame(events, { from: HOUR, to: 12 * HOUR }, placeAt(10 * HOUR));
    const [{ url }] = frame.fields[1].config.links ?? [];
    expect(JSON.parse(new URLSearchParams(url.split('?')[1]).get('panes') ?? '').link).toMatchObject({
      queries: [{ queryType: 'metric', nodeId: '1', metricId: 'cpu', nodeName: 'db' }],
      range: { from: String(0), to: String(10 * HOUR) },
    });
  });

  it('draws no color for a time without a state, but one for an unknown severity', () => {
    const events = [event(150, [change('added', 'cpu', 'red'), change('added', 'mem', 'cosmic')])];
    const { frame } = statesFrame(events, range, place, { noValue: 'not in the alert' });
    const { text, color } = getDisplayProcessor({ field: frame.fields[1], theme: createTheme() })(null);
    expect([text, color]).toEqual(['not in the alert', 'rgba(0,0,0,0)']);
    const unknown = getDisplayProcessor({ field: frame.fields[2], theme: createTheme() })('cosmic');
    expect(unknown).toMatchObject({ text: 'cosmic', color: '#8e8e8e' });
  });

  it('distinguishes metrics with the same name by their IDs', () => {
    const twin = (nodeId: string) => ({ ...change('added', 'cpu', 'red', nodeId), nodeName: 'db' });
    const { frame } = statesFrame([event(150, [twin('1'), twin('2')])], range, place);
    expect(frame.fields.slice(1).map(({ name }) => name)).toEqual(['cpu · db (cpu · 1)', 'cpu · db (cpu · 2)']);
  });

  it('shows at most 100 metrics, with a notice', () => {
    const many = Array.from({ length: 130 }, (_, i) => change('added', `m${i}`, 'red'));
    const { frame, notices } = statesFrame([event(150, many)], range, place);
    expect(frame.fields).toHaveLength(101);
    expect(notices).toMatchObject([{ text: expect.stringMatching(/More than 100.*m100/) }]);
  });
});
