import { type BodyRequest, bodyOf } from './bodies';
import { type Asked, finish, type Host, type Range } from './host';

type Query = Parameters<Host['request']>[1];

/**
 * The answers of one query, made once as JSON text, so that parsing them alone (the floor) and what the plugin makes of
 * them can be measured apart.
 */
export class Shelf {
  private readonly texts = new Map<string, string>();
  private parsed = new Map<string, unknown>();

  /** Runs the query once to learn which bodies it asks for. */
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

  get bytes(): number {
    return [...this.texts.values()].reduce((sum, text) => sum + text.length, 0);
  }

  /** The floor: what the browser does anyway. The plugin then gets these very objects. */
  parse() {
    this.parsed = new Map([...this.texts].map(([url, text]) => [url, JSON.parse(text)]));
  }

  /** For `Host.service`. */
  readonly answer = ({ url }: Asked): unknown => this.parsed.get(url);

  get bodies(): unknown[] {
    return [...this.parsed.values()];
  }
}

export interface ShelfOptions {
  jsonData?: Parameters<Host['dataSource']>[0];
  body?: Partial<BodyRequest>;
}
