import { cutNotice } from './listNotices';

it.each([
  [cutNotice(50, 213), 'Showing the newest 50 of 213. Raise the limit or narrow the filters.'],
  [cutNotice(50, 213, 'most severe', false), 'Showing the 50 most severe of 213. Narrow the filters.'],
  [cutNotice(100, 120, 'first', false), 'Showing the first 100 of 120. Narrow the filters.'],
  [cutNotice(1000, undefined), 'Showing the newest 1000 of 1000+. Raise the limit or narrow the filters.'],
])('%j', (notice, text) => {
  expect(notice).toEqual({ severity: 'warning', text });
});
