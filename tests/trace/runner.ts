import { type StoredSettings } from '../../src/settings';
import { pageOf } from '../support/losses';
import { flawsOfFrames } from '../support/said';
import { isDone } from '../support/panel';
import { type Fault, type WholeCall } from '../support/wholeService';
import { breachesOf } from '../support/world/allowed';
import { eventAt, happens, worldOf } from '../support/world/made';
import { chanceOf, Random } from '../support/world/random';
import { answerOf, type Given } from '../support/world/service';
import { HOUR, MINUTE, stateAt, type World } from '../support/world/truth';
import { isMore, isSameWork } from './budget';
import { differenceOf, isMarked } from './compare';
import { connect, Page, type Written } from './page';
import { type FaultName, type Shown, type Step, type Trace } from './steps';

/** When a trace begins. */
export const START = Date.UTC(2026, 10, 21, 12, 0, 30);
/** After a change, other panels' answers serve for so long. */
const SHARED = 5000;
/** So long a look may take in virtual time: where requests hang and go one at a time, each has its own time-out. */
const LONGEST = 2 * HOUR;
/** How long requests live on after the last one who waits has left. */
const LINGER = 600;
/** Points change with the event that explains them; only the newest are read again. */
const REVISED = 5 * MINUTE;
/** Searches for similar alerts serve for so long. */
const SEARCHED = HOUR;
/** What could not be read is not requested again for a minute. */
const REST = 2 * MINUTE;

const FAULTS: Record<FaultName, Fault> = {
  500: { status: 500, text: '{"message":"boom"}' },
  503: { status: 503, text: '{"message":"busy"}' },
  429: { status: 429, text: '{"message":"too many"}', headers: { 'Retry-After': '3' } },
  504: { status: 504, text: 'gateway timeout' },
  html: { status: 404, text: '<html>not here</html>' },
  lost: { error: new TypeError('Failed to fetch') },
  hang: 'hang',
  unreadable: { body: '<html>login</html>' },
};

/** What went wrong in a trace. */
export interface Failure {
  /** The place of the step. */
  step: number;
  what: string;
}

/** Runs a trace; wants jest's fake timers. */
export async function failureOf(trace: Trace): Promise<Failure | undefined> {
  const run = new Run(trace);
  for (const [step, one] of trace.steps.entries()) {
    const what = await run.take(one).catch((error: unknown) => `throws ${String(error)}`);
    if (what) {
      run.end();
      return { step, what };
    }
  }
  run.end();
  return undefined;
}

class Run {
  private readonly world: World;
  private written: Written = { from: 'now-6h', to: 'now' };
  private jsonData: StoredSettings = {};
  private changedAt = -Infinity;
  private fault: { what: FaultName; on: string; left: number } | undefined;
  private loss: Extract<Step, { do: 'lose' }> | undefined;
  private slowest = 0;
  /** Whether something failed that panels may still show. */
  private isTroubled = false;
  private pages = 0;
  private kept: Page;

  constructor(private readonly trace: Trace) {
    jest.setSystemTime(START);
    connect();
    const world = worldOf(trace.seed, START);
    this.world = { ...world, alerts: structuredClone(trace.alerts ?? world.alerts) };
    this.world.reading = { ...world.reading, ...trace.reading };
    this.kept = this.newPage('kept');
  }

  end() {
    this.kept.leave();
    jest.clearAllTimers();
  }

  /** @returns the differences afterwards */
  async take(step: Step): Promise<string | undefined> {
    switch (step.do) {
      case 'open':
        this.kept.close(step.panel);
        this.kept.panels.set(step.panel, shownIn(step));
        this.kept.ask(step.panel, this.written);
        return undefined;
      case 'close':
        this.kept.close(step.panel);
        return undefined;
      case 'range':
        this.written = { from: step.from, to: step.to };
        this.kept.askAll(this.written);
        return undefined;
      case 'refresh':
        this.kept.askAll(this.written);
        return undefined;
      case 'pass':
        await jest.advanceTimersByTimeAsync(step.seconds * 1000);
        return undefined;
      case 'sleep':
        jest.setSystemTime(Date.now() + step.hours * HOUR);
        return undefined;
      case 'fault':
        this.fault = { what: step.what, on: step.on, left: step.times ?? Infinity };
        this.isTroubled = true;
        return undefined;
      case 'lose':
        this.loss = step;
        this.isTroubled = true;
        return undefined;
      case 'slow':
        this.slowest = step.most;
        return undefined;
      case 'heal':
        return this.heal();
      case 'settings':
        return this.settings(step.jsonData);
      case 'test':
        return this.saveAndTest();
      case 'look':
        return this.look();
      default:
        this.change(step);
        return undefined;
    }
  }

