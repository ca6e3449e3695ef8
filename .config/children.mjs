import { spawn } from 'node:child_process';
import path from 'node:path';

/** The processes that a command has started. They end with it, and so do their own child processes. */
export class Children {
  ending = false;
  #running = new Set();

  constructor(root) {
    this.root = root;
  }

  /** Runs a program and shows its output. Fails if the program fails. */
  run(program, args, options = {}) {
    return new Promise((resolve, reject) => {
      const child = this.#start(program, args, { stdio: ['ignore', 'inherit', 'inherit'], ...options });
      child.on('error', reject);
      child.on('close', (code) =>
        code === 0 ? resolve() : reject(new Error(`${program} ${args.join(' ')} ended with ${code}`))
      );
    });
  }

  /**
   * Starts a TypeScript server, and waits until it prints its address.
   *
   * @param {RegExp} announcement its first group is the address
   */
  serve(script, args, announcement) {
    return new Promise((resolve, reject) => {
      const child = this.#start(process.execPath, ['--import', 'tsx', script, ...args], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let said = '';
      child.stdout.setEncoding('utf8').on('data', (text) => {
        const known = announcement.test(said);
        said = (said + text).slice(-4000);
        const found = announcement.exec(said);
        if (found && !known) {
          resolve(found[1]);
        }
      });
      child.on('error', reject);
      child.on('close', (code) => reject(new Error(`${script} ended with ${code}`)));
    });
  }

  /** Resolves when any running process ends. */
  ended() {
    return Promise.race([...this.#running].map((child) => new Promise((resolve) => child.once('close', resolve))));
  }

  /** Asks all processes to end, and kills those that don't within three seconds. */
  async end() {
    this.ending = true;
    await Promise.all(
      [...this.#running].map(
        (child) =>
          new Promise((resolve) => {
            child.once('close', resolve);
            signal(child, 'SIGTERM');
            setTimeout(() => signal(child, 'SIGKILL'), 3000).unref();
          })
      )
    );
  }

  #start(program, args, options) {
    // A process group of its own: one signal also reaches its children, and Ctrl-C only reaches this process.
    const child = spawn(program, args, {
      cwd: path.resolve(this.root),
      detached: process.platform !== 'win32',
      ...options,
    });
    this.#running.add(child);
    child.on('close', () => this.#running.delete(child));
    return child;
  }
}

function signal(child, name) {
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, name);
  } catch {
    // It has already ended.
  }
}
