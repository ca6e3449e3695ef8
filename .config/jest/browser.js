// What @grafana/runtime and the newer pickers of @grafana/ui look for in a browser.
if (typeof window !== 'undefined') {
  window.grafanaBootData = {
    settings: { featureToggles: {}, buildInfo: { version: '12.4.10' }, datasources: {} },
    user: { locale: 'en-US', language: 'en-US', timezone: 'utc', weekStart: 'monday' },
    navTree: [],
  };
  class Observer {
    observe() {}
    unobserve() {}
    disconnect() {}
    takeRecords() {
      return [];
    }
  }
  window.ResizeObserver ??= Observer;
  window.IntersectionObserver ??= Observer;
  window.matchMedia ??= (query) => ({
    matches: false,
    media: query,
    addEventListener() {},
    removeEventListener() {},
    addListener() {},
    removeListener() {},
  });
  Object.defineProperty(HTMLElement.prototype, 'offsetWidth', { configurable: true, get: () => 400 });
  Object.defineProperty(HTMLElement.prototype, 'offsetHeight', { configurable: true, get: () => 300 });
  HTMLCanvasElement.prototype.getContext = () => ({
    measureText: (text) => ({ width: String(text).length * 8 }),
    font: '',
  });
  Element.prototype.scrollIntoView ??= () => {};
  window.HTMLElement.prototype.scrollTo ??= () => {};
}
process.env.TZ = 'UTC';
