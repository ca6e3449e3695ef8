/**
 * `npm run bench:rounds`: how many round trips a dashboard takes.
 * It opens each shipped dashboard in the workbench, and holds all requests to the service until the page is idle. Then it
 * answers all of them, and one second passes for the page and the service. This simulates a service with a constant
 * latency of one second. The figures are whole numbers that don't depend on the speed of the machine.
 * `-- --log` prints every request with its round. `-- metric` measures one dashboard.
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Children } from '../../.config/children.mjs';
import { addressOf, FIRST, openWorkbench, put, readPanels } from './workbench.mjs';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** A usual day of the demo. Six alerts are active 40 minutes before it. */
const DAY = '2026-01-28T09:00:00Z';
const START = Date.parse('2026-01-28T08:20:00Z');
const SOURCE = 'anomaly-monitoring';
const PROXY = /\/api\/datasources\/proxy\/uid\/[^/]+(\/.*)$/;
const SCREEN = { width: 1440, height: 900 };
/** So tall that every panel is in view and sends its requests. */
const WHOLE = { width: 1440, height: 4500 };
/** How often the requests of unfinished panels are waited for. */
const MOST_LOOKS = 20;
/** Bars by category, which the workbench can't draw. */
const UNDRAWN = 'Time under alert, by day';
/** The limits of each dashboard. A first screen has none: with 4 requests at once, it takes a quarter of their number. */
const LIMITS = {
  overview: { first: 1, all: 6, requests: 24, refresh: 9 },
  alert: { first: 3, requests: 14, refresh: 6 },
  metric: { first: 2, screen: 3, all: 3, requests: 9, data: 3, refresh: 5 },
  report: { first: 1, all: 4, requests: 36, data: 0, refresh: 9 },
};

