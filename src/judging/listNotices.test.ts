import { ServiceFailure } from '../ground/failure';
import { type Paged } from '../service/paging';
import { cutNotices, pagingNotices } from './listNotices';

it.each([
  [cutNotices(50, 213), 'Showing the newest 50 of 213. Raise the limit or narrow the filters.'],
  [cutNotices(50, 213, 'most severe', false), 'Showing the 50 most severe of 213. Narrow the filters.'],
  [cutNotices(100, 120, 'first', false), 'Showing the first 100 of 120. Narrow the filters.'],
])('%j', (notices, text) => {
  expect(notices).toEqual([{ severity: text.includes('Raise the limit') ? 'info' : 'warning', text }]);
});

it('an answer that shows everything has no such notice', () => {
  expect(cutNotices(50, 50)).toEqual([]);
});

describe('a list', () => {
  const list = (rows: number, more: Partial<Paged<number>> = {}): Paged<number> => ({
    rows: Array.from({ length: rows }, (_, i) => i),
    total: 450,
    isWhole: false,
    cut: null,
    failure: null,
    ...more,
  });

  it('that is complete has no notice', () => {
    expect(pagingNotices(list(450, { isWhole: true }))).toEqual([]);
  });

  it.each<[Paged<number>, string]>([
    [list(250), 'Incomplete: 250 rows read, but the service reports 450.'],
    [list(500), 'Incomplete: 500 rows read, but the service reports 450.'],
    [list(250, { total: null }), 'Incomplete: 250 rows read, but the service reports no total.'],
    [
      list(250, { failure: new ServiceFailure('server', 'Broken.') }),
      'Incomplete: 250 rows read, but the service reports 450. Broken.',
    ],
    [list(250, { cut: 'end' }), 'Showing the first 250 of 450. Narrow the filters.'],
    [list(1000, { cut: 'end', total: null }), 'Showing the first 1000 of 1000+. Narrow the filters.'],
    [
      list(250, { cut: 'end', failure: new ServiceFailure('server', 'Broken.') }),
      'Showing the first 250 of 450. Narrow the filters. Broken.',
    ],
  ])('that is incomplete has one warning with both numbers %#', (paged, text) => {
    expect(pagingNotices(paged)).toEqual([{ severity: 'warning', text }]);
  });
});
