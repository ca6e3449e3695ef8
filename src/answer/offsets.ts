import { type DataFrame, type Field, FieldType, systemDateFormats } from '@grafana/data';
import { isSteady, repeats } from '../time/clock';
import { DAY } from '../settings';

/** The width of an offset next to a time, in pixels. */
const OFFSET_WIDTH = 55;

/** Grafana's unit for a time: its own format, or a column's. */
const WRITTEN = /^time:(?=.*[Hh])/;

/**
 * The frames, with offsets next to the times in tables if two rows could show the same time: when clocks go back, an hour
 * is repeated. All rows of a column have the same format.
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

/** Returns a function that checks that no clock goes back near a time. One check serves a whole day. */
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
