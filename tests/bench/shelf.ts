import { type BodyRequest, bodyOf } from './bodies';
import { type Asked, finish, type Host, type Range } from './host';

type Query = Parameters<Host['request']>[1];

/**
 * The answers to one query, prepared as JSON text. This separates the time for parsing them (the floor) from the plugin's
 * own work.
 */
export class Shelf {
  private readonly texts = new Map<string, string>();
  private parsed = new Map<string, unknown>();

  /** Runs the query once to learn which bodies it requests. */
  static async of(host: Host, range: Range, query: Query, options: ShelfOptions = {}): Promise<Shelf> {
    const shelf = new Shelf();
    host.service = (asked: Asked) => {
      const body = bodyOf({ ...asked, ...options.body });
      shelf.texts.set(asked.url, JSON.stringify(body));
      return body;
    };
    await finish(host.dataSource(options.jsonData).query(host.request(range, query)));
    return shelf;
  }

  /** The floor: what the browser does anyway. The bodies are kept until they are read. */
  readonly parse = () => {
    this.parsed = new Map([...this.texts].map(([url, text]) => [url, JSON.parse(text)]));
  };

  /** For `Host.service`: returns a body and forgets it, as a browser does. */
  readonly answer = ({ url }: Asked): unknown => {
    const body = this.parsed.get(url);
    this.parsed.delete(url);
    return body;
  };

  /** Returns all bodies. */
  take(): unknown[] {
    const bodies = [...this.parsed.values()];
    this.parsed.clear();
    return bodies;
  }
}

export interface ShelfOptions {
  jsonData?: Parameters<Host['dataSource']>[0];
  body?: Partial<BodyRequest>;
}
