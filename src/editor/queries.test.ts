import { hasFilter, modify, toggleFilter } from './queries';

const query = { refId: 'A', queryType: 'alertEvents' };
const options = { key: 'node', value: 'db' };
const filter = (operator: string, value = 'db') => ({ key: 'node', operator, value });

describe("Explore's filters", () => {
  it('are added, and removed if they exist', () => {
    const once = toggleFilter(query, { type: 'FILTER_FOR', options });
    expect(once).toEqual({ ...query, filters: [filter('=')] });
    expect(hasFilter(once, options)).toBe(true);
    expect(toggleFilter(once, { type: 'FILTER_FOR', options }).filters).toEqual([]);
    expect(query).toEqual({ refId: 'A', queryType: 'alertEvents' });
  });

  it('replace the opposite one, and keep others', () => {
    const before = { ...query, filters: [filter('=', 'web'), filter('=')] };
    const after = toggleFilter(before, { type: 'FILTER_OUT', options });
    expect(after.filters).toEqual([filter('=', 'web'), filter('!=')]);
    expect(hasFilter(after, options)).toBe(false);
  });

  it('are added once by modifyQuery, even for a text', () => {
    const once = modify(query, { type: 'ADD_FILTER', options });
    expect(modify(once, { type: 'ADD_FILTER', options })).toEqual(once);
    expect(modify(query, { type: 'ADD_FILTER_OUT', options }).filters).toEqual([filter('!=')]);
    expect(modify(query, { type: 'ADD_STRING_FILTER_OUT', options: { value: 'disk' } }).filters).toEqual([
      { key: 'text', operator: '!=', value: 'disk' },
    ]);
    expect(modify(query, { type: 'SOMETHING_ELSE', options })).toBe(query);
  });
});
