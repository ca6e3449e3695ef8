import { type Observable } from 'rxjs';
import { type Alert } from '../service/alerts';
import { type Paged } from '../service/paging';
import { type Span } from '../time/span';
import { type Course } from './course';

/** The filters of the explore list; empty ones are not sent. */
export interface AlertFilter {
  q?: string;
  nodeId?: string;
  metricId?: string;
  impact?: string;
  minScore?: string;
}

/** A moment or a range, in epoch milliseconds. */
export type SearchTime = { at: number } | Span;

/** What the longer questions (`readActive`, `readSimilar`) ask of the book; see `AlertBook`. */
export interface AlertReads {
  list(at?: number): Observable<Alert[]>;
  single(id: string, at?: number): Observable<Alert>;
  search(time: SearchTime, filter?: AlertFilter): Observable<Paged<Alert>>;
  readCourses(alerts: readonly Alert[], options?: { most?: number; turn?: number }): Observable<number>;
  courseOf(id: string): Course | null;
}
