import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { HOST_FOR_GRAFANA, inGrafana } from './house';

const ROOT = path.resolve(__dirname, '../..');

/** A server of the project in its own process. */
export interface Server {
  url: string;
  /** The same, as the tested Grafana reaches it. */
  urlForGrafana: string;
  close: () => Promise<void>;
}

/** The demo service on a free port, with `flags` as on its command line. On loopback, unless Grafana needs another address. */
export function startService(flags: string[] = []): Promise<Server> {
  const host = inGrafana && HOST_FOR_GRAFANA !== '127.0.0.1' ? ['--host', '0.0.0.0'] : [];
  return start('demo/service/main.ts', ['--port', String(freePort()), ...host, ...flags], /Demo service: (\S+)/);
}

/**
 * The workbench on a free port, built for the Grafana in GRAFANA_PACKAGES. Its data source is at `serviceUrl`. `flags` are
 * as on its command line.
 */
export function startWorkbench(serviceUrl: string, flags: string[] = []): Promise<Server> {
  const args = ['--port', String(freePort()), '--service', serviceUrl, '--token', 'demo-token', ...flags];
  if (process.env.GRAFANA_PACKAGES) {
    args.push('--grafana', process.env.GRAFANA_PACKAGES);
  }
  return start('demo/workbench/server/main.ts', args, /Workbench: (\S+)/);
}

/** Where the search for a free port begins. Both servers take the next one if it is in use. */
function freePort(): number {
  return 20_000 + Math.floor(Math.random() * 20_000);
}

function start(script: string, args: string[], announcement: RegExp): Promise<Server> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--import', 'tsx', script, ...args], { cwd: ROOT });
    let said = '';
    const listen = (text: Buffer) => {
      said += text.toString();
      const url = announcement.exec(said)?.[1];
      if (url) {
        const { port } = new URL(url);
        resolve({
          url: `http://127.0.0.1:${port}`,
          urlForGrafana: `http://${HOST_FOR_GRAFANA}:${port}`,
          close: () => close(child),
        });
      }
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.on('close', (code) => reject(new Error(`${script} ended with ${code}: ${said}`)));
  });
}

function close(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('close', () => resolve());
    child.kill('SIGTERM');
  });
}
