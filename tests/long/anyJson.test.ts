import { type DataFrame } from '@grafana/data';
import fc from 'fast-check';
import { decodeForecast, decodeMetricData } from '../../src/ground/decode';
import { allDescriptors } from '../../src/families/families';
import * as alertBodies from '../../src/service/alerts';
import * as anomalyBodies from '../../src/service/anomalies';
import { ServiceFailure } from '../../src/ground/failure';
import { failureOf } from '../../src/service/failureOf';
import { parseExact } from '../../src/ground/read';
import { withSentence } from '../../src/ground/sentences';
import { anyJson, type Harm, harmed, harms } from '../support/anyJson';
import { startTestsAt } from '../support/clock';
import { wholePanel } from '../support/faultMatrix';
import { casesOf, LONG } from '../support/long';
import { flawsOf, flawsOfFrames, saidBy } from '../support/said';
import { STORY, trueAnswer } from '../support/trueAnswers';
import { allVariants } from '../support/variants';

/** No JSON causes an unexpected exception, or a frame that can't be drawn. */
const RUNS = casesOf(10_000);
/** A case takes longer through the whole data source. */
const WHOLE_RUNS = LONG ? 10_000 : 200;
const NOW = STORY + 30_000;

/** A sentence without quotes from the service. */
function ours(text: string): string {
  return text.replace(/ The service says: .*$/s, '').replace(/"[^"]*"/gs, '"…"');
}

/** All texts in a value, at any depth. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') {
    return [value];
  }
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : [];
}

/** A sentence without texts of the service that look like our mistakes: an ID or an impact may be `NaN`. */
function without(theirs: ReadonlySet<string>, sentence: string): string {
  return [...theirs]
    .filter((text) => /nan|undefined|null|\[object/i.test(text))
    .reduce((rest, text) => rest.replaceAll(text, 'X'), sentence);
}

describe('a body', () => {
  const readers = Object.entries({ ...alertBodies, ...anomalyBodies }).filter(([name]) => /^read/.test(name));

  it.each(readers)('in %s is read, or is a failure', (_, read) => {
    fc.assert(
      fc.property(anyJson, (body) => {
        try {
          expect(JSON.stringify((read as (body: unknown) => unknown)(body))).not.toMatch(/native code|\[object /);
        } catch (error) {
          expect(error).toBeInstanceOf(ServiceFailure);
        }
      }),
      { numRuns: RUNS }
    );
  });

  it('with metric data or a forecast gives points in time order, finite or absent', () => {
    fc.assert(
      fc.property(anyJson, (body) => {
        for (const columns of [
          decodeMetricData(body).columns,
          decodeMetricData({ data: body }).columns,
          decodeForecast(body).columns,
        ]) {
          const times = Array.from(columns?.time ?? []);
          expect(times.every((time, i) => Number.isFinite(time) && (i === 0 || time > times[i - 1]))).toBe(true);
          expect(times).toHaveLength(columns?.length ?? 0);
          const values = [columns?.smoothened, ...(columns?.edges ?? [])].flatMap((one) => [...(one ?? [])]);
          expect(values.every((value) => Number.isNaN(value) || Number.isFinite(value))).toBe(true);
        }
      }),
      { numRuns: RUNS }
    );
  });

  it('with a failure becomes a sentence', () => {
    const error = fc.record(
      {
        status: fc.oneof(fc.integer({ min: 0, max: 700 }), anyJson),
        statusText: anyJson,
        data: anyJson,
        name: anyJson,
      },
      { requiredKeys: [] }
    );
    fc.assert(
      fc.property(fc.oneof(error, anyJson), (failed) => {
        const { message } = withSentence(failureOf(failed), { dataSource: 'Anomalies', path: '/v2/alerts' });
        expect(message.length).toBeLessThan(700);
        expect(message).toMatch(/^\S.{20}/);
        expect(ours(message)).not.toMatch(/\[object|undefined|native code/);
      }),
      { numRuns: RUNS }
    );
  });

  it('with long numbers keeps their digits, and is otherwise like the result of JSON.parse', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        const holdsLong = /\d{16}/.test(text);
        expect(holdsLong ? null : parseExact(text)).toEqual(holdsLong ? null : JSON.parse(text));
      }),
      { numRuns: RUNS }
    );
  });
});

describe.each(allDescriptors().map(({ model: { queryType } }) => queryType))('%s', (queryType) => {
  const variants = allVariants().filter(({ query }) => query.queryType === queryType);

  startTestsAt(NOW);

  it('accepts any JSON, and correct answers with any change, and returns frames that can be drawn', async () => {
    const { service, ask } = wholePanel();
    const body = fc.oneof(
      { weight: 4, arbitrary: harms.map((all) => ({ all, any: undefined as unknown })) },
      { weight: 1, arbitrary: anyJson.map((any) => ({ all: [] as Harm[], any })) }
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...variants), body, async ({ query }, { all, any }) => {
        service.calls.length = 0;
        const theirs = new Set<string>();
        service.body = (call) => {
          const given = all.length > 0 ? harmed(trueAnswer(call), all) : any;
          textsIn(given).forEach((text) => theirs.add(text));
          return given;
        };
        // Data that was read is reused, so each case starts a minute later.
        const { answer, asked } = await ask(query, Date.now() + 60_000);
        expect(asked.failure).toBeUndefined();
        expect(asked.finished).toBe(true);
        expect(flawsOfFrames((answer?.data ?? []) as DataFrame[])).toEqual([]);
        expect(saidBy(answer!).flatMap((text) => flawsOf(ours(without(theirs, text))))).toEqual([]);
      }),
      { numRuns: WHOLE_RUNS }
    );
  });
});
