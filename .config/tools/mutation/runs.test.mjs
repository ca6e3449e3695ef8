import assert from 'node:assert/strict';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { tryAll } from './runs.mjs';

const { Log } = createRequire(import.meta.url)('./log.js');
const { triesOf } = createRequire(import.meta.url)('./tries.js');

const FILE = 'a.test.ts';

/**
 * The verdicts after runs of a test file with one test, which comes by the changes.
 *
 * @param happens what happens to each change, by how often it was tried before and how many came before it in its run
 */
async function verdicts(happens) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mutation-'));
  const times = new Map();
  const hits = Object.fromEntries(Object.keys(happens).map((id) => [id, 1]));
  const order = [];
  await tryAll(FILE, folder, async () => {
    const tries = triesOf([{ test: { name: 'one', cost: 1 }, hits }], new Log(folder), FILE);
    let result;
    for (let place = 0; ;) {
      const { value, done } = tries.next(result);
      if (done) {
        return false;
      }
      const id = value.change?.id;
      const time = times.get(id) ?? 0;
      const what = id === undefined ? 'passes' : happens[id](time, place);
      if (id !== undefined) {
        order.push(id);
        times.set(id, time + 1);
        place++;
      }
      if (what === 'crashes' || what === 'hangs') {
        return what === 'hangs';
      }
      result = { hasFailed: what === 'fails', wasHit: true, text: '' };
    }
  });
  const log = new Log(folder);
  fs.rmSync(folder, { recursive: true });
  return { order, of: Object.fromEntries(Object.keys(happens).map((id) => [id, log.verdictOf(id)])) };
}

test('a change is noticed where a test fails, or has no end where the watch ended its run', async () => {
  const { of } = await verdicts({ a: () => 'fails', b: () => 'passes', c: () => 'hangs', d: () => 'fails' });
  assert.deepEqual(of, { a: 'noticed', b: 'passed', c: 'endless', d: 'noticed' });
});

test('a crash is tried once more as the first of its run, and counts where it crashes again', async () => {
  const { of, order } = await verdicts({ a: () => 'passes', b: () => 'crashes', c: () => 'fails' });
  assert.deepEqual(of, { a: 'passed', b: 'crashedAgain', c: 'noticed' });
  assert.deepEqual(order, ['a', 'b', 'b', 'c']);
});

test('a crash of the first of a run is tried again, too', async () => {
  const { of, order } = await verdicts({ a: (time) => (time === 0 ? 'crashes' : 'passes'), b: () => 'fails' });
  assert.deepEqual(of, { a: 'crashed', b: 'noticed' });
  assert.deepEqual(order, ['a', 'a', 'b']);
});

test('a crash that another change left behind is not a notice of this one', async () => {
  const { of } = await verdicts({ a: () => 'passes', b: (_, place) => (place > 0 ? 'crashes' : 'passes') });
  assert.deepEqual(of, { a: 'passed', b: 'crashed' });
});

test('a change that crashed in company is noticed where a test fails on its own', async () => {
  const { of } = await verdicts({ a: () => 'passes', b: (_, place) => (place > 0 ? 'crashes' : 'fails') });
  assert.deepEqual(of, { a: 'passed', b: 'noticed' });
});

test('a run that comes to nothing is an error', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mutation-'));
  await assert.rejects(
    tryAll(FILE, folder, async () => false),
    /does not come to its end/
  );
});
