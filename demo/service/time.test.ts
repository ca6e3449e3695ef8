import { DAY, HOUR, MINUTE, ceilTo, floorTo, parseDuration, timeOfWeek } from './time';

describe('time', () => {
  it('rounds to multiples of a step in UTC', () => {
    const time = Date.parse('2026-01-29T11:47:30.500Z');
    expect(new Date(floorTo(time, HOUR)).toISOString()).toBe('2026-01-29T11:00:00.000Z');
    expect(new Date(ceilTo(time, 15 * MINUTE)).toISOString()).toBe('2026-01-29T12:00:00.000Z');
    expect(ceilTo(HOUR, HOUR)).toBe(HOUR);
  });

  it('counts the week from Monday', () => {
    expect(timeOfWeek(Date.parse('2026-01-26T00:00:00Z'))).toBe(0);
    expect(timeOfWeek(Date.parse('2026-02-01T23:00:00Z'))).toBe(7 * DAY - HOUR);
  });

  it('reads durations', () => {
    expect(parseDuration('48h')).toBe(48 * HOUR);
    expect(parseDuration('14d')).toBe(14 * DAY);
    expect(parseDuration('1500')).toBe(1500);
    expect(() => parseDuration('soon')).toThrow('soon');
  });
});
