import { Subject } from 'rxjs';
import { paced, type PacedState } from './pace';

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

/** Packets with the moment at which they went out. */
function pacedBy(progressive = true, build = ({ name }: State) => name) {
  const states = new Subject<State>();
  const packets: string[] = [];
  const ends: unknown[] = [];
  const start = performance.now();
  const subscription = paced(states, progressive, build).subscribe({
    next: (packet) => packets.push(`${packet} at ${Math.round(performance.now() - start)}`),
    error: (error) => ends.push(error),
    complete: () => ends.push('complete'),
  });
  return { states, packets, ends, subscription };
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

describe('paced', () => {
  it('sends the first answer nearly at once, with those that arrive together with it', () => {
    const { states, packets } = pacedBy();
    states.next(state('one'));
    states.next(state('two'));
    expect(packets).toEqual([]);
    jest.advanceTimersByTime(0);
    expect(packets).toEqual(['two at 0']);
  });

  it('sends further ones not more often than a screen can show, the latest of each time', () => {
    const { states, packets } = pacedBy();
    for (let i = 0; i <= 250; i += 10) {
      states.next(state(`s${i}`));
      jest.advanceTimersByTime(10);
    }
    jest.advanceTimersByTime(1000);
    expect(packets).toEqual(['s0 at 0', 's90 at 100', 's190 at 200', 's250 at 300']);
  });

  it('leaves four fifths of the time to others, however long a packet takes', () => {
    const { states, packets } = pacedBy(true, ({ name }) => {
      jest.advanceTimersByTime(60);
      return name;
    });
    states.next(state('one'));
    jest.advanceTimersByTime(1);
    states.next(state('two'));
    jest.advanceTimersByTime(200);
    expect(packets).toEqual(['one at 60']);
    jest.advanceTimersByTime(50);
    expect(packets).toEqual(['one at 60', 'two at 360']);
  });

  it('sends the last state at once, and nothing after it', () => {
    const { states, packets, ends } = pacedBy();
    states.next(state('one'));
    states.next(state('all', { isFetching: false }));
    states.complete();
    jest.advanceTimersByTime(1000);
    expect(packets).toEqual(['all at 0']);
    expect(ends).toEqual(['complete']);
  });

  it('shows earlier data before the first answer only if that is late', () => {
    const { states, packets } = pacedBy();
    states.next(state('stored', { isNew: false }));
    jest.advanceTimersByTime(149);
    expect(packets).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(packets).toEqual(['stored at 150']);

    const quick = pacedBy();
    quick.states.next(state('stored', { isNew: false }));
    jest.advanceTimersByTime(20);
    quick.states.next(state('answered'));
    jest.advanceTimersByTime(1);
    expect(quick.packets).toEqual(['answered at 20']);
  });

  it('sends nothing that is not worth it', () => {
    const { states, packets } = pacedBy();
    states.next(state('nothing', { hasContent: false }));
    jest.advanceTimersByTime(1000);
    expect(packets).toEqual([]);
  });

  it('sends only the last state if progressive is off', () => {
    const { states, packets } = pacedBy(false);
    states.next(state('one'));
    jest.advanceTimersByTime(1000);
    states.next(state('all', { isFetching: false }));
    expect(packets).toEqual(['all at 1000']);
  });

  it('stops with whoever listened', () => {
    const { states, packets, subscription } = pacedBy();
    states.next(state('one'));
    subscription.unsubscribe();
    jest.advanceTimersByTime(1000);
    expect(packets).toEqual([]);
    expect(states.observed).toBe(false);
  });

  it("fails if a packet can't be made", () => {
    const { states, packets, ends } = pacedBy(true, () => {
      throw new Error('no packet');
    });
    states.next(state('one'));
    jest.advanceTimersByTime(1);
    expect(packets).toEqual([]);
    expect(ends).toEqual([new Error('no packet')]);
  });
});
