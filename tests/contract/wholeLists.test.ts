import { type DataFrame, type DataQueryResponse } from '@grafana/data';
import fc from 'fast-check';
import { uniq } from 'lodash';
import { type AnomalyQuery } from '../../src/ground/query';
import { HOUR } from '../../src/ground/spans';
import { startTestsAt } from '../support/clock';
import { ended, essence, withoutTitles, wholePanel } from '../support/faultMatrix';
import { FEW, LONG, sampleOf } from '../support/long';
import { type Listed, losing, type Loss, LOSSES } from '../support/losses';
import { errorsOf, noticesOf } from '../support/panel';
import { STORY } from '../support/trueAnswers';
import { variantsByForm } from '../support/variants';

/**
 * An incomplete list never looks complete. However a list of the service loses rows, an answer shows the same as with the
 * complete list, or reports that it is incomplete.
 * Counts of earlier alerts, and sentences about all alerts are correct or omitted even then. This covers all
 * query types in all their forms. `FC_SEED=…` tries other cases.
 */
const NOW = STORY + 30_000;
const MOST_PAGES = 25;
const TO_NOW = { from: NOW - 6 * HOUR, to: NOW };
/** One alert is active at its start, all except one at its end. */
const PAST = { from: NOW - 5 * HOUR, to: NOW - 2 * HOUR };

startTestsAt(NOW);

interface Given {
  answer: DataQueryResponse | undefined;
  /** The number of requested pages for each list. */
  pages: number[];
}

async function given(
  query: Partial<AnomalyQuery>,
  listed: Listed,
  pageSize: number,
  loss: Loss,
  range = TO_NOW
): Promise<Given> {
  jest.setSystemTime(NOW);
  const { service, panel } = wholePanel();
  Object.assign(service, losing(listed, pageSize, loss));
  const asked = panel.ask({ ...query }, range);
  await ended(asked);
  const answer = asked.packets[asked.packets.length - 1];
  expect(asked.failure).toBeUndefined();
  const lists = new Map<string, number>();
  for (const { operation, raw } of service.calls) {
    if (/\/(explore|events)$/.test(operation)) {
      const list = raw.replace(/([?&])page=[^&]*/, '$1');
      lists.set(list, (lists.get(list) ?? 0) + 1);
    }
  }
  return { answer, pages: [...lists.values()] };
}

/** Whether an answer is marked as incomplete: notices, errors, or equivalents in annotations and rows. */
function isMarked(answer: DataQueryResponse): boolean {
  const cells = (name: string) =>
    (answer.data as DataFrame[]).flatMap(({ fields }) => fields.find((field) => field.name === name)?.values ?? []);
  return (
    [...errorsOf(answer), ...noticesOf(answer)].some((text) =>
      /incomplete|couldn't read|showing|unknown|\(500\)/i.test(text)
    ) ||
    cells('complete').includes(false) ||
    cells('text').some((text: unknown) => /incomplete|not known/i.test(String(text)))
  );
}

/** Words that need complete data. */
const NEEDS_ALL = /\b(no|none|all|only|never|first time)\b/i;

/** The first half of a report's sentence counts the rows of two searches, which events don't change. */
const OF_PERIODS = /^\d+ alerts?, none in the previous period\.$/;

/** Claims about a whole list in rows and sentences, which no notice could correct. Marks show single events. */
function claims(answer: DataQueryResponse | undefined, rows?: Set<unknown>): Set<string> {
  const frames = ((answer?.data ?? []) as DataFrame[]).filter(
    ({ fields }) => !fields.some(({ name }) => name === 'isRegion')
  );
  const cells = frames.flatMap(({ fields }) => {
    const ids = fields.find(({ name }) => name === 'id')?.values ?? [];
    return fields.flatMap(({ name, values }) => values.map((value: unknown, row) => ({ id: ids[row], name, value })));
  });
  return new Set(
    cells.flatMap(({ id, name, value }) => {
      // They are about the row's own alert.
      if (['seen', 'earlier', 'usually'].includes(name)) {
        return value === null || (rows && !rows.has(id)) ? [] : [`${name}: ${String(value)}`];
      }
      const isText = ['text', 'sentence', 'why'].includes(name) && typeof value === 'string';
      const sentences = isText ? value.split(/\n|(?<=\.) /) : [];
      return sentences.filter(
        (text) => NEEDS_ALL.test(text) && !OF_PERIODS.test(text) && !/not known|unknown|incomplete/i.test(text)
      );
    })
  );
}

