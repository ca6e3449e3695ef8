/**
 * npm run screenshots: takes the pictures of the docs from the workbench. If GRAFANA_URL is a Grafana with the plugin, it
 * takes the pictures of the catalogue from there. Arguments go to Playwright (`-- -g "metric, dark"`).
 */
import path from 'node:path';
import { Children } from '../.config/children.mjs';
import { buildPlugin, buildWorkbench } from '../.config/steps.mjs';
import { runBrowserTests } from './browser-tests.mjs';

const root = path.resolve(import.meta.dirname, '..');
const url = process.env.GRAFANA_URL;
if (!url) {
  const children = new Children(root);
  await buildPlugin(root, children);
  await buildWorkbench(root, children);
}
const { passed, failed } = await runBrowserTests(process.argv.slice(2), {
  url,
  config: '.config/screenshots.config.ts',
});
console.log(`${passed} pictures, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
