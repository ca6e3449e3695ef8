/**
 * fast-check with the same cases in each run, so that a merge doesn't depend on chance. The long run draws new ones.
 * `FC_SEED=…` uses other cases, and `FC_RUNS=…` limits their number for each property.
 */
const fc = require('../../node_modules/fast-check/lib/cjs/fast-check.js');

const seed = process.env.FC_SEED ?? (process.env.LONG_RUN === '1' ? undefined : '1');
if (seed !== undefined) {
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) });
}
const most = Number(process.env.FC_RUNS ?? Infinity);

/** @type {typeof fc.assert} */
function assert(property, { numRuns = 100, ...parameters } = {}) {
  return fc.assert(property, { ...parameters, numRuns: Math.min(numRuns, most) });
}

module.exports = { __esModule: true, ...fc, assert, default: { ...fc.default, assert } };
