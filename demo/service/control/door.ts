import http from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

interface Place {
  host: string;
  port: number;
  /** Fails if this port is in use, instead of trying the next. */
  strictPort?: boolean;
}

/** How long an idle connection to the controls stays open, in milliseconds. The same as Fastify's for the service. */
const KEEP_ALIVE = 72_000;

/** The number of ports to try if one is in use. */
const tries = 100;

/**
 * The addresses of the service: its main address, which can be closed so that connections are refused, and one for the
 * controls. That stays open and only serves /demo.
 */
export class Door {
  private readonly sockets = new Set<Socket>();
  private shut = false;

  private constructor(
    private readonly app: FastifyInstance,
    private readonly controls: http.Server,
    private readonly host: string,
    readonly url: string,
    readonly controlUrl: string
  ) {
    app.server.on('connection', (socket) => {
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
    });
  }

  /** @throws if the address can't be used */
  static async open(app: FastifyInstance, place: Place): Promise<Door> {
    const url = await listen(app, place);
    const controls = http.createServer((request, response) => {
      if (isControl(request.url ?? '')) {
        app.routing(request, response);
      } else {
        response.writeHead(404).end();
      }
    });
    // Node's default of five seconds closes a connection just when a test that has waited uses it again.
    controls.keepAliveTimeout = KEEP_ALIVE;
    await new Promise<void>((resolve) => controls.listen(0, place.host, resolve));
    const { port } = controls.address() as AddressInfo;
    return new Door(app, controls, place.host, url, `http://${new URL(url).hostname}:${port}`);
  }

  /** Opens or closes the address. @param spare the connection on which a response is still to be sent */
  async set(open: boolean, spare?: Socket): Promise<void> {
    const { server } = this.app;
    if (!open && !this.shut) {
      server.close();
      [...this.sockets].filter((socket) => socket !== spare).forEach((socket) => socket.destroy());
    } else if (open && this.shut) {
      const { port } = new URL(this.url);
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(Number(port), this.host, resolve);
      });
    }
    this.shut = !open;
  }

  async close(): Promise<void> {
    this.controls.closeAllConnections();
    this.controls.close();
    await this.app.close();
  }
}

/** Whether a URL belongs to the demo, not to the interface. */
export function isControl(url: string): boolean {
  return /^\/demo(?:[/?]|$)/.test(url);
}

async function listen(app: FastifyInstance, { host, port, strictPort }: Place): Promise<string> {
  for (let candidate = port; ; candidate++) {
    try {
      return await app.listen({ host, port: candidate });
    } catch (error) {
      const inUse = typeof error === 'object' && error !== null && 'code' in error && error.code === 'EADDRINUSE';
      if (!inUse || strictPort || candidate >= port + tries) {
        throw error;
      }
    }
  }
}