function flawsOf(answer: DataQueryResponse | undefined, right: DataQueryResponse | undefined) {
  const same = withoutTitles(essence(answer)) === withoutTitles(essence(right));
  const known = claims(right);
  const rows = new Set(
    ((right?.data ?? []) as DataFrame[]).flatMap(({ fields }) => fields.find(({ name }) => name === 'id')?.values ?? [])
  );
  return {
    isMarked: same || (answer !== undefined && isMarked(answer)),
    claims: [...claims(answer, rows)].filter((text) => !known.has(text)),
  };
}

const undisturbed = new Map<string, Promise<Given>>();

function whole(query: Partial<AnomalyQuery>, pageSize: number): Promise<Given> {
  const key = `${JSON.stringify(query)} ${pageSize}`;
  const known = undisturbed.get(key) ?? given(query, 'explore', pageSize, { kind: 'none' });
  undisturbed.set(key, known);
  return known;
}

const numRuns = LONG ? 200 : FEW ? 3 : 30;

it.each([...variantsByForm()])('%s', async (_, queries) => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(fc.constant(queries[0]), fc.constantFrom(...queries)),
      fc.constantFrom<Listed>('explore', 'events', 'alerts'),
      fc.integer({ min: 1, max: 3 }),
      LOSSES,
      async (query, listed, pageSize, loss) => {
        const right = await whole(query, pageSize);
        const { answer, pages } = await given(query, listed, pageSize, loss);
        expect({
          ...flawsOf(answer, right.answer),
          tooMany: pages.filter((count) => count > MOST_PAGES),
        }).toEqual({ isMarked: true, claims: [], tooMany: [] });
      }
    ),
    { numRuns }
  );
});

/** For a past range, the alerts that were active at its ends matter more. */
const twoOfEach = [...variantsByForm()].flatMap(([form, queries]) =>
  uniq([queries[0], queries.find(({ earlier }) => earlier) ?? queries[queries.length - 1]]).map(
    (query, i) => [`${form} ${i}`, query] as const
  )
);

it.each(sampleOf(twoOfEach))('an alert list that is shorter than its total: %s', async (_, query) => {
  const right = await given(query, 'alerts', 50, { kind: 'none' }, PAST);
  for (const lost of [1, 3]) {
    const { answer } = await given(query, 'alerts', 50, { kind: 'short', page: 1, lost }, PAST);
    expect({ lost, ...flawsOf(answer, right.answer) }).toEqual({ lost, isMarked: true, claims: [] });
  }
});

it.each(['system', 'node', 'metric', 'series'])(
  'no row of a report by %s is complete if alerts are missing',
  async (by) => {
    const query = { queryType: 'alertReport', by };
    const complete = async (loss: Loss, limit = 1000) => {
      const { answer } = await given({ ...query, limit }, 'explore', 50, loss);
      return uniq((answer?.data as DataFrame[])[0].fields.find(({ name }) => name === 'complete')?.values);
    };
    expect(await complete({ kind: 'none' })).toEqual([true]);
    expect(await complete({ kind: 'short', page: 1, lost: 1 })).toEqual([false]);
    expect(await complete({ kind: 'total', page: 1, total: undefined })).toEqual([false]);
    expect(await complete({ kind: 'none' }, 1)).toEqual([false]);
  }
);
