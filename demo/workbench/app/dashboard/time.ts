import {
  dateMath,
  dateTime,
  isDateTime,
  type RawTimeRange,
  rangeUtil,
  type TimeRange,
  type UrlQueryMap,
} from '@grafana/data';

/** A range as in an address or a dashboard (`now-6h`, ISO 8601, epoch milliseconds), evaluated now. */
export function rangeOf(from: string, to: string): TimeRange {
  return rangeUtil.convertRawToRange({ from: moment(from), to: moment(to) });
}

function moment(text: string): RawTimeRange['from'] {
  if (/^-?\d+$/.test(text)) {
    return dateTime(Number(text));
  }
  return dateMath.isMathString(text) ? text : dateTime(text);
}

/** The range in an address. Missing and invalid ends are replaced. */
export function rangeInAddress(address: UrlQueryMap, fallback: { from: string; to: string }): TimeRange {
  const { from, to } = { ...fallback, ...address };
  const range = rangeOf(String(from), String(to));
  return range.from.isValid() && range.to.isValid() ? range : rangeOf(fallback.from, fallback.to);
}

/** The range for an address: relative ends stay relative, others are ISO 8601. */
export function rangeForAddress({ from, to }: RawTimeRange): { from: string; to: string } {
  const end = (time: RawTimeRange['from']) => (isDateTime(time) ? time.toISOString() : String(time));
  return { from: end(from), to: end(to) };
}

/** A relative range, evaluated again. */
export function again(range: TimeRange): TimeRange {
  return rangeUtil.convertRawToRange(range.raw);
}

/** A range by its ends in epoch milliseconds. */
export function absolute(from: number, to: number): TimeRange {
  const [start, stop] = [from, to].map((time) => dateTime(Math.round(time)));
  return { from: start, to: stop, raw: { from: start, to: stop } };
}
