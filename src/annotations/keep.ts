import { type QueryResultMetaNotice } from '@grafana/data';
import { cutNotice, type CutRows } from '../answer/listNotices';

/** The rows that the limit leaves, and a notice where it cut. */
export interface Kept<T> {
  rows: T[];
  notices: QueryResultMetaNotice[];
}

/** @param bySeverity order for `sort`, most severe first */
export function keepMostSevere<T>(rows: readonly T[], limit: number, bySeverity: (a: T, b: T) => number): Kept<T> {
  return keep(rows, limit, bySeverity, 'most severe');
}

/** Of rows of one time the first ones are the newest. */
export function keepNewest<T extends { time: number }>(rows: readonly T[], limit: number): Kept<T> {
  return keep(rows, limit, (a, b) => b.time - a.time, 'newest');
}

function keep<T>(rows: readonly T[], limit: number, order: (a: T, b: T) => number, which: CutRows): Kept<T> {
  const most = Math.max(0, Math.floor(limit));
  return rows.length <= most
    ? { rows: [...rows], notices: [] }
    : { rows: [...rows].sort(order).slice(0, most), notices: [cutNotice(most, rows.length, which)] };
}
