// What @grafana/runtime and the newer pickers of @grafana/ui need of a browser.
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
// Not in this jsdom; links of Grafana 13.2 call it.
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
// jsdom has no layout; lists that draw only visible rows need a size.
for (const [dimension, size] of Object.entries({ Width: 400, Height: 300 })) {
  for (const kind of ['offset', 'client']) {
    Object.defineProperty(HTMLElement.prototype, kind + dimension, { configurable: true, get: () => size });
  }
}
HTMLCanvasElement.prototype.getContext = () => ({
  measureText: (text) => ({ width: String(text).length * 8 }),
  font: '',
});
// Whatever floats reads the style of all its ancestors, and jsdom matches each against every rule of Grafana's style
// sheets: more than half of a component test's time. What tests look at is set on the element itself.
window.getComputedStyle = (element) => element.style;
Element.prototype.scrollIntoView ??= () => {};
window.HTMLElement.prototype.scrollTo ??= () => {};
