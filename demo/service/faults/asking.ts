import http from 'node:http';

export interface Told {
  status?: number;
  type?: string;
  retryAfter?: string;
  body: string;
  /** How it ended: complete, with this error code, or not within the given time. */
  end: string;
}

/** A small answer with some nesting. */
export const path = '/v2/alerts/explore/timeseries?from=2026-01-29T06:00:00Z&to=2026-01-29T11:00:00Z&bucket=1h';

/** Sends a request over a real socket, and reports its result within `patience` milliseconds. */
export function ask(url: string, patience = 20_000): Promise<Told> {
  return new Promise((resolve) => {
    const told: Told = { body: '', end: 'open' };
    const done = (end: string) => {
      clearTimeout(timer);
      resolve({ ...told, end });
      request.destroy();
    };
    const request = http.get(url, { agent: false, headers: { authorization: 'Bearer demo-token' } }, (response) => {
      told.status = response.statusCode;
      told.type = response.headers['content-type'];
      told.retryAfter = response.headers['retry-after'];
      response.setEncoding('utf8').on('data', (text) => (told.body += text));
      response.on('end', () => done('whole'));
      response.on('error', (error: NodeJS.ErrnoException) => done(error.code ?? error.message));
    });
    const timer = setTimeout(() => done('open'), patience);
    request.on('error', (error: NodeJS.ErrnoException) => done(error.code ?? error.message));
  });
}
