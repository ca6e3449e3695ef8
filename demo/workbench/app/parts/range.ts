import { dateMath, dateTime, rangeUtil, type TimeRange } from '@grafana/data';

/** A range as in an address or a dashboard (`now-6h`, ISO 8601, epoch milliseconds), evaluated now. */
export function rangeOf(from: string, to: string): TimeRange {
  const end = (text: string) => {
    const time = /^-?\d+$/.test(text) ? Number(text) : text;
    return dateMath.isMathString(text) ? text : dateTime(time);
  };
  return rangeUtil.convertRawToRange({ from: end(from), to: end(to) });
}

/** A range for an address: relative ends stay relative, others are epoch milliseconds. */
export function inAddress({ raw: { from, to } }: TimeRange): { from: string; to: string } {
  return { from: String(from.valueOf()), to: String(to.valueOf()) };
}

/** A range by its ends in epoch milliseconds. */
export function absolute(from: number, to: number): TimeRange {
  return rangeOf(String(Math.round(from)), String(Math.round(to)));
}
