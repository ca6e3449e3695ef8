import { Subject } from 'rxjs';
import { inTurn } from '../service/turns';
import { paced, type PacedState, packetsOf } from './packets';

interface State extends PacedState {
  name: string;
}
const state = (name: string, progress: Partial<PacedState> = {}): State => ({
  name,
  isFetching: true,
  isNew: true,
  hasContent: true,
  ...progress,
});

/** Packets with the times at which they were sent. @param draw what the page does with a packet */
function pacedBy(progressive = true, draw = () => {}) {
  const states = new Subject<State>();
  const packets: string[] = [];
  const ends: unknown[] = [];
  const start = performance.now();
  const subscription = paced(states, progressive).subscribe({
    next: ({ name }) => {
      packets.push(`${name} at ${Math.round(performance.now() - start)}`);
      inTurn(draw);
    },
    error: (error) => ends.push(error),
    complete: () => ends.push('complete'),
  });
  return { states, packets, ends, subscription };
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

describe('paced', () => {
  it('sends the first answer almost at once, together with those that arrive with it', async () => {
    const { states, packets } = pacedBy();
    states.next(state('one'));
    states.next(state('two'));
    expect(packets).toEqual([]);
    await jest.advanceTimersByTimeAsync(0);
    expect(packets).toEqual(['two at 0']);
  });

  it('sends later ones no more often than a screen can show, each time the latest', async () => {
    const { states, packets } = pacedBy();
    for (let i = 0; i <= 250; i += 10) {
      states.next(state(`s${i}`));
      await jest.advanceTimersByTimeAsync(10);
    }
    await jest.advanceTimersByTimeAsync(1000);
    expect(packets).toEqual(['s0 at 0', 's100 at 101', 's200 at 202', 's250 at 303']);
  });

  it('leaves four fifths of the time to others, however slow packets are, but still updates the screen', async () => {
    let took = 60;
    const { states, packets } = pacedBy(true, () => {
      jest.advanceTimersByTime(took);
    });
    states.next(state('one'));
    await jest.advanceTimersByTimeAsync(0);
    states.next(state('two'));
    await jest.advanceTimersByTimeAsync(600);
    expect(packets).toEqual(['one at 0', 'two at 300']);
    took = 5000;
    states.next(state('three'));
    await jest.advanceTimersByTimeAsync(1000);
    states.next(state('four'));
    await jest.advanceTimersByTimeAsync(3000);
    expect(packets.slice(2)).toEqual(['three at 720', 'four at 7720']);
  });

  it('sends the last state at once, and nothing after it', async () => {
    const { states, packets, ends } = pacedBy();
    states.next(state('one'));
    states.next(state('all', { isFetching: false }));
    states.complete();
    await jest.advanceTimersByTimeAsync(1000);
    expect(packets).toEqual(['all at 0']);
    expect(ends).toEqual(['complete']);
  });

  it('shows earlier data before the first answer only if that is late', async () => {
    const { states, packets } = pacedBy();
    states.next(state('stored', { isNew: false }));
    await jest.advanceTimersByTimeAsync(149);
    expect(packets).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(packets).toEqual(['stored at 150']);

    const quick = pacedBy();
    quick.states.next(state('stored', { isNew: false }));
    await jest.advanceTimersByTimeAsync(20);
    quick.states.next(state('answered'));
    await jest.advanceTimersByTimeAsync(1);
    expect(quick.packets).toEqual(['answered at 20']);
  });

  it('skips packets that are not worth sending', async () => {
    const { states, packets } = pacedBy();
    states.next(state('nothing', { hasContent: false }));
    await jest.advanceTimersByTimeAsync(1000);
    expect(packets).toEqual([]);
  });

  it('sends only the last state if progressive is off', async () => {
    const { states, packets } = pacedBy(false);
    states.next(state('one'));
    await jest.advanceTimersByTimeAsync(1000);
    states.next(state('all', { isFetching: false }));
    expect(packets).toEqual(['all at 1000']);
  });

  it('stops with its subscriber', async () => {
    const { states, packets, subscription } = pacedBy();
    states.next(state('one'));
    subscription.unsubscribe();
    await jest.advanceTimersByTimeAsync(1000);
    expect(packets).toEqual([]);
    expect(states.observed).toBe(false);
  });
});

it("packets that can't be built are a failure", async () => {
  const errors: unknown[] = [];
  const fail = () => {
    throw new Error('no packet');
  };
  packetsOf(() => ({}), true, fail).subscribe({ error: (error) => errors.push(error) });
  await jest.advanceTimersByTimeAsync(100);
  expect(errors).toEqual([new Error('no packet')]);
});
