import { MINUTE } from '../ground/spans';
import { type Answer, clientOf, FINE } from '../../tests/support/clientService';
import { type Rank } from './client';
import { startTestsAt } from '../../tests/support/clock';

const NOW = Date.UTC(2026, 0, 31, 14);

startTestsAt(NOW);

describe('equal running requests', () => {
  it('that a refresh takes over are retried again', async () => {
    const { ask, pass, ends } = clientOf((_, call) => (call === 1 ? 'lost' : FINE));
    const first = ask('a');
    await pass(5);
    first.unsubscribe();
    ask('a');
    await pass(5000);
    expect(ends.get('a')).toBe('done');
  });

  it('are not reused once they have hung for long: a refresh sends a new one', async () => {
    const { sent, ask, pass } = clientOf(() => 'never');
    const one = ask('a');
    await pass(16_000);
    one.unsubscribe();
    ask('a');
    await pass(10);
    expect(sent).toHaveLength(2);
  });
});

describe('requests of different priority', () => {
  const sentOf = async (asks: Array<[path: string, rank: Rank, turn: number]>) => {
    const { client, sent, pass } = clientOf(() => FINE, 1);
    client.get('running').subscribe();
    asks.forEach(([path, rank, turn]) => client.get(path, { rank, turn }).subscribe());
    await pass(200);
    return sent.map(({ path }) => path).slice(1);
  };

  it('are ordered by rank, and within a rank by turn', async () => {
    const asks: Array<[string, Rank, number]> = [
      ['title', 2, 0],
      ['second part', 0, 1],
      ['explains', 1, 0],
      ['newest part', 0, 0],
      ['hundredth part', 0, 99],
    ];
    expect(await sentOf(asks)).toEqual(['newest part', 'second part', 'hundredth part', 'explains', 'title']);
  });
});

describe('a lost connection', () => {
  it.each<[string, Answer]>([
    ['without an answer', 'lost'],
    ['with a 502', { status: 502 }],
  ])('%s is retried three times with growing waits, and delays no others', async (_, answer) => {
    const { sent, ask, pass, ends } = clientOf((path) => (path === 'ill' ? answer : FINE));
    ask('ill');
    await pass(50);
    ask('well');
    await pass(50);
    expect(ends.get('well')).toBe('done');
    await pass(MINUTE);
    expect(ends.get('ill')).toBe('unreachable');
    const times = sent.filter(({ path }) => path === 'ill').map(({ at }) => at);
    const waits = times.slice(1).map((time, i) => time - times[i]);
    expect(waits).toHaveLength(3);
    expect(waits[1]).toBeGreaterThan(waits[0]);
    expect(waits[2]).toBeGreaterThan(waits[1]);
  });
});

it('a request without an answer times out, and frees its slot', async () => {
  const { ask, pass, ends, sent, active } = clientOf((path) => (path === 'a' ? 'never' : FINE), 1);
  ask('a');
  ask('b');
  await pass(119_000);
  expect([...ends]).toEqual([]);
  await pass(2000);
  expect(ends.get('a')).toBe('timeout');
  expect(ends.get('b')).toBe('done');
  expect(sent).toHaveLength(2);
  expect(active()).toBe(0);
});
