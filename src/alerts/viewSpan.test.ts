import { FieldType, toDataFrame } from '@grafana/data';
import { HOUR, MINUTE } from '../settings';
import { withViewSpan } from './viewSpan';

const NOW = Date.UTC(2026, 10, 21, 12);
const time = (name: string, values: Array<number | null>) => ({ name, type: FieldType.time, values });

function views(firstSeenAt: number | null, lastSeenAt: number | null, active: boolean | null, isPast = false) {
  const table = toDataFrame({
    fields: [
      time('firstSeenAt', [firstSeenAt]),
      time('lastSeenAt', [lastSeenAt]),
      { name: 'active', values: [active] },
    ],
  });
  const [from, to] = withViewSpan(table, NOW, isPast).fields.slice(-2);
  expect([from.name, to.name]).toEqual(['viewFrom', 'viewTo']);
  return [from.values[0], to.values[0]];
}

const text = (at: number) => String(at);

test('an alert that is over is seen over its time with a margin', () => {
  const [began, ended] = [NOW - 20 * HOUR, NOW - 12 * HOUR];
  expect(views(began, ended, false)).toEqual([text(began - 2 * HOUR), text(ended + 2 * HOUR)]);
});

test('one that goes on is seen until now, whenever that is', () => {
  expect(views(NOW - 8 * HOUR, NOW - MINUTE, true)).toEqual([text(NOW - 10 * HOUR), 'now']);
  expect(views(NOW - 8 * HOUR, NOW - MINUTE, true, true)).toEqual([text(NOW - 10 * HOUR), text(NOW)]);
});

test('no margin reaches beyond now, and a time that is not known is now', () => {
  expect(views(NOW - HOUR, NOW - MINUTE, false)[1]).toBe(text(NOW));
  expect(views(null, null, null)).toEqual([text(NOW - 30 * MINUTE), text(NOW)]);
});
