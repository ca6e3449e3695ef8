import { type DataFrame, FieldType } from '@grafana/data';
import { type Span } from '../time/spans';
import { autoBucket, BUCKETS } from './buckets';
import { type EventRows } from './eventTable';
import { levelOfLine } from './eventWords';

/** How many of a level lie in the bucket that begins at `time` (epoch milliseconds). */
interface Count {
  time: number;
  level: string;
  count: number;
}

/** Bars that a log volume of 1000 pixels holds without touching. */
const MOST_BARS = 60;

/** The events in the range counted by level: the log volume. */
export function eventVolume({ rows }: EventRows, range: Span, changes: boolean): DataFrame[] {
  const width = barWidth(range);
  const counts = rows.flatMap(({ event, metric }) =>
    event.time !== null && event.time >= range.from && event.time <= range.to
      ? [{ time: Math.floor(event.time / width) * width, level: levelOfLine(event, changes ? metric : null), count: 1 }]
      : []
  );
  return levelFrames(counts, width);
}

/** A frame per level, as Explore's log volume wants it: the level stands in the number field's labels. */
function levelFrames(counts: readonly Count[], width: number): DataFrame[] {
  const levels = [...new Set(counts.map(({ level }) => level))];
  const times = [...new Set(counts.map(({ time }) => time))].sort((a, b) => a - b);
  return levels.map((level) => {
    const byTime = new Map(times.map((time) => [time, 0]));
    for (const { time, count } of counts.filter((one) => one.level === level)) {
      byTime.set(time, (byTime.get(time) ?? 0) + count);
    }
    return {
      name: level,
      length: times.length,
      fields: [
        { name: 'Time', type: FieldType.time, config: { interval: width }, values: times },
        { name: 'Value', type: FieldType.number, labels: { level }, config: {}, values: [...byTime.values()] },
      ],
    };
  });
}

/** A width that reads well: the bucket of the interface that fits, or below its finest a part of it. */
function barWidth({ from, to }: Span): number {
  const span = to - from;
  const fine = [10_000, 60_000, 300_000].find((width) => span / width <= MOST_BARS);
  return fine ?? BUCKETS[autoBucket(span, MOST_BARS)];
}
