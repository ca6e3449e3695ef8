/**
 * npm start: everything that a fresh clone needs to show the plugin. It installs packages, builds what is outdated, starts
 * the demo service and the workbench, opens the browser if there is one, and ends everything on Ctrl-C.
 * Flags go to the demo service (`npm start -- --data DIR`), except `--workbench-port`, `--grafana 13.2` (the packages of
 * the workbench), and `--no-open`.
 */
import '../.config/node-version.mjs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildPlugin, buildWorkbench, install } from '../.config/steps.mjs';
import { Children } from '../.config/children.mjs';
import { helpText, readFlags } from './flags.mjs';
import { hasBrowser, openBrowser } from './open.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const { help, port, grafana, open, measured, service: flags } = flagsOrEnd();
if (help) {
  say(helpText());
  process.exit(0);
}
const children = new Children(root);

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => void children.end().then(() => process.exit(0)));
}

try {
  await install(root, children);
  // The service is first, because it checks the values of its flags.
  say('Starting the demo service …');
  const service = await children.serve('demo/service/main.ts', flags, /Demo service: (\S+)/);
  say(`The demo service answers at ${service}`);
  await buildPlugin(root, children);
  await buildWorkbench(root, children, grafana);
  const workbench = await children.serve(
    'demo/workbench/server/main.ts',
    ['--service', service, '--port', port, '--grafana', grafana],
    /Workbench: (\S+)/
  );
  const page = workbench + (measured ? await firstMetric(service) : '');
  say(`\nOpen ${page}\n\nCtrl-C ends it.`);
  if (open && hasBrowser()) {
    await openBrowser(page);
  }
  await children.ended();
  throw new Error('A part of it ended by itself.');
} catch (error) {
  if (!children.ending) {
    console.error(error instanceof Error ? error.message : error);
    await children.end();
    process.exit(1);
  }
}

/** Measured series may have no alerts, and only alerts contain metrics, so the page starts with the first metric. */
async function firstMetric(service) {
  const [{ nodeId, metricId }] = await (await fetch(`${service}/demo/metrics`)).json();
  const search = new URLSearchParams({ from: 'now-14d', to: 'now', 'var-node': nodeId, 'var-metric': metricId });
  return `/d/anomaly-monitoring-metric?${search}`;
}

function say(text) {
  console.log(text);
}

function flagsOrEnd() {
  try {
    return readFlags(process.argv.slice(2));
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
