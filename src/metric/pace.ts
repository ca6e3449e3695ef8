import { Observable } from 'rxjs';

/** A screen shows no more than this many milliseconds apart makes sense. */
const PAUSE = 100;
/** What was there before the first answer is shown when that answer lets wait this long, in milliseconds. */
const PATIENCE = 150;

/** What a stream of states says of itself. */
export interface Progress {
  done: boolean;
  /** Something has been answered. */
  landed: boolean;
  /** There is something to show. */
  worth: boolean;
}

/**
 * Turns states into packets: the first answer at once, then not more often than a screen can show (and not more than a
 * fifth of the time goes into making packets), the last state always and alone where `progressive` is off.
 *
 * @param build makes a packet; it is called only for packets that go out
 */
export function paced<S extends Progress, P>(
  states: Observable<S>,
  progressive: boolean,
  build: (state: S) => P
): Observable<P> {
  return new Observable<P>((subscriber) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let due = Infinity;
    let latest: S | undefined;
    let next = -Infinity;

    const stop = () => {
      clearTimeout(timer);
      due = Infinity;
    };
    const send = () => {
      stop();
      if (latest) {
        const start = performance.now();
        try {
          subscriber.next(build(latest));
        } catch (error) {
          subscriber.error(error);
        }
        const end = performance.now();
        next = end + Math.max(PAUSE, 4 * (end - start));
      }
    };
    const sendAt = (time: number) => {
      const now = performance.now();
      if (time <= now) {
        send();
      } else if (time < due) {
        clearTimeout(timer);
        due = time;
        timer = setTimeout(send, time - now);
      }
    };

    const sendSoon = (state: S) => {
      if (progressive && state.worth) {
        sendAt(state.landed ? next : performance.now() + PATIENCE);
      }
    };

    // What comes at once, in the task that subscribes, goes out together.
    let subscribed = false;
    const inner = states.subscribe({
      next: (state) => {
        latest = state;
        if (state.done) {
          send();
        } else if (subscribed) {
          sendSoon(state);
        }
      },
      error: (error) => subscriber.error(error),
      complete: () => {
        stop();
        subscriber.complete();
      },
    });
    subscribed = true;
    if (latest && !inner.closed) {
      sendSoon(latest);
    }
    return () => {
      stop();
      inner.unsubscribe();
    };
  });
}
