import type { operations } from '../schema';
import type { Quirks } from '../quirks/quirks';
import type { World } from '../world';
import type { OperationId } from './openapi';

/** What an operation's handler needs in addition to its parameters. */
export interface Call {
  readonly world: World;
  /** The time of the request: nothing later is returned. */
  readonly now: number;
  readonly quirks: Quirks;
}

type PathOf<P> = P extends { path: infer T } ? T : object;
type QueryOf<P> = P extends { query?: infer T } ? NonNullable<T> : object;
type Plain<T> = [T] extends [never] ? object : T;

/** Path and query parameters of an operation, checked. */
export type ParametersOf<K extends OperationId> = Plain<PathOf<operations[K]['parameters']>> &
  Plain<QueryOf<operations[K]['parameters']>>;

type Body<R> = R extends { content: { 'application/json': infer B } } ? B : never;

/** The 200 body of an operation. */
export type AnswerOf<K extends OperationId> = operations[K] extends { responses: { 200: infer R } } ? Body<R> : never;

/** A handler for each operation of the interface. The types ensure that none is missing. Handlers throw a `Problem`. */
export type Handlers = { readonly [K in OperationId]: (parameters: ParametersOf<K>, call: Call) => AnswerOf<K> };

export type Handler<K extends OperationId> = Handlers[K];
