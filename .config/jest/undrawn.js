// Replaces @grafana/ui, which @grafana/runtime loads, in tests that draw nothing. Every export is undefined.
const nothing = new Proxy(function () {}, {
  get: (_, name) => (name === Symbol.toPrimitive ? () => '' : name === 'then' ? undefined : nothing),
  apply: () => nothing,
  construct: () => nothing,
});
module.exports = nothing;
