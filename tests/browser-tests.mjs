/**
 * The browser tests: the built plugin in the workbench. `npm run test:browser` builds what is outdated and runs them.
 * `--grafana 13.2` uses the packages of another Grafana. All other arguments go to Playwright (`settings.spec.ts`).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Children } from '../.config/children.mjs';
import { buildPlugin, buildWorkbench } from '../.config/steps.mjs';
import { findChromium } from './browser.mjs';

const root = path.resolve(import.meta.dirname, '..');

/**
 * Runs the browser tests with the current build: in the workbench, or in a running Grafana.
 *
 * @param {string[]} args for Playwright
 * @param {object} [house]
 * @param {string} [house.grafana] the version whose packages the workbench was built with
 * @param {string} [house.url] of the Grafana; without it, the workbench
 * @param {string} [house.config] Playwright's configuration
 * @param {Record<string, string>} [house.env] more environment variables
 * @returns {Promise<{ passed: number, failed: number }>}
 * @throws Error if there is no Chromium, or if they end without a report
 */
export async function runBrowserTests(
  args = [],
  { grafana, url, config = '.config/playwright.config.ts', env = {} } = {}
) {
  const chromium = findChromium();
  if (!chromium) {
    throw new Error(
      'The browser tests need a Chromium. Install one (Chromium, Chrome or Edge), or name it in CHROMIUM_PATH.'
    );
  }
  console.log(`With ${chromium.file}`);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'anomaly-browser-tests-'));
  const report = path.join(folder, 'playwright.json');
  try {
    const cli = path.join(root, 'node_modules', '@playwright', 'test', 'cli.js');
    const child = spawn(process.execPath, [cli, 'test', '-c', config, ...args], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: {
        ...process.env,
        ...chromium.env,
        CHROMIUM_PATH: chromium.file,
        PLAYWRIGHT_REPORT: report,
        GRAFANA_URL: url ?? '',
        ...(grafana && { GRAFANA_PACKAGES: grafana }),
        ...env,
      },
    });
    const [status] = await once(child, 'close');
    if (!fs.existsSync(report)) {
      throw new Error('The tests ended without a report.');
    }
    const { stats, errors } = JSON.parse(fs.readFileSync(report, 'utf8'));
    // A test that only passes at the second attempt has failed.
    const failed = stats.unexpected + stats.flaky + errors.length;
    return { passed: stats.expected, failed: status === 0 ? failed : Math.max(1, failed) };
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const args = process.argv.slice(2);
  const place = args.indexOf('--grafana');
  const [, grafana] = place < 0 ? [] : args.splice(place, 2);
  const children = new Children(root);
  await buildPlugin(root, children);
  await buildWorkbench(root, children, grafana);
  const { passed, failed } = await runBrowserTests(args, { grafana });
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
}
