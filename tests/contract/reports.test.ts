import { type DataFrame } from '@grafana/data';
import fc from 'fast-check';
import { HOUR, MINUTE } from '../../src/settings';
import { startTestsAt } from '../support/clock';
import { casesOf } from '../support/long';
import { oddPanel } from '../support/oddPanel';
import { ODD_METRICS, type OddAlert } from '../support/oddService';
import { errorsOf, noticesOf, seriesOf } from '../support/panel';

/** Contract: `alertReport`, compared with a second calculation from its definition and from the service's data. */
const NOW = Date.UTC(2026, 10, 21, 12, 7, 30, 250);
const SPAN = 30 * HOUR;
const IMPACTS = ['severe', 'high', 'medium', 'low'];
const FIGURES = 'alerts activeTime longest median repeats alertsBefore activeTimeBefore change'.split(' ');

startTestsAt(NOW);

const minute = (past: number) => NOW - Math.round(past) * MINUTE;

/** Alerts of the range and of the previous period, rounded to minutes. Some are active, some began before the requested time. */
const alertsOf = fc
  .array(
    fc.record({
      impact: fc.constantFrom(...IMPACTS, 'low', 'catastrophic'),
      from: fc.integer({ min: 1, max: (3 * SPAN) / MINUTE }),
      length: fc.integer({ min: 1, max: 600 }),
      active: fc.integer({ min: 0, max: 3 }).map((chance) => chance === 0),
      metrics: fc.uniqueArray(fc.nat(ODD_METRICS.length - 1), { minLength: 1, maxLength: 4 }),
    }),
    { maxLength: 9 }
  )
  .map((all) =>
    all.map(({ impact, from, length, active, metrics }, i): OddAlert => {
      const until = minute(from) + length * MINUTE;
      return { id: `a/${i}`, impact, from: minute(from), to: active || until > NOW ? null : until, metrics };
    })
  );

interface Row {
  key: unknown;
  id?: unknown;
  figures: unknown[];
}

function rowsOf({ fields, length }: DataFrame): Row[] {
  const valueOf = (name: string, i: number): unknown => fields.find((field) => field.name === name)?.values[i];
  return Array.from({ length }, (_, i) => ({
    key: fields[0].values[i] as unknown,
    ...(fields.length > 9 ? { id: idOf(fields, i) } : {}),
    figures: FIGURES.map((name) => valueOf(name, i)),
  }));
}

function idOf(fields: DataFrame['fields'], i: number): unknown {
  const of = (name: string): unknown => fields.find((field) => field.name === name)?.values[i];
  return fields[1].name === 'node' ? `${String(of('nodeId'))}:${String(of('metricId'))}` : fields[9].values[i];
}

/** The figures of one row's alerts. `own` shows which metrics belong to the row. */
function figuresOf(
  all: OddAlert[],
  isRow: (alert: OddAlert) => boolean,
  own: (metric: number) => boolean,
  compared = true
) {
  const range = { from: NOW - SPAN, to: NOW };
  const then = { from: NOW - 2 * SPAN, to: NOW - SPAN };
  const end = (alert: OddAlert) => alert.to ?? NOW;
  const meets = (span: typeof range) => (alert: OddAlert) => alert.from! <= span.to && end(alert) >= span.from;
  const time = (alerts: OddAlert[], span: typeof range) =>
    alerts.reduce(
      (sum, alert) => sum + Math.max(0, Math.min(end(alert), span.to) - Math.max(alert.from!, span.from)),
      0
    );
  const rows = all.filter(isRow);
  const [present, past] = [rows.filter(meets(range)), rows.filter(meets(then))];
  // Only alerts that were active in the range or in the previous period are known.
  const known = all.filter((alert) => meets(range)(alert) || meets(then)(alert));
  const durations = present.map((alert) => end(alert) - alert.from!).sort((a, b) => a - b);
  const half = durations.length / 2;
  const repeats = present.filter((alert) =>
    alert.metrics.some(
      (metric) =>
        own(metric) &&
        known.some(
          (other) =>
            other !== alert &&
            other.metrics.includes(metric) &&
            other.to !== null &&
            other.to <= alert.from! &&
            alert.from! - other.to < HOUR
        )
    )
  );
  const [now, before] = [time(present, range), time(past, then)];
  return [
    present.length,
    now,
    durations[durations.length - 1] ?? null,
    durations.length === 0 ? null : (durations[Math.ceil(half) - 1] + durations[Math.floor(half)]) / 2,
    repeats.length,
    ...(compared ? [past.length, before, before === 0 ? null : now / before - 1] : [null, null, null]),
  ];
}

