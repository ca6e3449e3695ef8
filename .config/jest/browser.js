// What @grafana/runtime and the newer pickers of @grafana/ui need from a browser.
require('./boot-data');
class Observer {
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return [];
  }
}
window.ResizeObserver ??= Observer;
// Missing in this jsdom, but links in Grafana 13.2 call it.
URL.canParse ??= (url, base) => {
  try {
    return Boolean(new URL(url, base));
  } catch {
    return false;
  }
};
window.IntersectionObserver ??= Observer;
window.matchMedia ??= (query) => ({
  matches: false,
  media: query,
  addEventListener() {},
  removeEventListener() {},
  addListener() {},
  removeListener() {},
});
// jsdom has no layout, but lists that only draw visible rows need a size.
for (const [dimension, size] of Object.entries({ Width: 400, Height: 300 })) {
  for (const kind of ['offset', 'client']) {
    Object.defineProperty(HTMLElement.prototype, kind + dimension, { configurable: true, get: () => size });
  }
}
HTMLCanvasElement.prototype.getContext = () => ({
  measureText: (text) => ({ width: String(text).length * 8 }),
  font: '',
});
// Floating elements read the styles of all their ancestors, and jsdom matches each against every rule of Grafana's style
// sheets. This took more than half of a component test's time. The styles that tests check are set on the element itself.
window.getComputedStyle = (element) => element.style;
Element.prototype.scrollIntoView ??= () => {};
window.HTMLElement.prototype.scrollTo ??= () => {};
