import { type StoredSettings } from '../../src/ground/settings';
import { type Variable } from '../support/panel';
import { worldOf } from '../support/world/made';
import { chanceOf } from '../support/world/random';
import { HOUR, MINUTE, type World } from '../support/world/truth';
import { change } from './changes';
import { look } from './look';
import { type Board, connect, ends, Page } from './page';
import { type Shown, type Step, type Trace, VARIABLES } from './steps';
import { Trouble } from './trouble';
import { finish, waitUntil } from './waiting';

/** When a trace begins. */
export const START = Date.UTC(2026, 10, 21, 12, 0, 30);
/** After a failure, a request is not repeated for a minute. */
const REST = 2 * MINUTE;

/** What went wrong in a trace. */
export interface Failure {
  /** The place of the step. */
  step: number;
  what: string;
}

/** Runs a trace. Needs jest's fake timers. */
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
  private readonly trouble: Trouble;
  private readonly variables: Record<string, Variable>;
  private board: Board = { from: 'now-6h', to: 'now', filters: [] };
  private jsonData: StoredSettings = {};
  private changedAt = -Infinity;
  /** Whether something failed that panels may still show. */
  private isTroubled = false;
  private pages = 0;
  private kept: Page;

  constructor(private readonly trace: Trace) {
    jest.setSystemTime(START);
    this.variables = Object.fromEntries(Object.entries(VARIABLES).map(([name, [value]]) => [name, { value }]));
    connect(this.variables);
    const world = worldOf(trace.seed, START);
    this.world = { ...world, alerts: structuredClone(trace.alerts ?? world.alerts) };
    this.world.reading = { ...world.reading, ...trace.reading };
    this.trouble = new Trouble(this.world);
    this.kept = this.newPage();
  }

  end() {
    this.kept.leave();
    jest.clearAllTimers();
  }

  /** @returns the differences after it */
  async take(step: Step): Promise<string | undefined> {
    if (step.do === 'look') {
      return this.look();
    }
    await this.happens(step);
    return undefined;
  }

  private happens(step: Exclude<Step, { do: 'look' }>): Promise<void> | void {
    switch (step.do) {
      case 'open':
        this.kept.close(step.panel);
        this.kept.panels.set(step.panel, shownIn(step));
        return this.kept.ask(step.panel, this.board);
      case 'close':
        return this.kept.close(step.panel);
      case 'range':
      case 'zoom':
      case 'filter':
      case 'variable':
      case 'refresh':
        this.set(step);
        return this.kept.askAll(this.board);
      case 'pass':
        return jest.advanceTimersByTimeAsync(step.seconds * 1000);
      case 'sleep':
        return void jest.setSystemTime(Date.now() + step.hours * HOUR);
      case 'fault':
      case 'lose':
      case 'slow':
        this.isTroubled ||= step.do !== 'slow';
        return this.trouble.begin(step);
      case 'heal':
        return this.heal();
      case 'settings':
        return this.settings(step.jsonData);
      case 'test':
        return this.saveAndTest();
      default:
        this.changedAt = Date.now();
        return change(this.world, step);
    }
  }

  /** What a dashboard's panels share. */
  private set(step: Extract<Step, { do: 'range' | 'zoom' | 'filter' | 'variable' | 'refresh' }>) {
    if (step.do === 'range') {
      this.board = { ...this.board, from: step.from, to: step.to };
    } else if (step.do === 'zoom') {
      this.board = { ...this.board, ...zoomed(ends(this.board), step) };
    } else if (step.do === 'filter') {
      this.board = { ...this.board, filters: step.filters };
    } else if (step.do === 'variable') {
      this.variables[step.name] = { value: step.value };
    }
  }

  private async heal() {
    this.trouble.end();
    await finish(this.kept);
    await jest.advanceTimersByTimeAsync(REST);
    this.isTroubled = false;
  }

  private settings(jsonData: StoredSettings) {
    this.jsonData = jsonData;
    const old = this.kept;
    this.kept = this.newPage();
    old.panels.forEach((panel, id) => this.kept.panels.set(id, shownIn(panel)));
    old.leave();
    this.kept.askAll(this.board);
  }

  private async saveAndTest() {
    let isOver = false;
    const over = () => (isOver = true);
    this.kept.dataSource.testDatasource().then(over, over);
    await waitUntil(() => isOver);
  }

  private look(): Promise<string | undefined> {
    const { world, board, kept, isTroubled, changedAt } = this;
    const fresh = (panels: Array<[number, Shown]>) => this.freshPage(panels);
    const [apart, isSlow] = [this.trace.apart === true, this.trouble.slowest > 0];
    return look({ world, board, kept, isTroubled, changedAt, apart, isSlow, fresh });
  }

  private freshPage(panels: Array<[number, Shown]>): Page {
    const page = new Page(`fresh-${this.pages++}`, this.jsonData);
    Object.assign(page.service, this.trouble.whole, { delay: () => 20 });
    panels.forEach(([id, shown]) => page.panels.set(id, shownIn(shown)));
    return page;
  }

  private newPage(): Page {
    const page = new Page(`kept-${this.pages++}`, this.jsonData);
    const { service } = page;
    const chance = () => chanceOf(this.pages, service.calls.length, Date.now());
    Object.assign(service, this.trouble.troubled, { delay: () => 20 + Math.floor(this.trouble.slowest * chance()) });
    return page;
  }
}

function shownIn({ query, more, inExplore }: Shown): Shown {
  return { query, more, inExplore };
}

/** Ends half a minute after a full minute, where no point is. */
function zoomed([from, to]: [number, number], { left, right }: { left: number; right: number }) {
  const moment = (share: number) => {
    const time = Math.round((from + share * (to - from)) / MINUTE) * MINUTE;
    return new Date(time + MINUTE / 2).toISOString();
  };
  return { from: moment(left), to: moment(right) };
}
