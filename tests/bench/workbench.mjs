import path from 'node:path';
import { chromium } from '@playwright/test';
import { buildPlugin, buildWorkbench } from '../../.config/steps.mjs';
import { findChromium } from '../browser.mjs';

/**
 * Builds stale parts, and starts a demo service, the workbench in front of it, and a browser. The servers end with `children`,
 * the browser by its caller.
 *
 * @param {string} root the project's folder
 * @param {import('../../.config/children.mjs').Children} children
 * @param {string[]} flags of the demo service
 * @returns {Promise<{ service: string, workbench: string, browser: import('@playwright/test').Browser }>} with the addresses
 */
export async function openWorkbench(root, children, flags = []) {
  const found = findChromium();
  if (!found) {
    throw new Error('This needs a Chromium. Install one, or name it in CHROMIUM_PATH.');
  }
  await buildPlugin(root, children);
  await buildWorkbench(root, children);
  const service = await children.serve(path.join('demo', 'service', 'main.ts'), flags, /Demo service: (\S+)/);
  const workbench = await children.serve(
    path.join('demo', 'workbench', 'server', 'main.ts'),
    ['--service', service],
    /Workbench: (\S+)/
  );
  const browser = await chromium.launch({
    executablePath: found.file,
    env: { ...process.env, ...found.env },
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
  return { service, workbench, browser };
}
