import { HOUR, MINUTE } from '../support/world/truth';
import { type Page } from './page';

/** So long a look may take in virtual time: where requests hang and go one at a time, each has its own time-out. */
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

/** Until ten seconds after a minute began, and after a moment. */
export async function untilStill(moment: number) {
  const now = Date.now();
  let next = Math.floor(now / MINUTE) * MINUTE + 10_000;
  while (next < now || next < moment) {
    next += MINUTE;
  }
  await jest.advanceTimersByTimeAsync(next - now);
}
