import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

interface Page {
  window: Window & typeof globalThis;
}

/**
 * Adds to Node what Grafana's libraries and the plugin need from a browser. Timers, clocks, and `performance` remain
 * Node's. Call it before any of the libraries is loaded.
 */
export function pretendBrowser() {
  // The copy in the tests' environment.
  const besideJest = createRequire(require.resolve('jest-environment-jsdom'));
  const { JSDOM } = besideJest('jsdom') as { JSDOM: new (html: string, options: object) => Page };
  const { window } = new JSDOM('<!doctype html><html><head></head><body></body></html>', {
    url: 'http://localhost:3000/',
  });
  const names = ['document', 'localStorage', 'sessionStorage', 'location', 'history', 'HTMLElement', 'Element', 'Node'];
  for (const name of names) {
    Object.defineProperty(globalThis, name, { configurable: true, value: Reflect.get(window, name) });
  }
  const here = globalThis as Record<string, unknown>;
  here.window = window;
  here.self = globalThis;
  here.matchMedia = Reflect.get(window, 'matchMedia') ?? (() => ({ matches: false, addEventListener() {} }));
  Object.assign(window, {
    matchMedia: here.matchMedia,
    grafanaBootData: {
      settings: { featureToggles: {}, buildInfo: { version: '12.4.10' }, datasources: {} },
      user: { locale: 'en-US', language: 'en-US', timezone: 'utc' },
      navTree: [],
    },
  });
}
