import { Observable, type Subscription } from 'rxjs';

/**
 * Panels of a dashboard ask one after the other within moments. For so many milliseconds whatever is not the newest part
 * of its query lets those who come later go first; else the first panel would take all places.
 */
const COURTESY = 10;

interface Waiting {
  turn: number;
  /** Its courtesy is over. */
  ready: boolean;
  start: () => void;
}

/**
 * Lets at most `limit` tasks run at once. Those of the smallest `turn` go first (the newest part of every query has
 * turn 0, its second part turn 1), those of one turn in the order in which they came. Unsubscribing takes a task out,
 * waiting or running.
 */
export class Gate {
  private running = 0;
  private readonly queue: Waiting[] = [];

  constructor(private readonly limit: number) {}

  pass<T>(task: Observable<T>, turn: number): Observable<T> {
    return new Observable<T>((subscriber) => {
      let inner: Subscription | undefined;
      let running = false;
      const waiting: Waiting = {
        turn,
        ready: turn === 0,
        start: () => {
          running = true;
          inner = task.subscribe(subscriber);
        },
      };
      const courtesy = waiting.ready ? undefined : setTimeout(() => this.getReady(waiting), COURTESY);
      this.enter(waiting);
      return () => {
        clearTimeout(courtesy);
        inner?.unsubscribe();
        if (running) {
          this.leave();
        } else {
          this.forget(waiting);
        }
      };
    });
  }

  private enter(waiting: Waiting) {
    const place = this.queue.findIndex((other) => other.turn > waiting.turn);
    this.queue.splice(place < 0 ? this.queue.length : place, 0, waiting);
    this.serve();
  }

  private getReady(waiting: Waiting) {
    waiting.ready = true;
    this.serve();
  }

  private leave() {
    this.running--;
    this.serve();
  }

  private forget(waiting: Waiting) {
    const place = this.queue.indexOf(waiting);
    if (place >= 0) {
      this.queue.splice(place, 1);
    }
  }

  private serve() {
    while (this.running < this.limit) {
      const place = this.queue.findIndex(({ ready }) => ready);
      if (place < 0) {
        return;
      }
      const [next] = this.queue.splice(place, 1);
      this.running++;
      next.start();
    }
  }
}
