import { Observable, type Subscription } from 'rxjs';

/**
 * Panels of a dashboard ask one after the other within moments. For so many milliseconds after a newest part came in,
 * whatever is not the newest part of its query waits; else the first panel would take all places. Once something was
 * answered the moment is over: then whoever has come has come.
 */
const COURTESY = 5;

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
  /** Whether newest parts may still be coming in that are to go first. */
  private courteous = false;
  private courtesy: ReturnType<typeof setTimeout> | undefined;

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
    if (waiting.turn === 0) {
      this.endCourtesy();
      this.courteous = true;
    }
    this.serve();
  }

  private leave() {
    this.running--;
    this.endCourtesy();
    // Not at once: a query that is given up lets go of its running tasks before it takes out those that wait.
    queueMicrotask(() => this.serve());
  }

  private forget(waiting: Waiting) {
    const place = this.queue.indexOf(waiting);
    if (place >= 0) {
      this.queue.splice(place, 1);
    }
  }

  private endCourtesy() {
    clearTimeout(this.courtesy);
    this.courtesy = undefined;
    this.courteous = false;
  }

  private serve() {
    while (this.running < this.limit && this.queue.length > 0) {
      if (this.courteous && this.queue[0].turn > 0) {
        this.courtesy ??= setTimeout(() => {
          this.endCourtesy();
          this.serve();
        }, COURTESY);
        return;
      }
      const next = this.queue.shift();
      this.running++;
      next?.start();
    }
  }
}
