import { Recent } from './recent';

const heavy = (bound: number) => new Recent<{ weight: number }>(bound, ({ weight }) => weight);

function fill(recent: ReturnType<typeof heavy>, key: string, weight = 10) {
  const value = recent.set(key, { weight: 0 });
  value.weight = weight;
  recent.trim(value);
  return value;
}

describe('Recent', () => {
  it('removes the least recently used values if their total weight is too large', () => {
    const recent = heavy(25);
    const a = fill(recent, 'a');
    fill(recent, 'b');
    recent.get('a');
    fill(recent, 'c');
    expect(recent.weight).toBe(20);
    expect(recent.get('a')).toBe(a);
    expect(recent.get('b')).toBeUndefined();
  });

  it('keeps a single value that is too heavy', () => {
    const recent = heavy(5);
    const a = fill(recent, 'a');
    expect(recent.get('a')).toBe(a);
  });

  it('counts values if they have no weights', () => {
    const recent = new Recent<string>(3);
    ['a', 'b', 'c', 'd', 'e'].forEach((key) => recent.set(key, key));
    expect(recent.weight).toBe(3);
    expect(['a', 'b', 'c'].map((key) => recent.get(key))).toEqual([undefined, undefined, 'c']);
  });

  it('keeps the newest value of a key, and forgets it on demand', () => {
    const recent = new Recent<string>(2);
    recent.set('a', 'old');
    recent.set('a', 'new');
    expect([recent.get('a'), recent.weight]).toEqual(['new', 1]);
    recent.delete('a');
    expect([recent.get('a'), recent.weight]).toEqual([undefined, 0]);
  });

  it('forgets everything on demand', () => {
    const recent = heavy(25);
    fill(recent, 'a');
    recent.clear();
    expect(recent.weight).toBe(0);
    expect(recent.get('a')).toBeUndefined();
  });
});
