import { dateTimeForTimeZone } from '@grafana/data';
import fc from 'fast-check';
import { DAY, HOUR, MINUTE } from '../../src/ground/spans';
import { startTestsAt } from '../support/clock';
import { errorsOf, fieldOf, isDone, noticesOf, panelOf, seriesOf, timesOf } from '../support/panel';

/** Frames: `compare` adds a frame per series. */
const NOW = Date.UTC(2026, 10, 21, 12, 7, 30);
const SERIES = { nodeId: '12', metricId: 'cpu' };
const RANGE = { from: NOW - 6 * HOUR, to: NOW };

startTestsAt(NOW);

describe('compare', () => {
  it.each([
    ['1d', DAY],
    ['7d', 7 * DAY],
    ['4w', 28 * DAY],
    ['12h', 12 * HOUR],
  ])('%s draws the earlier value as a dashed line, moved to the range’s times', async (compare, shift) => {
    const { service, ask } = panelOf();
    service.value = (_node, _metric, time) => time / DAY;
    const answer = await ask({ ...SERIES, compare }, RANGE).answer();
    const [series, before, ...others] = seriesOf(answer);
    expect(others).toEqual([]);
    expect(before.fields.map(({ name }) => name)).toEqual(['time', 'smoothened']);
    expect(timesOf(before)).toEqual(timesOf(series));
    const value = fieldOf(before, 'smoothened')!;
    expect(value.values).toEqual(timesOf(series).map((time) => (time - shift) / DAY));
    expect(value.labels).toMatchObject({ node_id: '12', metric_id: 'cpu', compare });
    expect(fieldOf(series, 'smoothened')?.labels).not.toHaveProperty('compare');
    expect(value.config.displayNameFromDS).toBe(`cpu · 12 ${compare} before`);
    expect(value.config.custom).toMatchObject({ lineStyle: { fill: 'dash' } });
    expect(value.config.custom.hideFrom?.legend).not.toBe(true);
    expect(before.refId).toBe('A');
    expect(noticesOf(answer)).toEqual([]);
    expect(service.calls.map(({ to }) => to).sort()).toEqual([NOW - shift, NOW]);
  });

  it('accepts variables, and compares nothing if they are empty or none', async () => {
    for (const [value, frames] of [
      ['7d', 2],
      ['', 1],
      ['none', 1],
    ] as const) {
      const { ask } = panelOf({ variables: { before: { value } } });
      const answer = await ask({ ...SERIES, compare: '$before' }, RANGE).answer();
      expect(seriesOf(answer)).toHaveLength(frames);
      expect(noticesOf(answer)).toEqual([]);
    }
  });

  it('that fails like the value itself has one error for both', async () => {
    const { service, ask } = panelOf();
    service.mishap = ({ segments }) => (segments.includes('12') ? { status: 403 } : undefined);
    const both = await ask({ ...SERIES, compare: '7d' }, RANGE).answer();
    expect(errorsOf(both)).toHaveLength(1);
    const next = await ask({ series: ['12:cpu', '12:mem', '13:cpu'], compare: '7d' }, RANGE).answer();
    expect(errorsOf(next)).toHaveLength(2);
    expect(seriesOf(next)).toHaveLength(2);
  });

  it("that can't be parsed or is above ten years is an error that names the field, and nothing is sent", async () => {
    const { service, ask } = panelOf();
    for (const compare of ['last week', '9999w', '3661d']) {
      const answer = await ask({ ...SERIES, compare }, RANGE).answer();
      expect(errorsOf(answer)).toEqual([expect.stringMatching(new RegExp(`^Compare: "${compare}".*7d`))]);
    }
    expect(service.calls).toEqual([]);
  });

  it('that fails keeps the value, with an error', async () => {
    const { service, ask } = panelOf();
    service.mishap = ({ to }) => (to < NOW - DAY ? { status: 500 } : undefined);
    const answer = await ask({ ...SERIES, compare: '7d' }, RANGE).answer();
    expect(timesOf(seriesOf(answer)[0])).toHaveLength(360);
    expect(seriesOf(answer)).toHaveLength(1);
    expect(errorsOf(answer)).toEqual([expect.stringContaining('500')]);
    expect(isDone(answer)).toBe(true);
  });

  it('without data in the earlier range has a notice', async () => {
    const { service, ask } = panelOf();
    service.has = (_node, _metric, time) => time > NOW - DAY;
    const answer = await ask({ ...SERIES, compare: '7d' }, RANGE).answer();
    expect(seriesOf(answer).map(({ length }) => length)).toEqual([360, 0]);
    expect(noticesOf(answer)).toEqual([expect.stringContaining('7d before')]);
  });

  it('is read once', async () => {
    const { service, ask } = panelOf();
    await ask({ ...SERIES, compare: '1d' }, RANGE).answer();
    service.calls.length = 0;
    await jest.advanceTimersByTimeAsync(MINUTE);
    const later = { from: RANGE.from + MINUTE, to: RANGE.to + MINUTE };
    await ask({ ...SERIES, compare: '1d' }, later).answer();
    const before = service.calls.filter(({ to }) => to < NOW - HOUR);
    expect(before.reduce((sum, { from, to }) => sum + to - from, 0)).toBeLessThanOrEqual(3 * MINUTE);
  });

  it('of days is at the same time of day, even across a change of the clocks', async () => {
    const zones = [
      'utc',
      'Europe/Berlin',
      'America/New_York',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
      'America/Sao_Paulo',
    ];
    const { service, ask } = panelOf();
    service.until = () => Infinity;
    service.value = (_node, _metric, time) => time / MINUTE;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...zones),
        fc.integer({ min: 0, max: 3 * 365 * 24 }),
        fc.constantFrom(['1d', 1], ['7d', 7], ['4w', 28], ['3d', 3]),
        async (timezone, hours, [compare, days]) => {
          const from = Date.UTC(2024, 0, 1) + hours * HOUR;
          const query = { ...SERIES, compare: String(compare), granularity: '15m' };
          const [series, before] = seriesOf(await ask(query, { from, to: from + 2 * HOUR }, { timezone }).answer());
          const [time, value] = [timesOf(before)[0], fieldOf(before, 'smoothened')?.values[0] * MINUTE];
          const wall = dateTimeForTimeZone(timezone, from).subtract(Number(days), 'd');
          expect(from - (time - value)).toBe(wall.valueOf());
          const format = 'YYYY-MM-DD HH:mm';
          const asWritten = dateTimeForTimeZone(timezone, from).format(format).slice(10);
          // The hour that a change of the clocks skips has no counterpart on that day.
          const isLeftOut = wall.format(format).slice(10) !== asWritten;
          expect(isLeftOut ? Math.abs(time - value - Number(days) * DAY) : 0).toBeLessThanOrEqual(HOUR);
          expect(timesOf(before)).toEqual(timesOf(series));
        }
      ),
      { numRuns: 60 }
    );
  });
});
