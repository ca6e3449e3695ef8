import { arrayToDataFrame, type DataFrame } from '@grafana/data';
import { HOUR, MINUTE } from '../../src/ground/spans';
import { startTestsAt } from '../support/clock';
import { type ServiceCall } from '../support/metricService';
import { annotationsOf, noticesOf, panelOf, seriesOf } from '../support/panel';
import { iso } from '../support/times';

/** Annotations as Grafana draws them: as events, whose fields it takes from the first one. */
const NOW = Date.UTC(2026, 10, 21, 12, 7, 30);
const RANGE = { from: NOW - 6 * HOUR, to: NOW };
startTestsAt(NOW);

const node = { id: 12, name: 'web-1', system: { id: 1, name: 'Shop' } };
const NAMED = {
  nodeId: 12,
  nodeName: 'web-1',
  systemId: 1,
  systemName: 'Shop',
  metricId: 'cpu',
  metricName: 'CPU',
  severity: 'red',
};
const metric = { id: 'cpu', name: 'CPU', severity: 'red' };

/** Alerts `alerts` times, each an hour, and one anomaly in three rows. */
function panel(alerts: Array<[number, number]>) {
  const made = panelOf();
  const items = alerts.map(([from, to], i) => ({
    id: `a${i}`,
    impact: 'severe',
    active: false,
    firstSeenAt: iso(from),
    lastSeenAt: iso(to),
    metrics: [NAMED],
  }));
  const event = { eventType: 'started', active: true, impact: 'high', changes: [{ type: 'added', ...NAMED }] };
  const row = (at: number, started: number | null, updated: number | null, id = 'x') => ({
    id,
    severity: 'high',
    event_type: 'updated',
    event_occured: at === 0 ? 'noon' : iso(at),
    items: [{ node, metrics: [{ ...metric, started: started && iso(started), updated: updated && iso(updated) }] }],
  });
  const anomalies = [
    row(NOW - 3 * HOUR, NOW - 4 * HOUR, NOW - 3 * HOUR),
    row(NOW - HOUR, NOW - 4 * HOUR, NOW - HOUR),
    row(0, NOW - 90 * MINUTE, NOW - 30 * MINUTE, 'untimed'),
  ];
  made.service.body = ({ raw }: ServiceCall) => {
    if (raw.startsWith('v2/alerts/explore')) {
      return { page: 1, limit: 200, total: items.length, items };
    }
    if (raw.includes('/events')) {
      const rows = [
        { ...event, sequence: 1, eventOccurred: iso(NOW - HOUR) },
        { ...event, sequence: 2, eventOccurred: 'noon' },
      ];
      return { page: 1, limit: 100, total: 2, items: rows };
    }
    return raw.startsWith('v2/anomalies') ? anomalies : raw.startsWith('v2/alerts') ? [] : undefined;
  };
  return made;
}

/** Grafana's own: each row becomes an event with the values that are not null. */
function eventsOf(frame: DataFrame): DataFrame {
  const events = Array.from({ length: frame.length }, (_, i) =>
    Object.fromEntries(frame.fields.map(({ name, values }) => [name, values[i]]).filter(([, value]) => value != null))
  );
  return arrayToDataFrame(events);
}

const valuesOf = (frame: DataFrame, name: string) => frame.fields.find((field) => field.name === name)?.values ?? [];

describe.each(['alerts', 'alertEvents', 'anomalies'])('of %s', (source) => {
  it.each(['auto', 'regions', 'marks'])('have the same fields in every event: %s', async (shape) => {
    const { ask } = panel([
      [NOW - 3 * HOUR, NOW - 2 * HOUR],
      [NOW - HOUR, NOW - HOUR],
    ]);
    const query = { queryType: 'annotations', source, shape, names: ['web-1', 'unknown'] };
    const answer = await ask(query, RANGE).answer();
    const [frame] = [...annotationsOf(answer), ...seriesOf(answer)];
    const drawn = eventsOf(frame);
    expect(drawn.length).toBeGreaterThan(1);
    for (const name of ['time', 'isRegion', 'title', 'text', 'tags', 'id', 'color']) {
      expect(valuesOf(drawn, name).every((value) => value != null)).toBe(true);
    }
    const regions = valuesOf(frame, 'isRegion').flatMap((isRegion, i) => (isRegion ? [i] : []));
    expect(regions).toHaveLength(source === 'alerts' && shape !== 'marks' ? 1 : 0);
    expect(regions.map((i) => valuesOf(drawn, 'timeEnd')[i])).toEqual(regions.map(() => NOW - 2 * HOUR));
    expect(valuesOf(frame, 'text').join()).toContain('unknown');
  });
});

it.each(['alertEvents', 'anomalies'])('count %s without a time that can be read', async (source) => {
  const { ask } = panel([[NOW - 3 * HOUR, NOW - 2 * HOUR]]);
  const answer = await ask({ queryType: 'annotations', source }, RANGE).answer();
  const [frame] = [...annotationsOf(answer), ...seriesOf(answer)];
  expect(noticesOf(answer)).toContainEqual('1 is not drawn, because its time is unreadable.');
  expect(valuesOf(frame, 'text')[0]).toContain('1 is not drawn');
});

describe('in the panel of a metric', () => {
  const rowsOf = async (alerts: Array<[number, number]>, overlay: string) => {
    const { ask } = panel(alerts);
    const answer = await ask({ nodeId: '12', metricId: 'cpu', overlay }, RANGE).answer();
    return annotationsOf(answer).map((frame) =>
      valuesOf(frame, 'time').map((time, i) => [time, valuesOf(frame, 'isRegion')[i] && valuesOf(frame, 'timeEnd')[i]])
    );
  };
  const many = (count: number) =>
    Array.from({ length: count }, (_, i): [number, number] => [NOW - 5 * HOUR + i * MINUTE, NOW - HOUR + i * MINUTE]);

  it('anomalies are regions from started to updated, one each', async () => {
    expect(await rowsOf([], 'anomalies')).toEqual([
      [[NOW - 4 * HOUR, NOW - HOUR]],
      [[NOW - 90 * MINUTE, NOW - 30 * MINUTE]],
    ]);
  });

  it('overlapping alerts are in rows of their own, in the first that is free', async () => {
    const [a, b] = many(2);
    const after: [number, number] = [NOW - 50 * MINUTE, NOW - 40 * MINUTE];
    expect(await rowsOf([a, b, after], 'alerts')).toEqual([[a, after], [b]]);
  });

  it('more than five rows become marks', async () => {
    expect((await rowsOf(many(5), 'alerts')).map((row) => row.length)).toEqual([1, 1, 1, 1, 1]);
    expect(await rowsOf(many(6), 'alerts')).toEqual([many(6).map(([from]) => [from, false])]);
  });
});
