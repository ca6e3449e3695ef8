import { Observable } from 'rxjs';

/** A screen shows no more than this many milliseconds apart makes sense. */
const PAUSE = 100;
/** Answers that come together go out together, in milliseconds. */
const BREATH = 1;
/** What was there before the first answer is shown when that answer lets wait this long, in milliseconds. */
const PATIENCE = 150;

/** What a stream of states says of itself. */
export interface Progress {
  done: boolean;
  /** Something has been answered. */
  hasAnswer: boolean;
  /** There is something to show. */
  hasContent: boolean;
}

/**
 * Turns states into packets: the first answer as good as at once, then not more often than a screen can show (and not more than a
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
      if (time < due) {
        clearTimeout(timer);
        due = time;
        timer = setTimeout(send, time - performance.now());
      }
    };

    const inner = states.subscribe({
      next: (state) => {
        latest = state;
        if (state.done) {
          send();
        } else if (progressive && state.hasContent) {
          const now = performance.now();
          sendAt(state.hasAnswer ? Math.max(next, now + BREATH) : now + PATIENCE);
        }
      },
      error: (error) => subscriber.error(error),
      complete: () => {
        stop();
        subscriber.complete();
      },
    });
    return () => {
      stop();
      inner.unsubscribe();
    };
  });
}