  /** What happens to alerts: now, or not at all. */
  private change(step: Extract<Step, { alert: string }>) {
    const { alerts } = this.world;
    const alert = alerts.find(({ id }) => id === step.alert);
    const isActive = alert && stateAt(alert, Date.now())?.active === true;
    const at = happens(Date.now());
    this.changedAt = Date.now();
    if (step.do === 'begin' && !alert) {
      alerts.push({ id: step.alert, events: [eventAt(new Random(step.seed), undefined, at)] });
    }
    if (!alert || !isActive) {
      return;
    }
    const { events } = alert;
    if (step.do === 'event' && events[events.length - 1].at < at) {
      events.push(eventAt(new Random(step.seed), alert, at));
    } else if (step.do === 'end' && events[events.length - 1].at < at) {
      alert.end = at;
    } else if (step.do === 'withdraw' && events.length > 1 && events[events.length - 1].at > at - REVISED) {
      events.pop();
    } else if (step.do === 'correct') {
      const last = events[events.length - 1];
      const random = new Random(step.seed);
      const changes = last.changes.map((change) => ({ ...change, severity: random.pick(['yellow', 'red']) }));
      events[events.length - 1] = { ...last, impact: random.pick(['low', 'severe']), changes };
    }
  }

  private async heal(): Promise<undefined> {
    this.fault = undefined;
    this.loss = undefined;
    this.slowest = 0;
    await this.finish(this.kept);
    await jest.advanceTimersByTimeAsync(REST);
    this.isTroubled = false;
  }

  private settings(jsonData: StoredSettings): undefined {
    this.jsonData = jsonData;
    const old = this.kept;
    this.kept = this.newPage('kept');
    old.panels.forEach((panel, id) => this.kept.panels.set(id, shownIn(panel)));
    old.leave();
    this.kept.askAll(this.written);
  }

  private async saveAndTest(): Promise<undefined> {
    let isOver = false;
    const over = () => (isOver = true);
    this.kept.dataSource.testDatasource().then(over, over);
    await this.wait(() => isOver);
  }

  private async look(): Promise<string | undefined> {
    await this.untilStill();
    const { kept, trace } = this;
    const before = kept.service.calls.length;
    // A query that continues shows what it has read since it began.
    const continues = new Set([...kept.panels].flatMap(([id, { asked }]) => (asked && !asked.finished ? [id] : [])));
    const fresh = trace.apart
      ? [...kept.panels.keys()].map((id) => this.freshPage([id]))
      : [this.freshPage([...kept.panels.keys()])];
    const start = Date.now();
    kept.askAll(this.written);
    fresh.forEach((page) => page.askAll(this.written));
    await this.finish(kept, ...fresh);
    // Meanwhile the clock has gone on.
    const isSlow = Date.now() - start >= 45_000;
    await jest.advanceTimersByTimeAsync(LINGER);
    const flaws = [
      ...[...kept.panels.keys()].flatMap((id) => this.flawsOf(id, fresh, !isSlow && !continues.has(id))),
      ...[kept, ...fresh].flatMap(({ service }) =>
        service.active > 0 ? [`${service.active} requests are left running`] : []
      ),
      ...(this.isTroubled ? [] : await this.overBudget(before, fresh)),
      ...[kept, ...fresh].flatMap(({ service }) => service.calls.flatMap(breachesOf)),
    ];
    fresh.forEach((page) => {
      page.leave();
      page.forgotten();
    });
    kept.service.calls.length = 0;
    return flaws[0];
  }

  private flawsOf(id: number, fresh: Page[], isComparable: boolean): string[] {
    const { kept } = this;
    const { asked, ...panel } = kept.panels.get(id) ?? { query: {} };
    const query = JSON.stringify(panel);
    const right = fresh.map((page) => page.answer(id)).find((answer) => answer !== undefined);
    const answer = kept.answer(id);
    if (!asked?.finished || asked.failure || !answer || !right) {
      asked?.leave();
      return [`${query} ${asked?.failure ? `throws ${String(asked.failure)}` : 'does not end'}`];
    }
    const flaws = flawsOfFrames(answer.data);
    const early = asked.packets.slice(0, -1);
    if (early.some(isDone)) {
      flaws.push('is Done twice');
    }
    // A title may count more metrics if another panel has read more events.
    const titles = this.isTroubled || this.trace.apart === true;
    const left = { titles, searches: Date.now() - this.changedAt < SEARCHED };
    const difference = isComparable ? differenceOf(answer, right, left) : undefined;
    if (difference && !(this.isTroubled && isMarked(answer))) {
      flaws.push(difference);
    }
    return flaws.map((flaw) => `${query}: ${flaw}`);
  }

