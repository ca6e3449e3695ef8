import fs from 'node:fs';
import path from 'node:path';
import { type FastifyReply } from 'fastify';

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.md': 'text/markdown; charset=utf-8',
  '.woff2': 'font/woff2',
};

/** Sends a file in a folder. Anything else is not found. Built files may change under the same name. */
export async function sendFile(reply: FastifyReply, folder: string, name: string) {
  const file = await below(folder, name);
  return file ? send(reply, file) : reply.code(404).send({ message: 'Not found' });
}

/** An icon from `@grafana/ui`, or from our own folder, since the package lacks those that Grafana draws elsewhere. */
export async function sendIcon(reply: FastifyReply, folder: string, name: string, own: string) {
  const file = (await below(folder, name)) ?? (await below(own, path.basename(name))) ?? path.join(own, 'missing.svg');
  return send(reply, file);
}

/** The browser checks its copy each time, so that it can keep the compiled code. */
async function send(reply: FastifyReply, file: string) {
  const tag = `"${(await fs.promises.stat(file)).mtimeMs}"`;
  reply.header('cache-control', 'no-cache').header('etag', tag);
  if (reply.request.headers['if-none-match'] === tag) {
    return reply.code(304).send();
  }
  return reply.type(TYPES[path.extname(file)] ?? 'application/octet-stream').send(await fs.promises.readFile(file));
}

async function below(folder: string, name: string): Promise<string | undefined> {
  const file = path.resolve(folder, name);
  const stats = file.startsWith(folder + path.sep) ? await fs.promises.stat(file).catch(() => undefined) : undefined;
  return stats?.isFile() ? file : undefined;
}
