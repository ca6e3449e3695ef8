import path from 'node:path';
import { chromium } from '@playwright/test';
import { buildPlugin, buildWorkbench } from '../../.config/steps.mjs';
import { findChromium } from '../browser.mjs';

/**
 * Builds outdated parts, and starts a demo service, the workbench in front of it, and a browser. `children` ends the
 * servers, the caller closes the browser.
 *
 * @param {string} root the project's folder
 * @param {import('../../.config/children.mjs').Children} children
 * @param {string[]} flags of the demo service
 * @returns {Promise<{ service: string, workbench: string, browser: import('@playwright/test').Browser }>} with the
 * addresses
 */
export async function openWorkbench(root, children, flags = []) {
  await buildPlugin(root, children);
  await buildWorkbench(root, children);
  const service = await children.serve(path.join('demo', 'service', 'main.ts'), flags, /Demo service: (\S+)/);
  const workbench = await children.serve(
    path.join('demo', 'workbench', 'server', 'main.ts'),
    ['--service', service],
    /Workbench: (\S+)/
  );
  return { service, workbench, browser: await openBrowser() };
}

export function openBrowser() {
  const found = findChromium();
  if (!found) {
    throw new Error('This needs a Chromium. Install one, or name it in CHROMIUM_PATH.');
  }
  return chromium.launch({
    executablePath: found.file,
    env: { ...process.env, ...found.env },
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
}

/** The panels that answer a dashboard's first question. */
export const FIRST = {
  overview: ['What is wrong'],
  alert: ['This alert', 'How it spread'],
  metric: ['Value and corridors'],
  report: ['Summary'],
};

/** The address of a shipped dashboard. Alert shows the worst active alert, to which a message on a phone leads. */
export async function addressOf(name, { service, workbench }) {
  const search = new URLSearchParams({ refresh: '' });
  if (name === 'alert') {
    const headers = { authorization: 'Bearer demo-token' };
    const alerts = await (await fetch(`${service}/v2/alerts`, { headers })).json();
    search.set('var-alert', alerts.find(({ impact }) => impact === 'severe').id);
  }
  return `${workbench}/d/anomaly-monitoring-${name}?${search}`;
}

/** Runs in the page. Each panel: its title, its top, whether it has drawn something, and its state. */
export function readPanels() {
  const drawn = 'canvas, [role="row"] + *, [role="gridcell"], [role="cell"]';
  return [...document.querySelectorAll('main [data-state]')].map((panel) => {
    const { panelTitle: title, panelType, state } = panel.dataset;
    // A figure is a text.
    const text = panel.querySelector('[data-testid="data-testid panel content"]')?.textContent;
    const isDrawn = panel.querySelector(drawn) !== null || (panelType === 'stat' && Boolean(text));
    return { title, top: panel.getBoundingClientRect().top, drawn: isDrawn, state };
  });
}

/** The same in Grafana, which shows no state of a panel that has not begun: it counts as done once it has drawn something. */
export function readGrafanaPanels() {
  const header = 'data-testid Panel header ';
  return [...document.querySelectorAll(`[data-testid^="${header}"]`)].map((panel) => {
    const content = panel.querySelector('[data-testid="data-testid panel content"]');
    const drawn =
      content?.querySelector('canvas, [role="row"] + *, [role="gridcell"], [role="cell"]') != null ||
      /\d/.test(content?.textContent ?? '');
    const isLoading = panel.querySelector('[aria-label="Panel loading bar"], [data-testid="panel-streaming"]') !== null;
    const hasText = Boolean(content?.textContent);
    return {
      title: panel.dataset.testid.slice(header.length),
      top: panel.getBoundingClientRect().top,
      drawn,
      state: !isLoading && (drawn || hasText) ? 'Done' : 'Loading',
    };
  });
}

/**
 * Runs in the page: its clock begins at `start`, and `moveClock` advances it. It only replaces `Date`, because
 * Playwright's clock would slow down all timers.
 *
 * @param {number} start epoch milliseconds
 */
export function setClock(start) {
  const Real = Date;
  let ahead = start - Real.now();
  const now = () => Real.now() + ahead;
  globalThis.Date = class extends Real {
    constructor(...parts) {
      super(...(parts.length > 0 ? parts : [now()]));
    }
  };
  Object.assign(Date, { now });
  Object.assign(globalThis, { moveClock: (milliseconds) => (ahead += milliseconds) });
}

/** Runs in the page: whether each panel has all of its data. */
export function isDone() {
  const panels = [...document.querySelectorAll('main [data-state]')].map(({ dataset }) => dataset.state);
  return panels.length > 0 && panels.every((state) => state === 'Done' || state === 'Error');
}

export async function put(url, body) {
  const headers = { 'content-type': 'application/json' };
  const { ok, status } = await fetch(url, { method: 'PUT', headers, body: JSON.stringify(body) });
  if (!ok) {
    throw new Error(`${url} answered ${status}`);
  }
}
