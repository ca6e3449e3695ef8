import http from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

interface Place {
  host: string;
  port: number;
  /** No other port if this one is in use. */
  strictPort?: boolean;
}

/** How long an idle connection to the controls stays open; as long as Fastify keeps one to the service. Milliseconds. */
const KEEP_ALIVE = 72_000;

/** So many ports are tried if one is in use. */
const tries = 100;

/**
 * Where the service is reached: its address, which can be shut so that connections are refused, and one of the controls'
 * own, which stays open meanwhile and knows only what is below /demo.
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

  /** @throws where the address cannot be listened on */
  static async open(app: FastifyInstance, place: Place): Promise<Door> {
    const url = await listen(app, place);
    const controls = http.createServer((request, response) => {
      if (isControl(request.url ?? '')) {
        app.routing(request, response);
      } else {
        response.writeHead(404).end();
      }
    });
    // Node's own five seconds end a connection just as a test that waited takes it up again.
    controls.keepAliveTimeout = KEEP_ALIVE;
    await new Promise<void>((resolve) => controls.listen(0, place.host, resolve));
    const { port } = controls.address() as AddressInfo;
    return new Door(app, controls, place.host, url, `http://${new URL(url).hostname}:${port}`);
  }

  /** Opens or shuts the address. @param spare the connection that an answer has still to go out on */
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

/** Whether a url is the demo's own, and none of the interface. */
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
