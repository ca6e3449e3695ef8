import {
  dateMath,
  dateTime,
  isDateTime,
  type RawTimeRange,
  rangeUtil,
  type TimeRange,
  type UrlQueryMap,
} from '@grafana/data';

/** A range as the address or a dashboard holds it (`now-6h`, ISO 8601, epoch milliseconds), evaluated now. */
export function rangeOf(from: string, to: string): TimeRange {
  return rangeUtil.convertRawToRange({ from: moment(from), to: moment(to) });
}

function moment(text: string): RawTimeRange['from'] {
  if (/^-?\d+$/.test(text)) {
    return dateTime(Number(text));
  }
  return dateMath.isMathString(text) ? text : dateTime(text);
}

/** The range in an address, each end where it is given and means something. */
export function rangeInAddress(address: UrlQueryMap, fallback: { from: string; to: string }): TimeRange {
  const from = given(address.from) ?? fallback.from;
  const to = given(address.to) ?? fallback.to;
  const range = rangeOf(from, to);
  return range.from.isValid() && range.to.isValid() ? range : rangeOf(fallback.from, fallback.to);
}

/** The range for an address: relative ends stay relative, others are ISO 8601. */
export function rangeForAddress({ from, to }: RawTimeRange): { from: string; to: string } {
  return { from: end(from), to: end(to) };
}

/** A relative range, evaluated anew. */
export function again(range: TimeRange): TimeRange {
  return rangeUtil.convertRawToRange(range.raw);
}

export function absolute(from: number, to: number): TimeRange {
  const [start, stop] = [dateTime(from), dateTime(to)];
  return { from: start, to: stop, raw: { from: start, to: stop } };
}

/**
 * The range of a panel with a time of its own (`24h` is the last one, `+24h` the next), where the dashboard's is relative;
 * with what the panel's head says of it.
 */
export function panelRange(range: TimeRange, timeFrom?: string | null): { range: TimeRange; info?: string } {
  if (!timeFrom || !rangeUtil.isRelativeTimeRange(range.raw)) {
    return { range };
  }
  const { from, to, display, invalid } = rangeUtil.describeTextRange(timeFrom);
  return invalid ? { range, info: 'invalid time override' } : { range: rangeOf(from, to), info: display };
}

/** Twice the span around the same middle. */
export function zoomedOut(range: TimeRange): TimeRange {
  const [from, to] = [range.from.valueOf(), range.to.valueOf()];
  const half = (to - from) / 2 || 15_000;
  return absolute(from - half, to + half);
}

/** Half a span to the left (-1) or right (1). */
export function moved(range: TimeRange, direction: 1 | -1): TimeRange {
  const [from, to] = [range.from.valueOf(), range.to.valueOf()];
  const step = (direction * (to - from)) / 2;
  return absolute(from + step, to + step);
}

function given(value: UrlQueryMap[string]): string | undefined {
  const text = [value].flat()[0];
  return text === undefined || text === null || text === '' || text === true ? undefined : String(text);
}

function end(time: RawTimeRange['from']): string {
  return isDateTime(time) ? time.toISOString() : String(time);
}
