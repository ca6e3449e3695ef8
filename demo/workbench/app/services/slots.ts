import { Observable, type Subscription } from 'rxjs';

/** Lets `limit` tasks run at once, first come first served; unsubscribing gives the place free. */
export class Slots {
  private running = 0;
  private readonly waiting: Array<() => void> = [];

  constructor(private readonly limit: number) {}

  run<T>(task: Observable<T>): Observable<T> {
    return new Observable<T>((subscriber) => {
      let started = false;
      let inner: Subscription | undefined;
      const start = () => {
        started = true;
        this.running++;
        inner = task.subscribe(subscriber);
      };
      this.waiting.push(start);
      this.next();
      return () => {
        inner?.unsubscribe();
        if (started) {
          this.running--;
        } else {
          this.waiting.splice(this.waiting.indexOf(start), 1);
        }
        this.next();
      };
    });
  }

  private next() {
    while (this.running < this.limit && this.waiting.length > 0) {
      this.waiting.shift()?.();
    }
  }
}
