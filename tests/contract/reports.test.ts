import { HOUR, MINUTE } from '../../src/ground/spans';
import { type MadeAlert, storyService } from '../support/storyService';

/** Summaries of a time range. Their figures are compared with a second calculation in tests/oracle. */
const NOW = Date.UTC(2026, 10, 21, 12, 7);
const SPAN = 30 * HOUR;

/** An alert of each metric, all at the same time. */
const alerts = (count: number, to: number | null): MadeAlert[] =>
  Array.from({ length: count }, (_, i) => {
    const from = NOW - 100 * MINUTE;
    const metric = { nodeId: 1, metricId: `m${i}`, joinedAt: from, severity: 'red', outside: null };
    return { id: `a${i}`, impact: 'low', from, to, metrics: [metric] };
  });

async function summaryOf(made: MadeAlert[], more: object = {}) {
  const { ask } = storyService(made, NOW, ({ path }) => (path === 'v2/alerts' ? { body: [] } : undefined));
  return (await ask({ queryType: 'alertReport', by: 'summary', ...more }, NOW - SPAN)).rows[0];
}

it('omits incomplete figures', async () => {
  const row = await summaryOf(alerts(3, null), { limit: 2 });
  const { alerts: own, activeTime, topMetrics, topShare, sentence, alertsBefore, activeTimeBefore } = row;
  expect([own, activeTime, topMetrics, topShare, sentence]).toEqual([null, null, null, null, null]);
  expect([alertsBefore, activeTimeBefore]).toEqual([0, 0]);
});

it('counts an alert once in the share of the metrics with most time', async () => {
  const [metric] = alerts(1, null)[0].metrics;
  const long = { ...alerts(1, NOW - 40 * MINUTE)[0], metrics: [metric, { ...metric, metricId: 'other' }] };
  const short = { ...alerts(2, NOW - 60 * MINUTE)[1], id: 'short' };
  const { topMetrics, topShare, activeTime } = await summaryOf([long, short]);
  expect([topMetrics, activeTime, topShare]).toEqual(['m0 · node-1', 100 * MINUTE, 0.6]);
});

it.each([2, 6, 12, 14, 20])('half of %i metrics have half of the time', async (count) => {
  const { topMetrics, sentence } = await summaryOf(alerts(count, NOW - 50 * MINUTE));
  expect(String(topMetrics).split(', ')).toHaveLength(count / 2);
  expect(sentence).toMatch(/Half of the time under alert/);
});

it('has one duration for an open alert, in the list of alerts, too, whether the range ends now, just before, or later', async () => {
  for (const to of [NOW - 20_000, NOW, NOW + HOUR]) {
    const { ask } = storyService(alerts(1, null), NOW);
    const [{ activeTime, longest }] = (await ask({ queryType: 'alertReport', by: 'series' }, NOW - SPAN, to)).rows;
    expect(activeTime).toBe(Math.min(to, NOW) - (NOW - 100 * MINUTE));
    expect(longest).toBe(activeTime);
    for (const format of ['table', 'incidents']) {
      const [{ duration }] = (await ask({ queryType: 'alertSearch', format }, NOW - SPAN, to)).rows;
      expect([format, duration]).toEqual([format, activeTime]);
    }
  }
});

describe('a handover', () => {
  const silent = {
    nodeId: 7,
    metricId: 'ttfb',
    joinedAt: NOW - HOUR,
    severity: 'red',
    type: 'missing_data',
    outside: null,
  };
  const flapping = [0, 1, 2].map((i): MadeAlert => {
    const from = NOW - (10 - i) * HOUR;
    return { ...alerts(1, from + 30 * MINUTE)[0], id: `f${i}`, from };
  });
  const open = { id: 'open', impact: 'severe', from: NOW - HOUR, to: null, metrics: [silent] };
  const many = alerts(40, NOW - 50 * MINUTE).map((alert) => ({
    ...alert,
    metrics: alert.metrics.map((one) => ({ ...one, metricName: '*bold* [x](http://evil) '.repeat(4) })),
  }));
  const handoverOf = async (made: MadeAlert[], fault = false) => {
    const isList = (path: string) => path === 'v2/alerts';
    const listed = [
      {
        id: 'open',
        active: true,
        impact: 'severe',
        metrics: [{ nodeId: 7, nodeName: 'node-7', statTypeId: 'ttfb', type: 'missing_data' }],
      },
    ];
    const { ask } = storyService(made, NOW, ({ path }) =>
      isList(path) ? (fault ? { status: 400 } : { body: made.includes(open) ? listed : [] }) : undefined
    );
    return (await ask({ queryType: 'alertReport', by: 'handover' } as object, NOW - SPAN)).rows[0];
  };

  it('lists what is open, ended, flapping, and without data, with links', async () => {
    const { text, ...row } = await handoverOf([open, ...flapping]);
    expect(row).toMatchObject({ open: 1, ended: 3, flapping: 1, silent: 1 });
    expect(text).toMatch(/Open alerts\*\*: 1\n\n- severe: \[ttfb · node-7\]\(<http.*var-alert=open.*>\), since/);
    expect(text).toMatch(/Flapping incidents\*\*: 1\n\n- m0 · node-1\n/);
    expect(text).toMatch(/Metrics without data\*\*: 1\n\n- ttfb · node-7$/);
  });

  it('has only numbers that its columns have, and at most 3,000 characters', async () => {
    const { text, ...row } = await handoverOf([open, ...many]);
    expect(String(text).length).toBeLessThanOrEqual(3000);
    expect(text).not.toMatch(/(?<!\\)\]\(http/);
    const [, ...lines] = String(text).split('\n');
    const columns = Object.values(row).map(String);
    const counts = columns.filter((value) => /^\d+$/.test(value));
    for (const line of lines.filter((one) => one !== '' && one !== '- …')) {
      const count = /^\*\*[^:]*: (\d+)$/.exec(line)?.[1];
      expect(count ? counts.includes(count) : columns.some((value) => value.split('\n').includes(line))).toBe(true);
    }
  });

  it('states nothing about what was not read completely', async () => {
    const { text, ...row } = await handoverOf([open], true);
    expect([row.open, row.ended, row.flapping, row.silent]).toEqual([null, null, null, null]);
    expect(String(text).match(/\*\*: incomplete/g)).toHaveLength(4);
  });
});
