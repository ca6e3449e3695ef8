import { EMPTY, first, map, type Observable, Subscription, throwError, timeout, timer } from 'rxjs';
import { inItsTurn } from '../service/turns';

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
}

/** What is known of something that is read. */
export interface Fact<T> {
  /** Undefined until something has arrived. */
  data: T | undefined;
  /** More can arrive. */
  isFetching: boolean;
  /** Why it could not be read, or not to the end. Undefined if it was. */
  error: unknown;
  /** The data is complete. */
  isWhole: boolean;
}

/** One thing that is being read for an answer. */
interface Reading {
  /** As it was last read: its functions say what the data means. */
  entry: Entry<unknown>;
  known: Omit<Fact<unknown>, 'isWhole'>;
  subscription: Subscription;
}

/** What was read, as it was then. */
type Seen = Map<Reading, Reading['known']>;

/** The reads of one answer. Each entry is requested once, while every call of the answer reads it. */
export class Reader {
  private readonly readings = new Map<string, Reading>();
  private readonly conclusions = new Map<string, { result: unknown; from: Seen }>();
  /** What this call of the answer has read. */
  private seen: Seen = new Map();
  private isStarting = false;

  /** @param changed called when something that was read has changed */
  constructor(private readonly changed: () => void) {}

  /** The current state of the entry. */
  read<T>(entry: Entry<T>): Fact<T> {
    const reading = this.readings.get(entry.key) ?? this.start(entry);
    reading.entry = entry as Entry<unknown>;
    this.seen.set(reading, reading.known);
    const known = reading.known as Omit<Fact<T>, 'isWhole'>;
    const { data, error } = known;
    const isWhole = data !== undefined && error === undefined && (entry.isWhole?.(data) ?? isWholeBy(data));
    return { ...known, isWhole };
  }

  /**
   * A conclusion from what is read in it. It is drawn again only when that has changed: in most calls of an answer, one of
   * many reads is new.
   *
   * @param key contains everything else that it depends on
   */
  conclude<T>(key: string, draw: () => T): T {
    const last = this.conclusions.get(key);
    const isSame = last !== undefined && [...last.from].every(([reading, was]) => reading.known === was);
    const outer = this.seen;
    this.seen = isSame ? last.from : new Map();
    try {
      const result = isSame ? (last.result as T) : draw();
      this.conclusions.set(key, { result, from: this.seen });
      return result;
    } finally {
      this.seen.forEach((was, reading) => outer.set(reading, was));
      this.seen = outer;
    }
  }

  /** Whether more can arrive for something that was read. */
  get isFetching(): boolean {
    return this.some(({ known }) => known.isFetching);
  }

  /** Whether the service has answered any of the reads. */
  get isNew(): boolean {
    return this.seen.size === 0 || this.some(isNew);
  }

  /** The calls for the reads, as far as `operations` do not have them: those in metric data. */
  get calls(): string[] {
    return [...this.seen.keys()].flatMap(({ known: { data } }) => callsOf(data));
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
        // Conclusions from it are over.
        reading.known = { ...reading.known };
      }
    }
  }

  close() {
    this.readings.forEach(({ subscription }) => subscription.unsubscribe());
  }

  private some(condition: (reading: Reading) => boolean): boolean {
    return [...this.seen.keys()].some(condition);
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

function callsOf(data: unknown): readonly string[] {
  const calls = typeof data === 'object' && data !== null && 'calls' in data ? data.calls : [];
  return calls as string[];
}

function isWholeBy(data: unknown): boolean {
  return typeof data !== 'object' || data === null || !('isWhole' in data) || data.isWhole === true;
}

/* Entries without their own requests. */

/** True after this many milliseconds, for an answer that shows how long it has waited. */
export function waited(milliseconds: number): Entry<boolean> {
  return { key: `waited ${milliseconds}`, start: () => timer(milliseconds).pipe(map(() => true)) };
}

/**
 * An entry that ends if nothing has arrived after this many milliseconds, for an answer that can't be partial.
 *
 * @param failure what it fails with; without it, it has no data
 */
export function within<T>(milliseconds: number, entry: Entry<T>, failure?: () => unknown): Entry<T> {
  const tooLate = () => (failure ? throwError(failure) : EMPTY);
  return { ...entry, start: () => entry.start().pipe(timeout({ first: milliseconds, with: tooLate })) };
}

/** How often something is looked for, in milliseconds. */
const LOOK = 1000;

/** Something that is looked for, and not requested. Without data until it is there. */
export function lookFor<T>(key: string, look: () => T | undefined): Entry<T> {
  return {
    key,
    start: () =>
      timer(LOOK, LOOK).pipe(
        map(look),
        first((found) => found !== undefined)
      ),
  };
}

/** An entry of many, which start in turns with the page: to start all at once takes long. */
export function inTurns<T>(entry: Entry<T>): Entry<T> {
  return { ...entry, start: () => inItsTurn(entry.start()) };
}

/** An entry whose data follows from another's. */
export function mapEntry<T, U>(key: string, entry: Entry<T>, conclude: (data: T) => U): Entry<U> {
  return { key, start: () => entry.start().pipe(map(conclude)) };
}

/** The data of several values, and the failed ones. */
export interface Each<V, T> {
  read: Array<{ value: V; result: T }>;
  failed: Array<{ value: V; failure: unknown }>;
  failures: unknown[];
  /** All were read, and each is complete. */
  isWhole: boolean;
}

/** The data of several values, and the failed ones; null while one is incomplete. */
export function eachKnown<V, T>(values: readonly V[], readOne: (value: V) => Fact<T>): Each<V, T> | null {
  const all = values.map((value) => ({ value, ...readOne(value) }));
  if (all.some(({ isFetching }) => isFetching)) {
    return null;
  }
  return {
    read: all.flatMap(({ value, data, error }) =>
      error === undefined && data !== undefined ? [{ value, result: data }] : []
    ),
    failed: all.flatMap(({ value, error }) => (error === undefined ? [] : [{ value, failure: error }])),
    failures: all.flatMap(({ error }) => error ?? []),
    isWhole: all.every(({ isWhole }) => isWhole),
  };
}

/** The data of an entry once nothing more can arrive, and null before. @throws its error */
export function whole<T>(reader: Reader, entry: Entry<T>): T | null {
  return wholeOf(reader.read(entry));
}

/** The same of what is known. */
export function wholeOf<T>({ data, isFetching, error }: Fact<T>): T | null {
  if (error !== undefined) {
    throw error;
  }
  return isFetching || data === undefined ? null : data;
}

/** A conclusion from what was read. @param conclude null while more can arrive; what it throws is the conclusion's error */
export function conclusionOf<T>(conclude: () => T | null, isWhole: (data: T) => boolean = () => true): Fact<T> {
  try {
    const data = conclude() ?? undefined;
    return { data, isFetching: data === undefined, error: undefined, isWhole: data !== undefined && isWhole(data) };
  } catch (error) {
    return { data: undefined, isFetching: false, error, isWhole: false };
  }
}
