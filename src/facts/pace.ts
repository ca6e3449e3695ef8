import { clamp } from 'lodash';
import { connect, debounce, filter, merge, type Observable, of, switchMap, takeUntil, throttle, timer } from 'rxjs';
import { inItsTurn } from '../service/turns';

/** Packets are sent at least this far apart, in milliseconds, because a screen shows no more. */
const PAUSE = 100;
/** The longest wait of a slow page for the next packet, in milliseconds. */
const LONGEST_PAUSE = 2000;
/** Older data is sent if the first answer takes longer than this, in milliseconds. */
const KNOWN_AFTER = 150;

/** Properties of a state in a stream. */
export interface PacedState {
  /** More can arrive. */
  isFetching: boolean;
  /** At least a part comes from the service's answer, not from older data. */
  isNew: boolean;
  /** There is something to show. */
  hasContent: boolean;
}

/**
 * The states that are sent as packets: the first answer at once, then no more often than a screen can show. Packets,
 * including the page's work with them, take at most a fifth of the time. The last state is always sent. It is the only one
 * if `progressive` is off.
 */
export function paced<S extends PacedState>(states: Observable<S>, progressive: boolean): Observable<S> {
  return states.pipe(
    connect((shared) => {
      const last = shared.pipe(filter(({ isFetching }) => !isFetching));
      const early = shared.pipe(
        filter(({ isFetching, hasContent }) => progressive && isFetching && hasContent),
        debounce(({ isNew }) => timer(isNew ? 0 : KNOWN_AFTER)),
        throttle(pause, { leading: true, trailing: true }),
        takeUntil(last)
      );
      return merge(early, last);
    })
  );
}

/** Starts with a packet: the page is free again after the packet's turn and a timer. */
function pause(): Observable<unknown> {
  const start = performance.now();
  return inItsTurn(of(true)).pipe(
    switchMap(() => timer(0)),
    switchMap(() => timer(clamp(4 * (performance.now() - start), PAUSE, LONGEST_PAUSE)))
  );
}
