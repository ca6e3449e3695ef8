import { Observable } from 'rxjs';

/** Milliseconds after which the page has priority: it draws, and handles clicks and keys. */
const BUDGET = 10;

const waiting: Array<() => void> = [];
/** When the first of the current tasks without a pause began. */
let start = 0;

/**
 * Runs a task in a microtask, after those that wait. One answer of the service can change many panels: if the waiting
 * tasks take longer than the budget, the page continues in between.
 */
export function inTurn(task: () => void) {
  waiting.push(task);
  if (waiting.length === 1) {
    begin(inMicrotask);
  }
}

/** The same for a source: it starts in its turn. */
export function inItsTurn<T>(source: Observable<T>): Observable<T> {
  return new Observable((subscriber) =>
    inTurn(() => subscriber.closed || subscriber.add(source.subscribe(subscriber)))
  );
}

function inMicrotask(task: () => void) {
  void Promise.resolve().then(task);
}

function begin(plan: (run: () => void) => void) {
  plan(() => {
    start = performance.now();
    run();
  });
}

function run() {
  try {
    waiting[0]();
  } finally {
    waiting.shift();
    if (waiting.length > 0) {
      if (performance.now() - start < BUDGET) {
        inMicrotask(run);
      } else {
        begin(setTimeout);
      }
    }
  }
}