const root = fileURLToPath(new URL('../..', import.meta.url));
const { values: flags, positionals } = parseArgs({
  options: { log: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const children = new Children(root);

/** The demo service's controls and the workbench's data source. */
class Demo {
  constructor(service, workbench) {
    this.service = service;
    this.workbench = workbench;
  }

  async setClock(time) {
    await put(`${this.service}/demo/clock`, { now: new Date(time).toISOString() });
  }

  async allow(maxConcurrentRequests) {
    await put(`${this.workbench}/api/datasources/uid/${SOURCE}`, { jsonData: { maxConcurrentRequests } });
  }
}

/** A page whose requests to the service are all answered at once, round by round. */
class Rounds {
  /** Each request to the service: its path and its round. */
  requests = [];
  round = 0;
  #held = new Map();
  #open = new Set();
  #begun = 0;

  constructor(page, demo, now) {
    this.page = page;
    this.demo = demo;
    this.now = now;
    page.on('request', (request) => {
      this.#open.add(request);
      this.#begun++;
    });
    for (const end of ['requestfinished', 'requestfailed']) {
      page.on(end, (request) => {
        this.#open.delete(request);
        this.#held.delete(request);
      });
    }
  }

  static async open(browser, demo, viewport, url) {
    const page = await browser.newPage({ viewport, timezoneId: 'UTC' });
    const rounds = new Rounds(page, demo, START);
    await page.route(PROXY, (route) => rounds.#hold(route));
    await rounds.#pass(0);
    await page.goto(url);
    // A busy machine can be slow to send requests.
    do {
      await rounds.idle();
    } while (rounds.requests.length === 0);
    return rounds;
  }

  #hold(route) {
    const request = route.request();
    this.requests.push({ path: PROXY.exec(request.url())[1], round: this.round + 1 });
    this.#held.set(request, () => route.continue());
  }

  /** Time passes for the page and the service. */
  async #pass(milliseconds) {
    this.now += milliseconds;
    await this.demo.setClock(this.now);
    await this.page.clock.setFixedTime(this.now);
  }

  /** Waits until the page can't continue without an answer. */
  async idle() {
    let seen = -1;
    while (seen !== this.#begun || this.#open.size > this.#held.size) {
      seen = this.#begun;
      // Packets are sent at most ten times a second.
      await this.page.evaluate(() => new Promise((done) => setTimeout(() => requestIdleCallback(done), 300)));
    }
  }

  /** Answers all requests. @returns false if there were none */
  async answer() {
    // A busy machine can be slow to send the next ones.
    for (let looks = 0; this.#held.size === 0 && looks < MOST_LOOKS && !isDone(await this.panels()); looks++) {
      await this.idle();
    }
    const held = [...this.#held.values()];
    if (held.length === 0) {
      return false;
    }
    this.#held.clear();
    await this.#pass(SECOND);
    this.round++;
    await Promise.all(held.map((go) => go()));
    await this.idle();
    return true;
  }

  /** The panels that have sent requests. */
  async panels() {
    return (await this.page.evaluate(readPanels)).filter(({ state }) => state !== 'NotStarted');
  }

  /**
   * Continues until there are no more requests.
   *
   * @param {Record<string, (panels: object[]) => boolean>} moments the conditions to wait for
   * @returns {Promise<Record<string, number>>} the round after which each was true for good, and `requests`
   */
  async finish(moments) {
    const after = {};
    const look = async () => {
      const panels = await this.panels();
      for (const [name, isThere] of Object.entries(moments)) {
        after[name] = isThere(panels) ? (after[name] ?? this.round) : undefined;
      }
    };
    do {
      await look();
    } while (await this.answer());
    // A busy machine can be slow to draw the last answers.
    await this.idle();
    await look();
    const data = this.requests.filter(isData).length;
    return { ...after, all: this.round, requests: this.requests.length, data };
  }

  async refresh() {
    this.requests = [];
    this.round = 0;
    await this.#pass(MINUTE);
    await this.page.getByTestId('data-testid RefreshPicker run button').first().click();
    await this.idle();
    return this.finish({});
  }

  print(title) {
    console.log(`\n${title}`);
    for (const { path: asked, round } of flags.log ? this.requests : []) {
      console.log(`  ${round} ${decodeURIComponent(asked)}`);
    }
  }
}

const isDone = (panels) => panels.length > 0 && panels.every(({ state }) => state === 'Done' || state === 'Error');
const isData = ({ path: asked }) => /^\/v1\/ad\/metrics\/|^\/v2\/metrics\//.test(asked);

function withLimit(figure, limit) {
  return limit === undefined ? String(figure) : `${figure} (${limit})`;
}

/** A first load of all panels with 29 active alerts. */
async function countBusy({ browser, demo }, name) {
  const page = await Rounds.open(browser, demo, WHOLE, await addressOf(name, demo));
  const { requests } = await page.finish({});
  page.print(`${name}, 29 active alerts`);
  await page.page.close();
  return requests;
}

/** @param busy the same with many active alerts */
async function measure({ browser, demo }, busy, name) {
  const url = await addressOf(name, demo);
  const isFirst = ({ title }) => FIRST[name].includes(title);
  const first = (panels) => panels.filter((panel) => isFirst(panel) && panel.drawn).length === FIRST[name].length;
  const onScreen = (panels) => panels.filter(({ top }) => top < SCREEN.height);
  const rows = (panels) =>
    panels.length > 0 && onScreen(panels).every((panel) => panel.drawn || panel.title === UNDRAWN || isDone([panel]));
  const screen = (panels) => isDone(onScreen(panels));

  await demo.allow(4);
  const small = await Rounds.open(browser, demo, SCREEN, url);
  const atFour = await small.finish({ first, rows, screen });
  small.print(`${name}, first screen, 4 at once`);
  await small.page.close();

  await demo.allow(12);
  const tall = await Rounds.open(browser, demo, WHOLE, url);
  const whole = await tall.finish({ first });
  tall.print(`${name}, all panels, 12 at once`);
  await tall.refresh();
  tall.print(`${name}, first refresh`);
  const again = await tall.refresh();
  tall.print(`${name}, second refresh`);
  await tall.page.close();
  const limits = LIMITS[name];
  return {
    dashboard: name,
    // Panels below the first screen send no requests in that case.
    'first answer': withLimit(atFour.first ?? whole.first, limits.first),
    'first screen has rows': atFour.rows,
    'first screen': withLimit(atFour.screen, limits.screen),
    all: withLimit(whole.all, limits.all),
    'requests besides metric data': withLimit(whole.requests - whole.data, limits.requests),
    'metric data': withLimit(whole.data, limits.data),
    'refresh besides metric data': withLimit(again.requests - again.data, limits.refresh),
    'its metric data': again.data,
    'requests, 29 active alerts': await countBusy(busy, name),
  };
}

/** A demo service of that day, and a browser. */
async function openDemo(...flags) {
  const { service, workbench, browser } = await openWorkbench(root, children, ['--seed', '1', '--now', DAY, ...flags]);
  return { browser, demo: new Demo(service, workbench) };
}

try {
  const [usual, busy] = [await openDemo(), await openDemo('--busy')];
  await busy.demo.allow(12);
  const rows = [];
  for (const name of positionals.length > 0 ? positionals : Object.keys(FIRST)) {
    rows.push(await measure(usual, busy, name));
  }
  await Promise.all([usual, busy].map(({ browser }) => browser.close()));
  const heads = Object.keys(rows[0]);
  console.log(`\n| ${heads.join(' | ')} |\n| ${heads.map(() => '---').join(' | ')} |`);
  rows.forEach((row) => console.log(`| ${heads.map((head) => row[head] ?? '-').join(' | ')} |`));
} finally {
  await children.end();
}
