import { clamp } from 'lodash';
import { connect, debounce, filter, merge, type Observable, of, switchMap, takeUntil, throttle, timer } from 'rxjs';
import { inItsTurn } from '../service/turns';

/** Packets go out at least this far apart, in milliseconds: a screen shows no more. */
const PAUSE = 100;
/** What a slow page waits for the next packet at most, in milliseconds. */
const LONGEST_PAUSE = 2000;
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
 * The states that go out as packets: the first answer at once, then no more often than a screen can show, and so that packets
 * take at most a fifth of the time, with what the page does with them. The last state always goes out, and alone if
 * `progressive` is off.
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

/** Begins with a packet: the page is free again once the packet has had its turn and a timer fires. */
function pause(): Observable<unknown> {
  const start = performance.now();
  return inItsTurn(of(true)).pipe(
    switchMap(() => timer(0)),
    switchMap(() => timer(clamp(4 * (performance.now() - start), PAUSE, LONGEST_PAUSE)))
  );
}
