import { clockNotices } from './listNotices';

const NOW = Date.UTC(2026, 0, 31, 18);
const MINUTE = 60_000;

it('says how far the service is ahead', () => {
  expect(clockNotices([NOW - MINUTE, NOW + 62.4 * MINUTE, null], NOW)).toEqual([
    { severity: 'warning', text: expect.stringMatching(/^The service's clock appears to be 1 h 2 min ahead of this/) },
  ]);
});

it.each([[[]], [[null]], [[NOW, NOW - 90 * MINUTE]], [[NOW + 4 * MINUTE]]])('says nothing of %p', (times) => {
  expect(clockNotices(times, NOW)).toEqual([]);
});
