import { type DataFrame, FieldType } from '@grafana/data';
import { countBy, groupBy, sortBy, uniq } from 'lodash';
import { down, type Span } from '../time/spans';
import { autoBucket, BUCKETS } from './buckets';
import { levelOf } from './eventLogs';
import { type EventRow } from '../filters/selectEvents';

/** The number of bars that fit into a log volume of 1000 pixels. */
const MOST_BARS = 60;

/** Events counted by level: a frame per level, as in Explore's log volume. Rows without a time are not log lines. */
export function eventVolume(rows: readonly EventRow[], range: Span, changes: boolean): DataFrame[] {
  const width = barWidth(range);
  const lines = rows.flatMap(({ event, metric }) =>
    event.time === null
      ? []
      : { time: down(event.time, width), level: levelOf({ event, metric: changes ? metric : null }) }
  );
  const times = sortBy(uniq(lines.map(({ time }) => time)));
  // Even without bars, there is a frame for notices.
  const levels = lines.length > 0 ? Object.entries(groupBy(lines, 'level')) : [['unknown', lines] as const];
  return levels.map(([level, own]) => {
    const counts = countBy(own, 'time');
    const values = times.map((time) => counts[time] ?? 0);
    return {
      name: level,
      length: times.length,
      fields: [
        { name: 'Time', type: FieldType.time, config: { interval: width }, values: times },
        { name: 'Value', type: FieldType.number, labels: { level }, config: {}, values },
      ],
    };
  });
}

/** A readable width: the interface's bucket that fits, or a fraction of its finest one. */
function barWidth({ from, to }: Span): number {
  const fine = [10_000, 60_000, 300_000].find((width) => (to - from) / width <= MOST_BARS);
  return fine ?? BUCKETS[autoBucket(to - from, MOST_BARS)];
}
