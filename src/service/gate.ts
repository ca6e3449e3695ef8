import { Observable, type Subscription } from 'rxjs';
import { inTurn } from './turns';

/**
 * The panels of a dashboard send their requests shortly after each other. For this many milliseconds after the request for
 * a query's newest part, other parts wait, because the first panel would use all slots. The first answer ends this wait.
 */
const GRACE = 5;

/** How many turns later a request is sent that refreshes a panel with data. */
export const AFTER_FIRST_ANSWERS = 10_000_000;

/** What decides when a task may start. It can change while the task waits. */
export interface Ticket {
  /** 0 for the newest part of a query, 1 for its second, and so on. Higher for less urgent data (see `Rank`). */
  turn: number;
}

interface Waiting {
  ticket: Ticket;
  start: () => void;
  refuse: (error: unknown) => void;
}

/** The newest part of a query, even of a refresh. */
function isNewest({ ticket }: Waiting): boolean {
  return ticket.turn === 0 || ticket.turn === AFTER_FIRST_ANSWERS;
}

/**
 * Runs at most `limit` tasks at once. Those with the smallest `turn` are first (the newest part of every query has turn 0,
 * its second part turn 1). Tasks with the same turn start in the order of arrival. Unsubscribing removes a task, waiting
 * or running.
 */
export class Gate {
  private running = 0;
  private readonly queue: Waiting[] = [];
  /** Whether requests for newest parts, which are first, may still follow. */
  private inGrace = false;
  private grace: ReturnType<typeof setTimeout> | undefined;

  /** @param admits whether one more task may start; see `Brake` */
  constructor(
    private readonly limit: number,
    private readonly admits: () => boolean = () => true
  ) {}

  pass<T>(task: Observable<T>, ticket: Ticket): Observable<T> {
    return new Observable<T>((subscriber) => {
      let inner: Subscription | undefined;
      let running = false;
      const waiting: Waiting = {
        ticket,
        start: () => {
          running = true;
          inner = task.subscribe(subscriber);
        },
        refuse: (error) => subscriber.error(error),
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

  /** Changes the turn of a task. A waiting task moves to its new place, after those with that turn. */
  move(ticket: Ticket, turn: number) {
    ticket.turn = turn;
    const waiting = this.queue.find((other) => other.ticket === ticket);
    if (waiting) {
      this.forget(waiting);
      this.place(waiting);
    }
  }

  /**
   * Starts the tasks that may start now, in turn with the page: a browser needs a while to send a request. Call it when
   * more are admitted.
   */
  serve() {
    if (this.running >= this.limit || this.queue.length === 0 || !this.admits()) {
      return;
    }
    if (this.inGrace && !isNewest(this.queue[0])) {
      this.grace ??= setTimeout(() => {
        this.endGrace();
        this.serve();
      }, GRACE);
      return;
    }
    this.running++;
    this.queue.shift()?.start();
    inTurn(() => this.serve());
  }

  /** Fails all waiting tasks. */
  refuse(error: unknown) {
    this.queue.splice(0).forEach((waiting) => waiting.refuse(error));
  }

  private enter(waiting: Waiting) {
    this.place(waiting);
    if (isNewest(waiting)) {
      this.endGrace();
      this.inGrace = true;
    }
    this.serve();
  }

  /** After the others of its turn. */
  private place(waiting: Waiting) {
    const behind = this.queue.findIndex(({ ticket }) => ticket.turn > waiting.ticket.turn);
    this.queue.splice(behind < 0 ? this.queue.length : behind, 0, waiting);
  }

  private leave() {
    this.running--;
    this.endGrace();
    // Not at once: a canceled query ends its running tasks before it removes the waiting ones.
    queueMicrotask(() => this.serve());
  }

  private forget(waiting: Waiting) {
    const place = this.queue.indexOf(waiting);
    if (place >= 0) {
      this.queue.splice(place, 1);
    }
  }

  private endGrace() {
    clearTimeout(this.grace);
    this.grace = undefined;
    this.inGrace = false;
  }
}
