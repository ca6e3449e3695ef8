import { clamp } from 'lodash';
import {
  connect,
  debounce,
  defer,
  filter,
  lastValueFrom,
  map,
  merge,
  Observable,
  of,
  switchMap,
  takeUntil,
  throttle,
  timer,
} from 'rxjs';
import { inItsTurn, inTurn } from '../service/turns';
import { Reader } from './reader';

/** The content of a packet. */
interface State<M> extends PacedState {
  made: M | null;
}

/**
 * The results of a function of what is known: it is called again when that has changed, until nothing more can arrive.
 *
 * @param answerOf reads, and returns the content of a packet; null while there is nothing to show. The same content again is
 * no packet.
 */
function statesOf<M>(answerOf: (reader: Reader) => M | null, progressive: boolean): Observable<State<M>> {
  const states = new Observable<State<M>>((subscriber) => {
    let isPlanned = false;
    let last: M | null = null;
    const run = () => {
      isPlanned = false;
      try {
        reader.begin();
        const made = answerOf(reader);
        reader.end();
        const { isFetching } = reader;
        if (!isFetching || made !== last) {
          subscriber.next({ made, isFetching, isNew: !isFetching || reader.isNew, hasContent: made !== null });
        }
        last = made;
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
  build: (made: M | null, isFetching: boolean) => P
): Observable<P> {
  return statesOf(answerOf, progressive).pipe(
    switchMap(({ made, isFetching }) => inItsTurn(defer(() => of(build(made, isFetching)))))
  );
}

/** `follow` as a promise, which can't be canceled. */
export function followOnce<M>(answerOf: (reader: Reader) => M | null): Promise<M | null> {
  return lastValueFrom(follow(answerOf));
}

/** Packets are sent at least this far apart, in milliseconds, because a screen shows no more. */
const PAUSE = 100;
/** The longest wait of a slow page for the next packet, in milliseconds. */
const LONGEST_PAUSE = 2000;
/** Older data is sent if the first answer takes longer than this, in milliseconds. */
const KNOWN_AFTER = 150;

/** Properties of a state in a stream. */
export interface PacedState {
  /** More can arrive. */
  isFetching: boolean;
  /** At least a part comes from the service's answer, not from older data. */
  isNew: boolean;
  /** There is something to show. */
  hasContent: boolean;
}

/**
 * The states that are sent as packets: the first answer at once, then no more often than a screen can show. Packets,
 * including the page's work with them, take at most a fifth of the time. The last state is always sent. It is the only one
 * if `progressive` is off.
 */
export function paced<S extends PacedState>(states: Observable<S>, progressive: boolean): Observable<S> {
  return states.pipe(
    connect((shared) => {
      const last = shared.pipe(filter(({ isFetching }) => !isFetching));
      const early = shared.pipe(
        filter(({ isFetching, hasContent }) => progressive && isFetching && hasContent),
        debounce(({ isNew }) => timer(isNew ? 0 : KNOWN_AFTER)),
        throttle(pause, { leading: true, trailing: true }),
        takeUntil(last)
      );
      return merge(early, last);
    })
  );
}

/** Starts with a packet: the page is free again after the packet's turn and a timer. */
function pause(): Observable<unknown> {
  const start = performance.now();
  return inItsTurn(of(true)).pipe(
    switchMap(() => timer(0)),
    switchMap(() => timer(clamp(4 * (performance.now() - start), PAUSE, LONGEST_PAUSE)))
  );
}
