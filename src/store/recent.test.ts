import { Recent } from './recent';

const heavy = (bound: number) =>
  new Recent(
    bound,
    () => ({ weight: 0 }),
    ({ weight }) => weight
  );

function fill(recent: ReturnType<typeof heavy>, key: string, weight = 10) {
  const value = recent.open(key);
  value.weight = weight;
  recent.trim(value);
  return value;
}

describe('Recent', () => {
  it('lets the least recently used go where they weigh too much', () => {
    const recent = heavy(25);
    const a = fill(recent, 'a');
    const b = fill(recent, 'b');
    recent.open('a');
    fill(recent, 'c');
    expect(recent.weight).toBe(20);
    expect(recent.open('a')).toBe(a);
    expect(recent.open('b')).not.toBe(b);
  });

  it('keeps a value that alone is too heavy', () => {
    const recent = heavy(5);
    const a = fill(recent, 'a');
    expect(recent.open('a')).toBe(a);
  });

  it('counts values where none says what it weighs', () => {
    const recent = new Recent(3, () => ({}));
    const [first] = ['a', 'b', 'c', 'd', 'e'].map((key) => recent.open(key));
    expect(recent.weight).toBe(3);
    expect(recent.open('a')).not.toBe(first);
  });

  it('forgets all on demand', () => {
    const recent = heavy(25);
    const a = fill(recent, 'a');
    recent.clear();
    expect(recent.weight).toBe(0);
    expect(recent.open('a')).not.toBe(a);
  });
});
