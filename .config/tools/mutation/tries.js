/**
 * A change is tried with so many tests of a file at most, the quickest first, and for so many milliseconds of computing: a
 * machine that has other work tries as many.
 */
const MOST_TESTS = 40;
const MOST_TIME = 10_000;

/** Code that comes by its change so many times as often as before, and some, has no end. */
const MOST_HITS = 100;
const SOME_HITS = 10_000;

/**
 * Tells which test runs next, with which change. After each failure the test runs without a change too: where that fails,
 * the change has left something behind, and the rest is for a fresh run of the file, that change first. So is one at which the run before
 * crashed.
 *
 * @param tests `{ test, hits }`: a test with its `cost` in milliseconds, and how many times the test came by a change, by the change's id
 * @param log what is known of the changes
 * @param file whose tests they are
 */
function* triesOf(tests, log, file) {
  const withChange = new Map();
  for (const { test, hits } of [...tests].sort((one, other) => one.test.cost - other.test.cost)) {
    for (const [id, count] of Object.entries(hits)) {
      withChange.set(id, [
        ...(withChange.get(id) ?? []),
        { test, change: { id, limit: MOST_HITS * count + SOME_HITS } },
      ]);
    }
  }
  const open = [...withChange.keys()].filter((id) => !log.isNoticed(id) && !log.hasPassed(id, file));
  const urgency = (id) => (log.hasCrashed(id, file) ? 2 : Number(log.isDoubtful(id)));
  open.sort((one, other) => urgency(other) - urgency(one));
  for (const [place, id] of open.entries()) {
    log.write({ file, change: id, state: 'tried', isFirst: place === 0 });
    const { state, test } = yield* tried(withChange.get(id));
    const isNoticed = state === 'noticed' || state === 'endless';
    const leavesSomething = isNoticed && (yield { test }).hasFailed;
    log.write({ file, change: id, state: leavesSomething && place > 0 ? 'doubtful' : state, test: test?.name });
    if (leavesSomething) {
      return;
    }
  }
  log.write({ file, state: 'done' });
}

/** One change with its tests, up to the first that notices it. A change that nothing came by this time was `missed`. */
function* tried(tests) {
  let [time, isHit] = [0, false];
  for (const { test, change } of tests.slice(0, MOST_TESTS)) {
    const { hasFailed, wasHit, text } = yield { test, change };
    if (hasFailed && wasHit) {
      return { test, state: /Exceeded timeout|Hit count limit/.test(text) ? 'endless' : 'noticed' };
    }
    isHit = isHit || wasHit;
    time += test.cost;
    if (time > MOST_TIME) {
      break;
    }
  }
  return { state: isHit ? 'passed' : 'missed' };
}

module.exports = { triesOf };
