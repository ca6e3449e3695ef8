import type { FastifyReply, FastifyRequest } from 'fastify';
import { iso } from '../time';

/** A request that the demo service received. */
export interface RequestEntry {
  readonly number: number;
  readonly method: string;
  /** Path and query string as sent. */
  readonly url: string;
  readonly startedAt: string;
  /** Null while it is running, or if there was no answer. */
  status: number | null;
  /** Milliseconds until the answer was sent or the caller left. Null while it is running. */
  duration: number | null;
  /** The caller left before the answer was sent, or the connection was lost. */
  aborted: boolean;
  /** The number of other requests that were running when it arrived. */
  readonly concurrent: number;
}

const most = 10_000;

/** The requests received since the start or the last clearing, oldest first, without those to /demo. */
export class RequestLog {
  private entries: RequestEntry[] = [];
  private count = 0;
  private underWay = 0;

  get all(): readonly RequestEntry[] {
    return this.entries;
  }

  clear(): void {
    this.entries = [];
  }

  follow(request: FastifyRequest, reply: FastifyReply): void {
    const began = performance.now();
    const entry: RequestEntry = {
      number: ++this.count,
      method: request.method,
      url: request.url,
      startedAt: iso(Date.now()),
      status: null,
      duration: null,
      aborted: false,
      concurrent: this.underWay++,
    };
    this.entries.push(entry);
    if (this.entries.length > most) {
      this.entries.shift();
    }
    reply.raw.once('close', () => {
      this.underWay--;
      entry.duration = Math.round(performance.now() - began);
      entry.aborted = !reply.raw.writableFinished;
      entry.status = reply.raw.writableFinished ? reply.raw.statusCode : null;
    });
  }
}
