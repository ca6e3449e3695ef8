// What @grafana/data and @grafana/runtime need when they are loaded without a document.
const stored = new Map();
globalThis.window = globalThis;
globalThis.location = new URL('http://localhost/');
globalThis.navigator ??= { language: 'en-US', languages: ['en-US'], userAgent: '' };
globalThis.localStorage = {
  getItem: (key) => stored.get(key) ?? null,
  setItem: (key, value) => stored.set(key, String(value)),
  removeItem: (key) => stored.delete(key),
};
for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent']) {
  globalThis[name] ??= () => {};
}
require('./boot-data');
