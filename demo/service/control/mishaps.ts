import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { problemBody } from '../http/problem';
import type { Verdict } from './faults';

const page = '<!doctype html><html><head><title>Sign in</title></head><body><h1>Please sign in</h1></body></html>';

/** Delays a request and lets it fail as the verdict says; what is not answered here goes on to its handler. */
export async function suffer({ latency, fail }: Verdict, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (latency > 0) {
    await wait(latency);
  }
  switch (fail) {
    case undefined:
      return;
    case 'hang':
      reply.hijack();
      return;
    case 'drop':
      reply.hijack();
      request.raw.socket.destroy();
      return;
    case 'garbage':
      await reply.type('text/html').send(page);
      return;
    case 'truncated':
      await reply.type('application/json').send('{"node":101,"metric":"response_time","data":[{"timestamp":17');
      return;
    case 'empty':
      await reply.type('application/json').send('');
      return;
    default:
      await reply.code(fail).send(problemBody(fail, `this is a fault of the demo service (${fail})`));
  }
}
