import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { problemBody } from '../problem';
import { bodyOf } from './bodies';
import type { Asked, Fault } from './fault';
import type { Faults } from './faults';
import { type BodyWord, isBodyWord } from './words';

/** The time for the first half of a body to reach the caller before its connection is reset. */
const headStart = 50;

/**
 * Applies `faults` to the requests of `app`. Faults that don't change the right answer apply before it is computed, the
 * others when it is sent.
 *
 * @param askedOf what a request is matched by; undefined if it isn't part of the interface
 */
export function sufferFaults(
  app: FastifyInstance,
  faults: Faults,
  askedOf: (request: FastifyRequest) => Asked | undefined
): void {
  const hit = new WeakMap<FastifyRequest, Fault>();

  app.addHook('onRequest', async (request, reply) => {
    const asked = askedOf(request);
    const { latency, fault } = asked ? faults.judge(asked) : { latency: 0 };
    if (latency > 0) {
      await wait(latency);
    }
    if (fault && !(await answered(fault, request, reply))) {
      hit.set(request, fault);
    }
  });

  app.addHook('onSend', async (request, reply, payload) => {
    const fault = hit.get(request);
    if (!fault || typeof payload !== 'string') {
      return payload;
    }
    if (fault.fail === 'reset' || fault.fail === 'stall') {
      await half(reply, payload, fault.fail);
    }
    return isBodyWord(fault.fail) ? changed(fault, fault.fail, reply, payload) : payload;
  });
}

/** Answers, or ensures that there is never an answer. False if the fault needs the right answer first. */
async function answered(fault: Fault, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
  const { fail, body, status = 200, retryAfter } = fault;
  if (retryAfter !== undefined) {
    reply.header('retry-after', String(retryAfter));
  }
  if (fail === 'hang' || fail === 'drop') {
    reply.hijack();
    if (fail === 'drop') {
      request.raw.socket.destroy();
    }
    return true;
  }
  if (typeof fail === 'number' || body !== undefined) {
    const code = typeof fail === 'number' ? fail : status;
    const json = body === undefined ? problemBody(code, `this is a fault of the demo service (${code})`) : body;
    await reply.code(code).type('application/json; charset=utf-8').send(JSON.stringify(json));
    return true;
  }
  return false;
}

function changed(fault: Fault, word: BodyWord, reply: FastifyReply, payload: string): string {
  reply.code(fault.status ?? 200);
  if (word === 'html') {
    reply.type('text/html; charset=utf-8');
  }
  const body = bodyOf(word, payload);
  reply.header('content-length', Buffer.byteLength(body));
  return body;
}

/** Sends the first half of the answer. It never resolves, because otherwise the rest would be sent. */
async function half(reply: FastifyReply, payload: string, then: 'reset' | 'stall'): Promise<never> {
  const bytes = Buffer.from(payload);
  const { raw } = reply;
  for (const [name, value] of Object.entries({ ...reply.getHeaders(), 'content-length': bytes.length })) {
    raw.setHeader(name, value ?? '');
  }
  raw.statusCode = reply.statusCode;
  raw.write(bytes.subarray(0, Math.ceil(bytes.length / 2)));
  if (then === 'reset') {
    await wait(headStart);
    raw.socket?.resetAndDestroy();
  }
  return new Promise<never>(() => {});
}