/** An alert's keys for rows. */
const KEYS = {
  impact: ({ impact }: OddAlert) => [impact],
  system: ({ metrics }: OddAlert) => metrics.map((m) => ODD_METRICS[m].node.system?.id ?? null),
  node: ({ metrics }: OddAlert) => metrics.map((m) => ODD_METRICS[m].node.id),
  metric: ({ metrics }: OddAlert) => metrics.map((m) => ODD_METRICS[m].id),
  series: ({ metrics }: OddAlert) => metrics.map((m) => seriesOfMetric(m)),
};
const OWN = {
  impact: () => true,
  system: (m: number, key: unknown) => (ODD_METRICS[m].node.system?.id ?? null) === key,
  node: (m: number, key: unknown) => ODD_METRICS[m].node.id === key,
  metric: (m: number, key: unknown) => ODD_METRICS[m].id === key,
  series: (m: number, key: unknown) => seriesOfMetric(m) === key,
};

function seriesOfMetric(m: number): string {
  return `${ODD_METRICS[m].node.id}:${ODD_METRICS[m].id}`;
}

it.each(['impact', 'system', 'node', 'metric', 'series'] as const)(
  'by %s has the figures of the contract',
  async (by) => {
    await fc.assert(
      fc.asyncProperty(alertsOf, async (alerts) => {
        jest.setSystemTime(NOW);
        const { ask, odd } = oddPanel(NOW);
        odd.alerts = alerts;
        const answer = await ask({ queryType: 'alertReport', by }, SPAN);
        expect(errorsOf(answer)).toEqual([]);
        const [frame] = seriesOf(answer);
        expect(frame.fields.map(({ name }) => name)).toEqual([
          ...(by === 'series' ? ['metric', 'node'] : [by]),
          ...FIGURES,
          ...(by === 'impact' ? [] : [...(by === 'series' ? ['nodeId', 'metricId'] : [`${by}Id`]), 'complete']),
        ]);
        const meets = ({ from, to }: OddAlert) => from! <= NOW && (to ?? NOW) >= NOW - 2 * SPAN;
        const keys = [...new Set<unknown>(alerts.filter(meets).flatMap((alert): unknown[] => KEYS[by](alert)))];
        const wanted = [...new Set([...(by === 'impact' ? IMPACTS : []), ...keys])].map((key) => ({
          key: key === null ? null : String(key),
          figures: figuresOf(
            alerts,
            (alert) => (KEYS[by](alert) as unknown[]).includes(key),
            (metric) => OWN[by](metric, key)
          ),
        }));
        const got = rowsOf(frame).map(({ key, id, figures }) => ({ key: by === 'impact' ? key : id, figures }));
        const inOrder = <R extends { key: unknown }>(rows: R[]): R[] =>
          [...rows].sort((a, b) => (String(a.key) < String(b.key) ? -1 : 1));
        // An active alert lasts as long as the answer takes.
        const rounded = inOrder(got).map(({ figures, ...row }) => ({
          ...row,
          figures: (figures as number[]).map(near),
        }));
        expect(rounded).toEqual(
          inOrder(wanted).map(({ figures, ...row }) => ({ ...row, figures: (figures as number[]).map(near) }))
        );
        if (by === 'impact') {
          expect(got.map(({ key }) => key).slice(0, 4)).toEqual(IMPACTS);
        } else {
          const times = got.map(({ figures }) => Number(figures[1]));
          expect(times).toEqual([...times].sort((a, b) => b - a));
        }
        expect(noticesOf(answer)).toEqual([]);
      }),
      { numRuns: casesOf(120) }
    );
  }
);

/** Rounded to ten seconds, and shares to a hundredth. */
function near(value: number | null): number | null {
  return value === null ? null : Math.abs(value) > 1000 ? Math.round(value / 10_000) : Math.round(value * 100) / 100;
}

