/**
 * npm run e2e: the browser tests in the Grafana at GRAFANA_URL.
 * It needs the plugin, built from here. GRAFANA_ADMIN_USER and GRAFANA_ADMIN_PASSWORD (default: admin) are for a user who
 * may create data sources and dashboards. The suite starts demo services on this machine. If Grafana runs in a container,
 * GRAFANA_SERVICE_HOST is the name of this machine in the container. Arguments go to Playwright.
 */
import { runBrowserTests } from './browser-tests.mjs';

const PLUGIN = 'anomaly-monitoring-datasource';
const { GRAFANA_URL, GRAFANA_ADMIN_USER = 'admin', GRAFANA_ADMIN_PASSWORD = 'admin' } = process.env;

const problem = await whatIsWrong();
if (problem) {
  console.error(problem);
  process.exitCode = 1;
} else {
  const { passed, failed } = await runBrowserTests(process.argv.slice(2), { url: GRAFANA_URL });
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
}

/** A sentence if the tests can't run. */
async function whatIsWrong() {
  if (!GRAFANA_URL) {
    return 'GRAFANA_URL is not set. It names the Grafana to test in: npm run server:up starts one at http://localhost:3000.';
  }
  const credentials = Buffer.from(`${GRAFANA_ADMIN_USER}:${GRAFANA_ADMIN_PASSWORD}`).toString('base64');
  const ask = (path) =>
    fetch(new URL(path, GRAFANA_URL), {
      headers: { authorization: `Basic ${credentials}` },
      signal: AbortSignal.timeout(10_000),
    });
  try {
    const { version } = await (await ask('/api/health')).json();
    const admin = await ask('/api/org');
    if (!admin.ok) {
      return `The Grafana at ${GRAFANA_URL} refuses ${GRAFANA_ADMIN_USER} (${admin.status}). Set GRAFANA_ADMIN_USER and GRAFANA_ADMIN_PASSWORD.`;
    }
    if (!(await ask(`/api/plugins/${PLUGIN}/settings`)).ok) {
      return `The Grafana at ${GRAFANA_URL} does not have the plugin ${PLUGIN}.`;
    }
    console.log(`In Grafana ${version} at ${GRAFANA_URL}`);
    return undefined;
  } catch (error) {
    return `There is no Grafana at ${GRAFANA_URL}: ${error.cause?.message ?? error.message}`;
  }
}
