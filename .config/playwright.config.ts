/** Browser tests: the built plugin in the workbench, or in the Grafana at GRAFANA_URL, with a Chromium on this machine. */
import path from 'node:path';
import { defineConfig } from '@playwright/test';

const root = path.resolve(__dirname, '..');
const inGrafana = Boolean(process.env.GRAFANA_URL);

export default defineConfig({
  testDir: path.join(root, 'tests/e2e'),
  testIgnore: inGrafana ? '**/*.workbench.spec.ts' : '**/*.grafana.spec.ts',
  outputDir: path.join(root, 'test-results', inGrafana ? 'grafana' : 'workbench'),
  // A busy machine is not a failure.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  fullyParallel: false,
  workers: inGrafana ? 1 : 2,
  // A retry distinguishes a flaky test from a broken one. Both fail the run, and are listed.
  retries: process.env.CI ? 1 : 0,
  failOnFlakyTests: true,
  reporter: process.env.PLAYWRIGHT_REPORT
    ? [['list'], ['json', { outputFile: process.env.PLAYWRIGHT_REPORT }]]
    : [['list']],
  use: {
    viewport: { width: 1400, height: 900 },
    timezoneId: 'UTC',
    locale: 'en-US',
    // Tracing every test would need as much processor time as the page itself. `-- --trace on` enables it.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        // Containers have little or no shared memory.
        '--disable-dev-shm-usage',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
