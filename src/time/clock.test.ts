import { clockText, repeats } from './clock';

const at = (text: string) => Date.parse(text);

test.each([
  ['2026-10-25T00:30:00Z', 'Europe/Berlin', 'Oct 25, 02:30 +02:00'],
  ['2026-10-25T01:30:00Z', 'Europe/Berlin', 'Oct 25, 02:30 +01:00'],
  ['2026-10-24T23:59:59Z', 'Europe/Berlin', 'Oct 25, 01:59'],
  ['2026-10-25T00:00:00Z', 'Europe/Berlin', 'Oct 25, 02:00 +02:00'],
  ['2026-10-25T01:59:59Z', 'Europe/Berlin', 'Oct 25, 02:59 +01:00'],
  ['2026-10-25T02:00:00Z', 'Europe/Berlin', 'Oct 25, 03:00'],
  ['2026-10-25T00:30:00Z', 'utc', 'Oct 25, 00:30'],
  // No time is repeated when clocks go forward.
  ['2026-03-29T01:30:00Z', 'Europe/Berlin', 'Mar 29, 03:30'],
  // Half an hour is repeated.
  ['2026-04-04T14:45:00Z', 'Australia/Lord_Howe', 'Apr 5, 01:45 +11:00'],
  ['2026-04-04T15:15:00Z', 'Australia/Lord_Howe', 'Apr 5, 01:45 +10:30'],
  ['2026-04-04T14:15:00Z', 'Australia/Lord_Howe', 'Apr 5, 01:15'],
])('%s in %s is %s', (time, zone, text) => {
  expect(clockText(at(time), zone, 'MMM D, HH:mm')).toBe(text);
});

it('is correct for every minute of the night', () => {
  const readings = new Map<string, number>();
  const minutes = Array.from({ length: 8 * 60 }, (_, i) => at('2026-11-01T03:00:00Z') + i * 60_000);
  const zone = 'America/New_York';
  const reading = (time: number) => new Date(time).toLocaleString('en-US', { timeZone: zone });
  minutes.forEach((time) => readings.set(reading(time), (readings.get(reading(time)) ?? 0) + 1));
  expect(minutes.filter((time) => repeats(time, zone))).toEqual(
    minutes.filter((time) => (readings.get(reading(time)) ?? 0) > 1)
  );
});
