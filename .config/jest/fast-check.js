/**
 * fast-check with the same cases at each run: what lands depends on no draw. The long run draws anew, and `FC_SEED=…` takes others.
 */
const fc = require('../../node_modules/fast-check/lib/cjs/fast-check.js');

if (process.env.LONG_RUN !== '1') {
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.FC_SEED ?? 1) });
}

module.exports = fc;
