import { Observable, type Subscription } from 'rxjs';

interface Waiting {
  turn: number;
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
        start: () => {
          running = true;
          inner = task.subscribe(subscriber);
        },
      };
      this.enter(waiting);
      return () => {
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
      const next = this.queue.shift();
      if (!next) {
        return;
      }
      this.running++;
      next.start();
    }
  }
}
