import { type QueryResultMetaNotice } from '@grafana/data';
import { defer, lastValueFrom, map, Observable, of, Subscription, switchMap } from 'rxjs';
import { paced, type PacedState } from './pace';
import { inItsTurn, inTurn } from '../service/turns';

/** Something that an answer can read: how, and what its data means for the answer. */
export interface Entry<T> {
  /** Distinguishes it from everything else that the same answer reads. */
  key: string;
  /** Reads it: emits what is known now, and again with each change. */
  start: () => Observable<T>;
  /** Whether the data is complete. The default is a list's own `isWhole`, and true for other data. */
  isWhole?: (data: T) => boolean;
  /** Whether the service returned the data just now. Older data waits a moment for newer data. Default: true. */
  isNew?: (data: T) => boolean;
  /** Notices of missing data. */
  notices?: (data: T) => QueryResultMetaNotice[];
  /** The calls for it, if `operations` do not have them (metric data). */
  calls?: (data: T) => readonly string[];
}

/** The current state of an entry. */
export interface Known<T> {
  /** Undefined until something has arrived. */
  data: T | undefined;
  /** More can arrive. */
  isFetching: boolean;
  /** Why it could not be read, or not to the end. Undefined if it was. */
  error: unknown;
  /** The data is complete. */
  isWhole: boolean;
}

/** The consequences of an answer's reads. */
interface ReadOutcome {
  notices: QueryResultMetaNotice[];
  failures: unknown[];
  /** Another answer follows. */
  isFetching: boolean;
}

/** One thing that is being read for an answer. */
interface Reading {
  /** As it was last read: its functions say what the data means. */
  entry: Entry<unknown>;
  known: Omit<Known<unknown>, 'isWhole'>;
  subscription: Subscription;
}

/** The reads of one answer. Each entry is requested once, while every call of the answer reads it. */
export class Reader {
  private readonly readings = new Map<string, Reading>();
  /** The entries that this call of the answer has read, and whether the answer has its own notices about each. */
  private seen = new Map<Reading, { isOwn: boolean }>();
  private isStarting = false;

  /** @param changed called when something that was read has changed */
  constructor(private readonly changed: () => void) {}

  /** The current state of the entry. Its error and its notices are added to the answer's. */
  read<T>(entry: Entry<T>): Known<T> {
    return this.known(entry, false);
  }

  /** Like `read`, for an answer with its own notices. */
  attempt<T>(entry: Entry<T>): Known<T> {
    return this.known(entry, true);
  }

  /** Whether more can arrive for something that was read. */
  get isFetching(): boolean {
    return this.some(({ known }) => known.isFetching);
  }

  /** Call this before the answer. */
  begin() {
    this.seen = new Map();
  }

  /** Call this after the answer: entries that it no longer reads are canceled. */
  end() {
    for (const [key, reading] of this.readings) {
      if (!this.seen.has(reading)) {
        reading.subscription.unsubscribe();
        this.readings.delete(key);
      }
    }
  }

  close() {
    this.readings.forEach(({ subscription }) => subscription.unsubscribe());
  }

  /** Whether the service has answered any of the reads. */
  get isNew(): boolean {
    return this.seen.size === 0 || this.some(isNew);
  }

  /** The calls for the reads, as far as `operations` do not have them. */
  get calls(): string[] {
    return [...this.seen.keys()].flatMap(({ entry, known: { data } }) =>
      data === undefined ? [] : (entry.calls?.(data) ?? [])
    );
  }

  /** The consequences of the reads. */
  get outcome(): ReadOutcome {
    const read = [...this.seen];
    const reported = read.filter(([, { isOwn }]) => !isOwn);
    return {
      notices: reported.flatMap(
        ([
          {
            entry,
            known: { data },
          },
        ]) => (data === undefined ? [] : (entry.notices?.(data) ?? []))
      ),
      failures: reported.flatMap(([{ known }]) => known.error ?? []),
      isFetching: this.isFetching,
    };
  }

