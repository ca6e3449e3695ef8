import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { pick } from 'lodash';

const SETTLED = 24 * 3_600_000;

/** The requests that the service received. */
export interface Load {
  requests: number;
  points: number;
  /** Of the bodies, compressed or not, as they were sent. */
  bytes: number;
  /** Points older than 24 h, and how many of them were read again. */
  settled: number;
  again: number;
  /** Repeated requests whose range ended more than 24 h ago. */
  blocksAgain: number;
}

interface Body {
  data?: Array<{ timestamp: number | string }>;
}

/** A proxy in front of the service that counts requests. */
export class Meter {
  /** The viewers' clock. */
  clock: () => number = Date.now;
  private load: Load = nothing();
  private readonly seen = new Set<string>();
  private readonly agent = new http.Agent({ keepAlive: true });
  private readonly server = http.createServer((request, response) => this.pass(request, response));

  constructor(private readonly service: string) {}

  /** Host and port. */
  async start(): Promise<string> {
    this.server.keepAliveTimeout = 60_000;
    await new Promise<void>((resolve) => void this.server.listen(0, '127.0.0.1', resolve));
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Simulates a failed service: stops listening. */
  stop() {
    this.server.close();
    this.server.closeAllConnections();
    this.agent.destroy();
  }

  /** The load since the last call. */
  take(): Load {
    const { load } = this;
    this.load = nothing();
    this.seen.clear();
    return load;
  }

  private pass(request: http.IncomingMessage, response: http.ServerResponse) {
    const headers = pick(request.headers, ['authorization', 'accept-encoding']);
    const sent = http.get(this.service + request.url, { agent: this.agent, headers }, async (answer) => {
      const body = Buffer.concat(await answer.toArray());
      this.load.bytes += body.length;
      this.count(request.url ?? '', answer.statusCode ?? 0, textOf(answer, body));
      response.writeHead(answer.statusCode ?? 502, pick(answer.headers, ['content-type', 'content-encoding']));
      response.end(body);
    });
    sent.on('error', () => response.writeHead(502).end());
  }

  private count(url: string, status: number, body: string) {
    const { load } = this;
    load.requests += 1;
    const { pathname, searchParams } = new URL(url, 'http://service');
    if (status !== 200 || !/\/metrics\//.test(pathname)) {
      return;
    }
    const { data = [] } = JSON.parse(body) as Body;
    load.points += data.length;
    const border = this.clock() - SETTLED;
    if (Date.parse(searchParams.get('to') ?? '') <= border) {
      load.blocksAgain += this.seen.has(url) ? 1 : 0;
      this.seen.add(url);
    }
    for (const { timestamp } of data) {
      if (new Date(timestamp).getTime() < border) {
        const point = `${pathname} ${searchParams.get('granularity') ?? ''} ${timestamp}`;
        load.settled += 1;
        load.again += this.seen.has(point) ? 1 : 0;
        this.seen.add(point);
      }
    }
  }
}

/** The text of a body that may be compressed. */
export function textOf({ headers }: http.IncomingMessage, body: Buffer): string {
  return (headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString();
}

function nothing(): Load {
  return { requests: 0, points: 0, bytes: 0, settled: 0, again: 0, blocksAgain: 0 };
}
