import fs from 'node:fs';
import path from 'node:path';
import { FEW, LONG } from '../support/long';
import { startTestsAt } from '../support/clock';
import { traceOf } from './made';
import { type Failure, failureOf, START } from './runner';
import { shrunk } from './shrink';
import { type Trace } from './steps';
import { traceIn, written } from './written';

/**
 * A page that has been kept up to date equals a fresh page. Whatever happened to it before, it shows what a page shows
 * that is opened now, or reports what it doesn't know. It requests no more than that page, and leaves nothing running.
 * `npm run test:long -- trace --seed 7 --steps 100000` takes other traces, for as long. A trace that fails is shrunk and
 * saved in tests/regressions/. Rename the file, and keep it with the fix.
 */
const CORPUS = path.join(__dirname, '..', 'regressions');
const FIRST = Number(process.env.TRACE_SEED ?? (LONG ? Date.now() % 1e9 : 1));
const STEPS = Number(process.env.TRACE_STEPS ?? (LONG ? 100_000 : FEW ? 400 : 1500));

startTestsAt(START);

const corpus = fs.readdirSync(CORPUS).filter((name) => name.endsWith('.json'));

if (corpus.length > 0) {
  it.each(corpus)('%s', async (name) => {
    const trace = traceIn(fs.readFileSync(path.join(CORPUS, name), 'utf8'));
    expect(await failureOf(trace)).toBeUndefined();
  });
}

it(
  `shows what a fresh page shows, from seed ${FIRST} for ${STEPS} steps`,
  async () => {
    let steps = 0;
    for (let seed = FIRST; steps < STEPS; seed++) {
      const trace = traceOf(seed);
      steps += trace.steps.length;
      const failure = await failureOf(trace);
      if (failure) {
        throw new Error(`Seed ${seed}, step ${failure.step}: ${failure.what}${await kept(trace, failure)}`);
      }
    }
  },
  LONG ? 7_200_000 : 600_000
);

/** Saves a small trace that fails in the same way, unless this test itself is under test. */
async function kept(trace: Trace, failure: Failure): Promise<string> {
  if (process.env.TRACE_WRITES === 'no') {
    return '';
  }
  const small = await shrunk(trace, failure);
  const file = path.join(CORPUS, `seed-${trace.seed}.json`);
  fs.writeFileSync(file, written(small.trace));
  return `\nSmaller, in ${file}: ${small.failure.what}`;
}
