import { type DataFrame, FieldType } from '@grafana/data';
import { countBy, groupBy, sortBy, uniq } from 'lodash';
import { down, type Span } from '../time/spans';
import { autoBucket, BUCKETS } from './buckets';
import { levelOf } from './eventLogs';
import { type EventRow } from './eventTable';

/** Bars that a log volume of 1000 pixels shows without touching. */
const MOST_BARS = 60;

/** Events counted by level: a frame per level, as Explore's log volume wants it. Rows without a time are no log lines. */
export function eventVolume(rows: readonly EventRow[], range: Span, changes: boolean): DataFrame[] {
  const width = barWidth(range);
  const lines = rows.flatMap(({ event, metric }) =>
    event.time === null
      ? []
      : { time: down(event.time, width), level: levelOf({ event, metric: changes ? metric : null }) }
  );
  const times = sortBy(uniq(lines.map(({ time }) => time)));
  // Without bars there is still a frame, for notices.
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

/** A width that reads well: the bucket of the interface that fits, or below its finest a part of it. */
function barWidth({ from, to }: Span): number {
  const fine = [10_000, 60_000, 300_000].find((width) => (to - from) / width <= MOST_BARS);
  return fine ?? BUCKETS[autoBucket(to - from, MOST_BARS)];
}
