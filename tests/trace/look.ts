import { isDone } from '../support/panel';
import { flawsOfFrames } from '../support/said';
import { type WholeCall } from '../support/wholeService';
import { breachesOf } from '../support/world/allowed';
import { HOUR, MINUTE, type World } from '../support/world/truth';
import { isMore, isSameWork } from './budget';
import { differenceOf, isMarked, SLOW } from './compare';
import { type Board, type Page } from './page';
import { lostInSnapshot } from './snapshot';
import { type Shown } from './steps';
import { finish, untilStill } from './waiting';

/** After a change, other panels' answers are reused for this long. */
const SHARED = 5000;
/** How long requests continue after the last panel that waits for them has left. */
const LINGER = 600;
/** Searches for earlier alerts are reused for this long. */
const SEARCHED = HOUR;

/** A page to compare with fresh ones. */
export interface Scene {
  world: World;
  board: Board;
  kept: Page;
  /** Whether each panel is compared with a fresh page of its own. */
  apart: boolean;
  /** Whether something failed that panels may still show. */
  isTroubled: boolean;
  /** Whether answers overtake each other. */
  isSlow: boolean;
  /** When an alert last changed, in epoch milliseconds. */
  changedAt: number;
  fresh: (panels: Array<[id: number, shown: Shown]>) => Page;
}

/** Requests all panels again, and compares them with fresh pages. @returns what is wrong */
export async function look(scene: Scene): Promise<string | undefined> {
  await untilStill(scene.changedAt + SHARED + 1000);
  const { kept, board } = scene;
  const before = kept.service.calls.length;
  // A query that is still running shows what it has read since its start.
  const continues = new Set([...kept.panels].flatMap(([id, { asked }]) => (asked && !asked.finished ? [id] : [])));
  const panels = [...kept.panels];
  const fresh = scene.apart ? panels.map((panel) => scene.fresh([panel])) : [scene.fresh(panels)];
  const start = Date.now();
  kept.askAll(board);
  fresh.forEach((page) => page.askAll(board));
  await finish(kept, ...fresh);
  const isOneMoment = Date.now() - start < SLOW && newestPoint(scene.world, start) === newestPoint(scene.world);
  await jest.advanceTimersByTimeAsync(LINGER);
  kept.hasReadDeep ||= kept.service.calls.some(isDeep);
  const flaws = [
    ...panels.flatMap(([id]) => flawsOf(scene, id, fresh, isOneMoment && !continues.has(id))),
    ...[kept, ...fresh].flatMap(({ service }) =>
      service.active > 0 ? [`${service.active} requests are left running`] : []
    ),
    ...(scene.isTroubled ? [] : await overBudget(scene, kept.service.calls.slice(before), fresh)),
    ...[kept, ...fresh].flatMap(({ service }) => service.calls.flatMap(breachesOf)),
  ];
  fresh.forEach(leave);
  kept.service.calls.length = 0;
  return flaws[0];
}

function isDeep({ segments, query }: WholeCall): boolean {
  return segments.at(-1) === 'events' && Number(query.page) > 1;
}

/** The minute of the newest point that is available at a moment. */
function newestPoint({ reading: { lag } }: World, at = Date.now()): number {
  return Math.floor((at - lag) / MINUTE);
}

function flawsOf(scene: Scene, id: number, fresh: Page[], isComparable: boolean): string[] {
  const { kept, isTroubled } = scene;
  const { asked, ...panel } = kept.panels.get(id) ?? { query: {} };
  const query = JSON.stringify(panel);
  const right = fresh.map((page) => page.answer(id)).find((answer) => answer !== undefined);
  const answer = kept.answer(id);
  if (!asked?.finished || asked.failure || !answer || !right) {
    asked?.leave();
    return [`${query} ${asked?.failure ? `throws ${String(asked.failure)}` : 'does not end'}`];
  }
  const flaws = [...flawsOfFrames(answer.data), ...lostInSnapshot(answer)];
  if (asked.packets.slice(0, -1).some(isDone)) {
    flaws.push('is Done twice');
  }
  // A title may count more metrics if another panel, or another range, has read more events.
  const left = {
    titles: isTroubled || scene.apart || kept.hasReadDeep,
    searches: Date.now() - scene.changedAt < SEARCHED,
    // A 400 may be about the chosen granularity, or about a metric that another query has found not to exist.
    refusals: [panel.query, ...(panel.more ?? [])].some(({ granularity = 'auto' }) => granularity !== 'auto'),
  };
  const difference = isComparable ? differenceOf(answer, right, left) : undefined;
  if (difference && !(isTroubled && isMarked(answer))) {
    flaws.push(difference);
  }
  return flaws.map((flaw) => `${query}: ${flaw}`);
}

/**
 * A page that already knows something requests no more than a page that knows nothing, and no longer spans of metric data.
 * If queries share no answer (see `isSameWork`), the limit is what each requests on a page of its own.
 */
async function overBudget(scene: Scene, own: WholeCall[], fresh: Page[]): Promise<string[]> {
  const most = fresh.flatMap(({ service }) => service.calls);
  const mayRepeat = scene.isSlow || isSameWork(own, most);
  if (!isMore(own, most) || (mayRepeat && !isMore(own, await eachAlone(scene)))) {
    return [];
  }
  return [`${own.length} requests instead of ${most.length}: ${own.map(({ raw }) => raw).join(' ')}`];
}

/** The requests of each query on a page of its own. A panel's queries count separately. */
async function eachAlone({ kept, board, fresh }: Scene): Promise<WholeCall[]> {
  const pages = [...kept.panels].flatMap(([id, { query, more = [], inExplore }]) =>
    [query, ...more].map((one) => fresh([[id, { query: one, inExplore }]]))
  );
  pages.forEach((page) => page.askAll(board));
  await finish(...pages);
  pages.forEach(leave);
  return pages.flatMap(({ service }) => service.calls);
}

function leave(page: Page) {
  page.leave();
  page.forgotten();
}
