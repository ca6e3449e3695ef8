import { type Observable } from 'rxjs';
import { type Alert } from '../service/alerts';
import { type Rank } from '../service/client';
import { type Paged } from '../service/paging';
import { type Span } from '../time/spans';
import { type Course } from './course';
import { type Timeline } from './timeline';

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

/** Which courses are read: how many new ones, when the requests go out, and whether beyond five pages of events. */
export interface CourseOptions {
  most?: number;
  rank?: Rank;
  isWhole?: boolean;
}

/** What the longer questions (`readActive`, `readSimilar`) ask of the book; see `AlertBook`. */
export interface AlertReads {
  decorating(): AlertReads;
  list(at?: number): Observable<Alert[]>;
  single(id: string, at?: number): Observable<Alert>;
  search(time: SearchTime, filter?: AlertFilter): Observable<Paged<Alert>>;
  events(id: string): Observable<Timeline>;
  readCourses(alerts: readonly Alert[], options?: CourseOptions): Observable<number>;
  courseOf(id: string): Course | null;
}
