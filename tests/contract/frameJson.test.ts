import { type DataFrame } from '@grafana/data';
import { startTestsAt } from '../support/clock';
import { wholePanel } from '../support/faultMatrix';
import { STORY } from '../support/trueAnswers';
import { allVariants } from '../support/variants';

/** Snapshots, library panels, and shared links store frames as JSON. Such frames look the same. */
startTestsAt(STORY);

it.each(allVariants())('$name draws the same from JSON', async ({ query }) => {
  const { answer } = await wholePanel().ask(query, STORY);
  const frames: DataFrame[] = answer?.data ?? [];
  expect(frames.flatMap((frame) => lossesOf(frame, frame.name ?? ''))).toEqual([]);
});

it('finds changes through JSON', () => {
  const values = {
    a: -Infinity,
    b: [undefined],
    c: Float64Array.of(1),
    d: () => 1,
    links: [{ onClick: () => 1 }],
    e: new Map(),
  };
  expect(lossesOf(values, 'x')).toEqual([
    'x.a is -Infinity',
    'x.b.0 is undefined',
    'x.c is no plain object or array',
    'x.d is a function',
    'x.e is no plain object or array',
  ]);
});

/** Where JSON changes a value. A snapshot may lose links. */
function lossesOf(value: unknown, place: string): string[] {
  if (typeof value === 'number') {
    return Number.isFinite(value) ? [] : [`${place} is ${value}`];
  }
  if (typeof value === 'function') {
    return [`${place} is a function`];
  }
  if (typeof value !== 'object' || value === null) {
    return [];
  }
  if (Array.isArray(value)) {
    return value.flatMap((one: unknown, i) =>
      one === undefined ? [`${place}.${i} is undefined`] : lossesOf(one, `${place}.${i}`)
    );
  }
  if (Object.getPrototypeOf(value) !== Object.prototype) {
    return [`${place} is no plain object or array`];
  }
  return Object.entries(value).flatMap(([key, one]) => (key === 'links' ? [] : lossesOf(one, `${place}.${key}`)));
}
