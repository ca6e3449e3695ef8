/**
 * npm run test:fuzz: sends all requests to the demo service that its schema allows, and many that it doesn't allow. It
 * checks each answer: no 5xx, and only statuses and bodies in the schema. It needs schemathesis (pip install
 * schemathesis), in the PATH or in SCHEMATHESIS_PATH. Without it, the script prints that and succeeds.
 *
 * `--examples 500`: the number of requests per operation.
 */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Children } from '../../.config/children.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(here, '../..');
const program = process.env.SCHEMATHESIS_PATH ?? 'schemathesis';
const { examples } = parseArgs({ options: { examples: { type: 'string', default: '100' } } }).values;
const token = 'demo-token';

if (spawnSync(program, ['--version']).status !== 0) {
  console.log('Skipped: schemathesis is not installed (pip install schemathesis, or name it in SCHEMATHESIS_PATH).');
  process.exit(0);
}

const children = new Children(root);
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => void children.end().then(() => process.exit(130)));
}
// It stores its findings in its working folder.
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fuzz-'));
try {
  const flags = ['--port', '0', '--now', '2026-01-29T11:47:30Z'];
  const url = await children.serve('demo/service/main.ts', flags, /Demo service: (\S+)/);
  const known = await names(url);
  const fine = [fuzz('any.toml', url, {}), fuzz('known.toml', url, known)];
  process.exitCode = fine.every(Boolean) ? 0 : 1;
} finally {
  await children.end();
  fs.rmSync(folder, { recursive: true, force: true });
}

/** An existing metric, alert, and update. */
async function names(url) {
  const read = async (place) => (await fetch(url + place, { headers: { authorization: `Bearer ${token}` } })).json();
  const [alert] = await read('/v2/alerts');
  // A metric whose ID needs no escaping, so that it can be part of a path unchanged.
  const metric = (await read('/demo/metrics')).find((one) => one.token === token && /^\w+$/.test(one.metricId));
  const [update] = await read(`/v2/anomalies/${alert.id}`);
  return {
    NODE_ID: String(metric.nodeId),
    METRIC_ID: metric.metricId,
    ALERT_ID: alert.id,
    UPDATE_ID: update.update_id,
  };
}

function fuzz(config, url, env) {
  console.log(`\n== ${config}`);
  const options = ['--config-file', path.join(here, config), 'run', path.join(root, 'src/service/openapi.yaml')];
  const asked = ['--url', url, '-H', `Authorization: Bearer ${token}`];
  const amount = ['--max-examples', examples, '--seed', '1', '--generation-database', 'none'];
  const { status } = spawnSync(program, [...options, ...asked, ...amount, '--suppress-health-check', 'all'], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
  return status === 0;
}
