import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { countBy } from 'lodash';

const CONFIG = new URL('../../../provisioning/cache/nginx.conf', import.meta.url);

export interface Cache {
  url: string;
  /** The statuses of the responses since the last call, such as HIT: how many of each. */
  takeStatuses: () => Record<string, number>;
  stop: () => Promise<void>;
}

/** The path of nginx on this machine, undefined if it is not installed. */
export function findNginx(): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin'];
  return folders.map((folder) => path.join(folder, 'nginx')).find((file) => fs.existsSync(file));
}

/**
 * A real nginx with the repository's configuration on a free port. Only addresses and folders are changed.
 *
 * @param service host and port
 */
export async function startCache(nginx: string, service: string): Promise<Cache> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'viewers-'));
  // If root starts nginx, it runs as another user.
  fs.chmodSync(folder, 0o755);
  const port = await freePort();
  const log = path.join(folder, 'access.log');
  const config = put(fs.readFileSync(CONFIG, 'utf8'), {
    'demo:9400': service,
    'listen 8080': `listen 127.0.0.1:${port}`,
    '/tmp/': `${folder}/`,
    // nginx cannot open a socket, which a test's output is.
    '/dev/stderr': path.join(folder, 'error.log'),
    '/dev/stdout': log,
  });
  const file = path.join(folder, 'nginx.conf');
  fs.writeFileSync(file, config);
  const child = spawn(nginx, ['-e', path.join(folder, 'early.log'), '-c', file, '-g', 'daemon off;'], {
    stdio: 'inherit',
  });
  const url = `http://127.0.0.1:${port}`;
  await answers(`${url}/cache-health`, child);
  const takeStatuses = () => {
    const lines = fs.readFileSync(log, 'utf8').split('\n').filter(Boolean);
    fs.truncateSync(log);
    // The log format of the recipe: the time, the status of the cache, … Its own health page has none.
    const statuses = lines.map((line) => line.split(' ')[1]).filter((status) => status !== '-');
    return countBy(statuses);
  };
  return {
    url,
    takeStatuses,
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill();
      await ended;
      fs.rmSync(folder, { recursive: true });
    },
  };
}

function put(text: string, places: Record<string, string>): string {
  return Object.entries(places).reduce((changed, [from, to]) => {
    if (!changed.includes(from)) {
      throw new Error(`nginx.conf has no ${from}`);
    }
    return changed.replaceAll(from, to);
  }, text);
}

async function answers(url: string, child: ChildProcess) {
  while (child.exitCode === null) {
    if (
      await fetch(url).then(
        ({ ok }) => ok,
        () => false
      )
    ) {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('nginx does not start.');
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