  private some(condition: (reading: Reading) => boolean): boolean {
    return [...this.seen.keys()].some(condition);
  }

  private known<T>(entry: Entry<T>, isOwn: boolean): Known<T> {
    const reading = this.readings.get(entry.key) ?? this.start(entry);
    reading.entry = entry as Entry<unknown>;
    this.seen.set(reading, { isOwn });
    const known = reading.known as Omit<Known<T>, 'isWhole'>;
    const { data, error } = known;
    const isWhole = data !== undefined && error === undefined && (entry.isWhole?.(data) ?? isWholeBy(data));
    return { ...known, isWhole };
  }

  private start<T>(entry: Entry<T>): Reading {
    const known = { data: undefined, isFetching: true, error: undefined };
    const reading: Reading = { entry: entry as Entry<unknown>, known, subscription: new Subscription() };
    const change = (news: Partial<Reading['known']>) => {
      reading.known = { ...reading.known, ...news };
      // The caller expects immediate results, and waits for them.
      if (!this.isStarting) {
        this.changed();
      }
    };
    this.readings.set(entry.key, reading);
    const outer = this.isStarting;
    this.isStarting = true;
    try {
      reading.subscription.add(
        entry.start().subscribe({
          next: (data) => change({ data }),
          error: (error: unknown) => change({ error, isFetching: false }),
          complete: () => change({ isFetching: false }),
        })
      );
    } finally {
      this.isStarting = outer;
    }
    return reading;
  }
}

function isNew({ entry, known: { data, error } }: Reading): boolean {
  return error !== undefined || (data !== undefined && (entry.isNew?.(data) ?? true));
}

function isWholeBy(data: unknown): boolean {
  return typeof data !== 'object' || data === null || !('isWhole' in data) || data.isWhole === true;
}

/** The content of a packet, and the consequences of its reads. */
interface State<M> extends PacedState {
  made: M | null;
  outcome: ReadOutcome;
}

/**
 * The results of a function of what is known: it is called again when that has changed, until nothing more can arrive.
 *
 * @param answerOf reads, and returns the content of a packet; null while there is nothing to show
 */
function statesOf<M>(answerOf: (reader: Reader) => M | null, progressive: boolean): Observable<State<M>> {
  const states = new Observable<State<M>>((subscriber) => {
    let isPlanned = false;
    const run = () => {
      isPlanned = false;
      try {
        reader.begin();
        const made = answerOf(reader);
        reader.end();
        const { outcome } = reader;
        const { isFetching } = outcome;
        subscriber.next({ made, outcome, isFetching, isNew: !isFetching || reader.isNew, hasContent: made !== null });
        if (!isFetching) {
          subscriber.complete();
        }
      } catch (error) {
        subscriber.error(error);
      }
    };
    const reader = new Reader(() => {
      if (!isPlanned) {
        isPlanned = true;
        inTurn(() => subscriber.closed || run());
      }
    });
    subscriber.add(() => reader.close());
    run();
  });
  return paced(states, progressive);
}

/** The same without packets: once nothing more can arrive. */
export function follow<M>(answerOf: (reader: Reader) => M | null): Observable<M | null> {
  return statesOf(answerOf, false).pipe(map(({ made }) => made));
}

/**
 * The packets of a function of what is known. Each is built in its turn: building one can take as long as a whole answer.
 *
 * @param build builds a packet; it is only called for packets that are sent
 */
export function packetsOf<M, P>(
  answerOf: (reader: Reader) => M | null,
  progressive: boolean,
  build: (made: M | null, outcome: ReadOutcome) => P
): Observable<P> {
  return statesOf(answerOf, progressive).pipe(
    switchMap(({ made, outcome }) => inItsTurn(defer(() => of(build(made, outcome)))))
  );
}

/** `follow` as a promise, which can't be canceled. */
export function followOnce<M>(answerOf: (reader: Reader) => M | null): Promise<M | null> {
  return lastValueFrom(follow(answerOf));
}
