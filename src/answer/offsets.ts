import { type DataFrame, type Field, FieldType, systemDateFormats } from '@grafana/data';
import { isSteady, repeats } from '../time/clock';
import { DAY } from '../settings';

/** What an offset takes next to a time, in pixels. */
const OFFSET_WIDTH = 55;

/** Grafana's way of writing a time: its own format, or one of a column. */
const WRITTEN = /^time:(?=.*[Hh])/;

/**
 * The frames, whose tables show offsets next to times where two rows could show one time: when clocks go back, an hour
 * repeats. A column is alike in all its rows.
 */
export function withOffsets(frames: readonly DataFrame[], timeZone: string): DataFrame[] {
  const isQuiet = quietDays(timeZone);
  const hasTwofold = ({ values }: Field) =>
    values.some((time: unknown) => typeof time === 'number' && !isQuiet(time) && repeats(time, timeZone));
  return frames.map((frame) => {
    if (frame.meta?.preferredVisualisationType !== 'table') {
      return frame;
    }
    const fields = frame.fields.map((field) => (isClock(field) && hasTwofold(field) ? withOffset(field) : field));
    return fields.every((field, i) => field === frame.fields[i]) ? frame : { ...frame, fields };
  });
}

/** Answers whether no clock is set back near a time; one look serves a whole day. */
function quietDays(timeZone: string): (time: number) => boolean {
  const quiet = new Map<number, boolean>();
  return (time) => {
    const day = Math.floor(time / DAY);
    const known = quiet.get(day) ?? isSteady(day * DAY, (day + 1) * DAY, timeZone);
    quiet.set(day, known);
    return known;
  };
}

function isClock({ type, config: { unit } }: Field): boolean {
  return type === FieldType.time && (unit === undefined || WRITTEN.test(unit));
}

function withOffset(field: Field): Field {
  const { config } = field;
  const { unit = `time:${systemDateFormats.fullDate}`, custom = {} } = config;
  const width = typeof custom.width === 'number' ? { width: custom.width + OFFSET_WIDTH } : {};
  return { ...field, config: { ...config, unit: `${unit} Z`, custom: { ...custom, ...width } } };
}
