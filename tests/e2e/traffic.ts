import { type Page, type Request } from '@playwright/test';

/** A request of the page to the data proxy. */
export interface ProxyRequest {
  method: string;
  /** Path and query, as the service receives them. */
  path: string;
  /** The number of the page load: a new page knows nothing from the previous one. */
  load: number;
  /** In milliseconds since the start of the count. No end while it is running. */
  began: number;
  ended?: number;
  /** Undefined while it is running, null if it was aborted or lost. */
  status?: number | null;
}

const PROXY = /\/api\/datasources\/(?:proxy\/uid|uid)\/[^/]+(?:\/resources)?(\/v[12]\/.*)$/;

/** The page's requests to the service, and the browser's messages about it. */
export class Traffic {
  readonly requests: ProxyRequest[] = [];
  readonly console: string[] = [];
  private readonly open = new Map<Request, ProxyRequest>();
  private last = 0;
  private loads = 0;

  constructor(page: Page) {
    page.on('request', (request) => {
      const path = PROXY.exec(request.url())?.[1];
      if (path !== undefined) {
        this.last = performance.now();
        const entry: ProxyRequest = { method: request.method(), path, load: this.loads, began: this.last };
        this.requests.push(entry);
        this.open.set(request, entry);
      }
    });
    page.on('requestfailed', (request) => this.end(request, null));
    page.on('response', (response) => {
      const entry = this.open.get(response.request());
      if (entry) {
        entry.status = response.status();
      }
    });
    page.on('requestfinished', (request) => this.end(request));
    page.on('domcontentloaded', () => this.loads++);
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame()) {
        this.last = performance.now();
      }
    });
    page.on('console', (message) => {
      // Failed requests are recorded by their status.
      if (['error', 'warning'].includes(message.type()) && !message.text().startsWith('Failed to load resource')) {
        this.console.push(`${message.type()}: ${message.text()} (${message.location().url})`);
      }
    });
    page.on('pageerror', (error) => this.console.push(`thrown: ${error.stack ?? error.message}`));
  }

  get underWay(): number {
    return this.open.size;
  }

  /** Milliseconds since the last request ended. */
  get quiet(): number {
    return this.open.size > 0 ? 0 : performance.now() - this.last;
  }

  private end(request: Request, status?: null) {
    const entry = this.open.get(request);
    if (entry) {
      entry.status = status === undefined ? entry.status : status;
      this.open.delete(request);
      this.last = performance.now();
      entry.ended = this.last;
    }
  }
}
