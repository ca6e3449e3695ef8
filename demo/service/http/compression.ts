import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

/** The smallest body, in bytes, for which compression is worth its time. */
const SMALLEST = 1024;

/** nginx's default. */
const LEVEL = 1;

const compress = promisify(gzip);

/** Compresses bodies with gzip for callers that accept it, as a reverse proxy does. */
export function compressBodies(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const isAccepted = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
    if (typeof payload !== 'string' || Buffer.byteLength(payload) < SMALLEST) {
      return payload;
    }
    reply.header('vary', 'accept-encoding');
    if (!isAccepted) {
      return payload;
    }
    const body = await compress(payload, { level: LEVEL });
    reply.header('content-encoding', 'gzip').header('content-length', body.length);
    return body;
  });
}
