import { type DataFrame } from '@grafana/data';
import { HOUR, MINUTE } from '../../ground/spans';
import { startTestsAt } from '../../../tests/support/clock';
import { errorsOf, noticesOf, seriesOf, panelOf } from '../../../tests/support/panel';

const NOW = Date.UTC(2026, 10, 21, 12);
const BEGAN = NOW - 3 * HOUR;

describe('suspects of an alert', () => {
  startTestsAt(NOW);

  /** When each metric leaves its corridors, and for how long, in minutes after the alert's start. */
  const STAYS: Record<string, { at: number; length: number }> = {
    own: { at: 0, length: 180 },
    first: { at: -20, length: 180 },
    brief: { at: 10, length: 30 },
    late: { at: 31, length: 90 },
    early: { at: -40, length: 30 },
    always: { at: -24 * 60, length: 48 * 60 },
    quiet: { at: 0, length: 0 },
    resting: { at: 0, length: 0 },
    left: { at: -5, length: 60 },
  };

  function asked(
    range: { from: number; to: number },
    delay?: (path: string) => number,
    jsonData = {},
    suspectsOf: string[] | string = 'a'
  ) {
    const panel = panelOf({ variables: {}, jsonData });
    const { service } = panel;
    service.value = (_node, metric, time) => {
      const { at, length } = STAYS[metric] ?? { at: 0, length: 0 };
      const since = (time - BEGAN) / MINUTE - at;
      const again = metric === 'brief' && time > NOW - HOUR;
      return again ? 400 : since >= 0 && since < length ? 155 : 100;
    };
    // One falls silent 15 minutes before the start, and one only pauses.
    service.has = (_node, metric, time) => {
      const since = (time - BEGAN) / MINUTE;
      return metric === 'quiet' ? since <= -15 : metric !== 'resting' || since <= -15 || since > -5;
    };
    const metrics = Object.keys(STAYS).map((id) => ({ nodeId: 1, nodeName: 'db', statTypeId: id, severity: 'red' }));
    const iso = new Date(BEGAN).toISOString();
    service.body = ({ segments }) => {
      if (segments.at(-1) === 'events') {
        const [own, left] = [metrics[0], metrics[metrics.length - 1]];
        const values = { severity: 'red' };
        const added = [own, left].map((metric) => ({ type: 'added', ...metric, values }));
        const event = { id: 'a', eventOccurred: iso, active: true };
        const items = [
          { ...event, sequence: 0, eventType: 'created', changes: added },
          { ...event, sequence: 1, eventType: 'updated', changes: [{ type: 'removed', ...left, values }] },
        ];
        return { page: 1, limit: 100, total: 2, items };
      }
      if (segments[1] === 'alerts') {
        const alerts = [{ id: 'b', active: true, impact: 'high', firstSeenAt: iso, lastSeenAt: iso, metrics }];
        return segments[2] === 'explore' ? { page: 1, limit: 200, total: 1, items: alerts } : alerts;
      }
      return segments[1] === 'anomalies' ? [] : undefined;
    };
    service.mishap = ({ segments }) => (segments.includes('unreadable') ? { status: 403 } : undefined);
    if (delay) {
      service.latency = ({ raw }) => delay(raw);
    }
    // More metrics are checked than the limit has rows: that cuts nothing.
    return panel.ask({ queryType: 'deviations', suspectsOf, limit: 4 }, range);
  }

  const answerOf = (range: { from: number; to: number }) => asked(range).answer();

  it('show how they changed', async () => {
    const [{ fields }] = seriesOf(await answerOf({ from: NOW - 8 * HOUR, to: NOW })) as DataFrame[];
    expect(fields.find(({ name }) => name === 'change')?.values).toEqual(['above', 'silent', 'above']);
  });

  it('have an error for an alert whose events cannot be read, because its metrics may be among them', async () => {
    const answer = await asked({ from: NOW - 8 * HOUR, to: NOW }, undefined, {}, ['a', 'unreadable']).answer();
    expect(seriesOf(answer)[0].length).toBe(3);
    expect(errorsOf(answer)).toHaveLength(1);
  });

  it('are only empty once everything is read', async () => {
    const late = asked({ from: NOW - 8 * HOUR, to: NOW }, (path) => (/first|brief/.test(path) ? 5000 : 20));
    await late.answer();
    const lengths = late.packets.map((packet) => (seriesOf(packet)[0] as DataFrame | undefined)?.length);
    expect(lengths).not.toContain(0);
    expect(lengths.at(-1)).toBe(3);
  });

  it.each([[{ maxFineWindow: '1h' }], [{ sharedCache: true }]])(
    'are the same if the time around its start needs several requests: %j',
    async (jsonData) => {
      jest.setSystemTime(NOW + 72 * HOUR);
      const answer = await asked({ from: NOW - 8 * HOUR, to: NOW }, undefined, jsonData).answer();
      const [{ fields }] = seriesOf(answer) as DataFrame[];
      expect(fields.find(({ name }) => name === 'metricId')?.values).toEqual(['first', 'quiet', 'brief']);
    }
  );

  it.each([
    ['begins too late', { from: BEGAN - 10 * MINUTE, to: NOW }],
    ['ended too early', { from: BEGAN - 2 * HOUR, to: BEGAN + 5 * MINUTE }],
    ['is read at 1h', { from: NOW - 9 * 24 * HOUR, to: NOW }],
  ])('are the same to the minute if the range %s', async (_, range) => {
    const answer = await answerOf(range);
    const [{ fields }] = seriesOf(answer) as DataFrame[];
    const times = fields.find(({ name }) => name === 'leftAt')?.values as number[];
    expect(times.map((time) => (time - BEGAN) / MINUTE)).toEqual([-20, -15, 10]);
    expect(noticesOf(answer).filter((text) => text.startsWith('Data is coarse'))).toEqual([]);
  });
});
