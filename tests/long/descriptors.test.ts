import fc from 'fast-check';
import { allDescriptors, completed, isComplete, lineOf } from '../../src/families/families';
import { defaultsOf } from '../support/variants';
import { type AnomalyQuery } from '../../src/ground/query';
import { anyJson } from '../support/anyJson';
import { casesOf } from '../support/long';

/** Whatever a dashboard stores becomes a query of its type and shape, and survives a round trip. */
const RUNS = casesOf(10_000);

describe.each(allDescriptors().map((descriptor) => ({ ...descriptor, type: descriptor.model.queryType })))(
  '$type',
  ({ model }) => {
    const fields = Object.keys(model.fields);
    const stored: fc.Arbitrary<AnomalyQuery> = fc
      .record(
        Object.fromEntries(
          [...fields, 'version', 'filters', 'unknown', 'granularity'].map((field) => [field, anyJson])
        ),
        { requiredKeys: [] }
      )
      .map((query) => ({ ...query, refId: 'A', queryType: model.queryType }));

    it('is completed once, and stays the same through JSON', () => {
      fc.assert(
        fc.property(stored, (query) => {
          const before = JSON.stringify(query);
          const once = completed(query);
          expect(completed(once as unknown as AnomalyQuery)).toEqual(once);
          expect(completed(JSON.parse(JSON.stringify(once)))).toEqual(completed(once as unknown as AnomalyQuery));
          expect(JSON.stringify(query)).toBe(before);
        }),
        { numRuns: RUNS }
      );
    });

    it('has every field in the type of its default, keeps unknown fields, and has a summary', () => {
      const fallbacks = defaultsOf(model);
      fc.assert(
        fc.property(stored, (query) => {
          const whole = completed(query) as unknown as Record<string, unknown>;
          for (const field of fields) {
            const shape = model.fields[field].kind;
            const types = { text: 'string', choice: 'string' } as const;
            if (shape === 'list' || (shape === 'texts' && Array.isArray(whole[field]))) {
              expect((whole[field] as unknown[]).every((item) => typeof item === 'string')).toBe(true);
            } else if (shape === 'number' || shape === 'texts') {
              expect(['number', 'string']).toContain(typeof whole[field]);
            } else if (shape === 'flag') {
              // A flag can contain a variable.
              expect(['boolean', 'string']).toContain(typeof whole[field]);
            } else {
              expect(typeof whole[field]).toBe(types[shape]);
            }
          }
          expect(whole.unknown).toEqual(query.unknown);
          expect(Object.keys(fallbacks).every((field) => Object.hasOwn(whole, field))).toBe(true);
          expect(typeof isComplete(query)).toBe('boolean');
          expect(lineOf(query)).not.toMatch(/\[object|native code|undefined/);
        }),
        { numRuns: RUNS }
      );
    });
  }
);
