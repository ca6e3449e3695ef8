import { clockNotices, cutNotice } from './listNotices';

const NOW = Date.UTC(2026, 0, 31, 18);
const MINUTE = 60_000;

it.each([
  [cutNotice(50, 213), 'Showing the newest 50 of 213. Raise the limit or narrow the filters.'],
  [cutNotice(50, 213, 'most severe', false), 'Showing the 50 most severe of 213. Narrow the filters.'],
  [cutNotice(100, 120, 'first', false), 'Showing the first 100 of 120. Narrow the filters.'],
  [cutNotice(1000, undefined), 'Showing the newest 1000 of 1000+. Raise the limit or narrow the filters.'],
])('%j', (notice, text) => {
  expect(notice).toEqual({ severity: 'warning', text });
});

it('says how far the service is ahead', () => {
  expect(clockNotices([NOW - MINUTE, NOW + 62.4 * MINUTE, null], NOW)).toEqual([
    { severity: 'warning', text: expect.stringMatching(/^The service's clock appears to be 1 h 2 min ahead of this/) },
  ]);
});

it.each([[[]], [[null]], [[NOW, NOW - 90 * MINUTE]], [[NOW + 4 * MINUTE]]])('says nothing of %p', (times) => {
  expect(clockNotices(times, NOW)).toEqual([]);
});
