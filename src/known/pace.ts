import { connect, debounce, filter, map, merge, type Observable, takeUntil, throttle, timer } from 'rxjs';

/** Packets go out at least this far apart, in milliseconds: a screen shows no more. */
const PAUSE = 100;
/** Older data is sent if the first answer takes longer than this, in milliseconds. */
const KNOWN_AFTER = 150;

/** What a stream of states says of itself. */
export interface PacedState {
  /** More can come. */
  isFetching: boolean;
  /** At least a part is the service's answer, and not older data. */
  isNew: boolean;
  /** There is something to show. */
  hasContent: boolean;
}

/**
 * Turns states into packets: the first answer at once, then no more often than a screen can show, and at most a fifth of
 * the time goes into making packets. The last state always goes out, and alone if `progressive` is off.
 *
 * @param build makes a packet; it is called only for packets that go out
 */
export function paced<S extends PacedState, P>(
  states: Observable<S>,
  progressive: boolean,
  build: (state: S) => P
): Observable<P> {
  let cost = 0;
  const timed = (state: S): P => {
    const start = performance.now();
    const packet = build(state);
    cost = performance.now() - start;
    return packet;
  };
  return states.pipe(
    connect((shared) => {
      const last = shared.pipe(filter(({ isFetching }) => !isFetching));
      const early = shared.pipe(
        filter(({ isFetching, hasContent }) => progressive && isFetching && hasContent),
        debounce(({ isNew }) => timer(isNew ? 0 : KNOWN_AFTER)),
        throttle(() => timer(Math.max(PAUSE, 4 * cost)), { leading: true, trailing: true }),
        takeUntil(last)
      );
      return merge(early.pipe(map(timed)), last.pipe(map(timed)));
    })
  );
}
