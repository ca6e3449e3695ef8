import { HOUR, MINUTE } from '../support/world/truth';
import { type Page } from './page';

/** The longest virtual time that a look may take: if requests hang, and run one at a time, each needs its own timeout. */
const LONGEST = 2 * HOUR;

/** Virtual time passes until something is over. */
export async function waitUntil(isOver: () => boolean) {
  const until = Date.now() + LONGEST;
  for (let i = 0; i < 20_000 && !isOver() && Date.now() < until; i++) {
    await jest.advanceTimersToNextTimerAsync();
  }
}

export async function finish(...pages: Page[]) {
  await waitUntil(() => pages.every(({ isDone }) => isDone));
}

/** Waits until ten seconds after a full minute, and at least until this moment. */
export async function untilStill(moment: number) {
  const now = Date.now();
  let next = Math.floor(now / MINUTE) * MINUTE + 10_000;
  while (next < now || next < moment) {
    next += MINUTE;
  }
  await jest.advanceTimersByTimeAsync(next - now);
}