it.each(['utc', 'Europe/Berlin', 'Asia/Kolkata'])('by day lists every day of the range in %s', async (timezone) => {
  await fc.assert(
    fc.asyncProperty(alertsOf, async (alerts) => {
      jest.setSystemTime(NOW);
      const { ask, odd } = oddPanel(NOW);
      odd.alerts = alerts;
      const answer = await ask({ queryType: 'alertReport', by: 'day' }, SPAN, { timezone });
      const [frame] = seriesOf(answer);
      const offset = { utc: 0, 'Europe/Berlin': HOUR, 'Asia/Kolkata': 5.5 * HOUR }[timezone] ?? NaN;
      const first = Math.floor((NOW - SPAN + offset) / (24 * HOUR)) * 24 * HOUR - offset;
      const days = [0, 1, 2].map((i) => first + i * 24 * HOUR).filter((start) => start < NOW);
      const rows = rowsOf(frame);
      expect(frame.fields[0].type).toBe('time');
      expect(rows.map(({ key }) => key)).toEqual(days);
      // The total of the days equals the range.
      const [whole] = figuresOf(
        alerts,
        () => true,
        () => true
      ).slice(1);
      const sum = rows.reduce((total, { figures }) => total + Number(figures[1]), 0);
      expect(near(sum)).toBe(near(whole as number));
      expect(rows.every(({ figures }) => figures.slice(5).every((value) => value === null))).toBe(true);
      // An unknown impact is only part of the total.
      for (const impact of IMPACTS) {
        const [, wanted] = figuresOf(
          alerts,
          (alert) => alert.impact === impact,
          () => true
        );
        const values = frame.fields.find(({ name }) => name === impact)?.values as number[];
        expect(near(values.reduce((total, value) => total + value, 0))).toBe(near(wanted as number));
      }
    }),
    { numRuns: casesOf(60) }
  );
});

it('in one row has the figures of the time range, and the fewest metrics with half of it', async () => {
  await fc.assert(
    fc.asyncProperty(alertsOf, async (alerts) => {
      jest.setSystemTime(NOW);
      const { ask, odd } = oddPanel(NOW);
      odd.alerts = alerts;
      const [frame] = seriesOf(await ask({ queryType: 'alertReport', by: 'summary' }, SPAN));
      const row = Object.fromEntries(frame.fields.map(({ name, values }) => [name, values[0] as unknown]));
      const all = figuresOf(
        alerts,
        () => true,
        () => true
      );
      const found = [row.alerts, row.activeTime, row.alertsBefore, row.activeTimeBefore] as number[];
      expect(found.map(near)).toEqual([all[0], all[1], all[5], all[6]].map((value) => near(value as number)));
      const times = ODD_METRICS.map((_, m) =>
        figuresOf(
          alerts,
          ({ metrics }) => metrics.includes(m),
          () => true
        )
      )
        .map(([, time]) => time as number)
        .sort((a, b) => b - a);
      const whole = times.reduce((a, b) => a + b, 0);
      const shareOf = (count: number) => times.slice(0, count).reduce((a, b) => a + b, 0) / whole;
      const fewest = times.findIndex((_, i) => shareOf(i + 1) >= 0.4999) + 1;
      if (whole === 0) {
        expect([row.topMetrics, row.topShare]).toEqual([null, null]);
      } else {
        expect(String(row.topMetrics).split(', ')).toHaveLength(fewest);
        expect(row.topShare).toBeCloseTo(shareOf(fewest), 2);
      }
      expect(row.sentence).toMatch(all[0] === 0 ? /^No alerts/ : new RegExp(`^${all[0]} alert`));
    }),
    { numRuns: casesOf(60) }
  );
});

it('in one row omits incomplete figures', async () => {
  jest.setSystemTime(NOW);
  const { ask, odd } = oddPanel(NOW);
  odd.alerts = [0, 1, 2].map((i) => ({
    id: `a${i}`,
    impact: 'low',
    from: minute(60 * (i + 1)),
    to: null,
    metrics: [i],
  }));
  const [frame] = seriesOf(await ask({ queryType: 'alertReport', by: 'summary', limit: 2 }, SPAN));
  expect(frame.fields.map(({ values }) => values[0] as unknown)).toEqual([null, null, 0, null, 0, null, null]);
});

it.each([2, 6, 12, 14, 20])('in one row, half of %i metrics have half of the time', async (count) => {
  jest.setSystemTime(NOW);
  const { ask, odd } = oddPanel(NOW);
  odd.alerts = Array.from({ length: count }, (_, i) => ({
    id: `a${i}`,
    impact: 'low',
    from: minute(100),
    to: minute(100) + 50 * MINUTE,
    metrics: [i],
  }));
  const [frame] = seriesOf(await ask({ queryType: 'alertReport', by: 'summary' }, SPAN));
  const row = Object.fromEntries(frame.fields.map(({ name, values }) => [name, values[0] as unknown]));
  expect(String(row.topMetrics).split(', ')).toHaveLength(count / 2);
  expect(row.sentence).toMatch(/half of the time under alert/);
});