  /**
   * A page that knows something already requests no more than one that knows nothing; of metric data, no longer spans. Where
   * queries share no answer (see `isSameWork`), what each requests on a page of its own is the most.
   */
  private async overBudget(before: number, fresh: Page[]): Promise<string[]> {
    const own = this.kept.service.calls.slice(before);
    const most = fresh.flatMap(({ service }) => service.calls);
    const mayRepeat = this.slowest > 0 || isSameWork(own, most);
    if (!isMore(own, most) || (mayRepeat && !isMore(own, await this.eachAlone()))) {
      return [];
    }
    return [`${own.length} requests instead of ${most.length}: ${own.map(({ raw }) => raw).join(' ')}`];
  }

  /** What the queries request if each is on a page of its own, also those of one panel. */
  private async eachAlone(): Promise<WholeCall[]> {
    const pages = [...this.kept.panels].flatMap(([id, { query, more = [], inExplore }]) =>
      [query, ...more].map((one) => {
        const page = this.freshPage([]);
        page.panels.set(id, { query: one, inExplore });
        return page;
      })
    );
    pages.forEach((page) => page.askAll(this.written));
    await this.finish(...pages);
    pages.forEach((page) => {
      page.leave();
      page.forgotten();
    });
    return pages.flatMap(({ service }) => service.calls);
  }

  /** Ten seconds after a minute began, and after the last change. */
  private async untilStill() {
    const now = Date.now();
    let next = Math.floor(now / MINUTE) * MINUTE + 10_000;
    while (next < now || next < this.changedAt + SHARED + 1000) {
      next += MINUTE;
    }
    await jest.advanceTimersByTimeAsync(next - now);
  }

  private async finish(...pages: Page[]) {
    await this.wait(() => pages.every(({ isDone: areDone }) => areDone));
  }

  private async wait(isOver: () => boolean) {
    const until = Date.now() + LONGEST;
    for (let i = 0; i < 20_000 && !isOver() && Date.now() < until; i++) {
      await jest.advanceTimersToNextTimerAsync();
    }
  }

  private freshPage(ids: number[]): Page {
    const page = this.newPage('fresh');
    page.service.fault = (call) => faultIn(this.given(call));
    page.service.delay = () => 20;
    page.service.body = (call) => bodyIn(this.given(call));
    ids.forEach((id) => page.panels.set(id, shownIn(this.kept.panels.get(id) ?? { query: {} })));
    return page;
  }

  private newPage(name: string): Page {
    const page = new Page(`${name}-${this.pages++}`, this.jsonData);
    page.service.fault = (call) => this.faultOf(call) ?? faultIn(this.given(call));
    page.service.body = (call) => bodyIn(this.given(call, true));
    page.service.delay = () =>
      20 + Math.floor(this.slowest * chanceOf(this.pages, page.service.calls.length, Date.now()));
    return page;
  }

  private faultOf({ operation, query }: WholeCall): Fault | undefined {
    const { fault, loss: lost } = this;
    if (fault && fault.left > 0 && operation.includes(fault.on)) {
      fault.left--;
      return FAULTS[fault.what];
    }
    if (lost?.loss.kind !== 'failed' || !operation.endsWith(`/${lost.listed}`)) {
      return undefined;
    }
    return Number(query.page ?? 1) === lost.loss.page ? FAULTS['500'] : undefined;
  }

  private given(call: WholeCall, loses = false): Given {
    const { world, loss: lost } = this;
    if (!loses || !lost || !call.operation.endsWith(`/${lost.listed}`)) {
      return answerOf(world, call);
    }
    const whole = { ...world, reading: { ...world.reading, page: Infinity } };
    const given = answerOf(whole, { ...call, query: { ...call.query, page: '1', limit: '100000' } });
    if ('fault' in given) {
      return given;
    }
    const { items } = given.body as { items: unknown[] };
    const limit = Math.min(world.reading.page, Number(call.query.limit ?? 10));
    return { body: pageOf(items, { page: Number(call.query.page ?? 1), limit }, lost.loss) };
  }
}

function shownIn({ query, more, inExplore }: Shown): Shown {
  return { query, more, inExplore };
}

function faultIn(given: Given): Fault | undefined {
  return 'fault' in given ? given.fault : undefined;
}

function bodyIn(given: Given): unknown {
  return 'body' in given ? given.body : undefined;
}
