import { type AnomalyQuery } from '../../src/query/query';
import { type StoredSettings } from '../../src/settings';
import { type Listed, type Loss } from '../support/losses';
import { type Reading, type WorldAlert } from '../support/world/truth';

/** What a request can end with instead of an answer. */
export type FaultName = '500' | '503' | '429' | '504' | 'html' | 'lost' | 'hang' | 'unreadable';

/** What a panel is to show. */
export interface Shown {
  query: Partial<AnomalyQuery>;
  /** Further queries of the same panel. */
  more?: Array<Partial<AnomalyQuery>>;
  inExplore?: boolean;
}

/** An ad-hoc filter. */
export interface Filter {
  key: string;
  operator: string;
  value: string;
  values?: string[];
}

/** The variables of a dashboard, by the query's field that they can stand for: all their values, the first of which is chosen. */
export const VARIABLES = {
  alertId: ['a', 'b', 'c', 'd'],
  nodeId: ['12', '13', '14', '15', '16'],
  metricId: ['cpu', 'mem', 'io/wait', 'a:b', 'lag'],
};

/** What happens to a page, or to the service. */
export type Step =
  | ({ do: 'open'; panel: number } & Shown)
  | { do: 'close'; panel: number }
  /** The dashboard's time range, as written. */
  | { do: 'range'; from: string; to: string }
  /** Part of the time range, or more than it, in shares of it. */
  | { do: 'zoom'; left: number; right: number }
  /** The dashboard's ad-hoc filters, from now on. */
  | { do: 'filter'; filters: Filter[] }
  /** A variable of the dashboard; without values it is empty. */
  | { do: 'variable'; name: keyof typeof VARIABLES; value: string[] }
  /** All panels are requested again, without waiting. */
  | { do: 'refresh' }
  | { do: 'pass'; seconds: number }
  /** The clock jumps: no timer fires meanwhile. */
  | { do: 'sleep'; hours: number }
  | { do: 'begin'; alert: string; seed: number }
  | { do: 'event'; alert: string; seed: number }
  | { do: 'end'; alert: string }
  /** The newest event of an active alert changes, or is withdrawn. */
  | { do: 'correct'; alert: string; seed: number }
  | { do: 'withdraw'; alert: string }
  /** Requests of operations whose path contains this fail; `times`: only so many. */
  | { do: 'fault'; what: FaultName; on: string; times?: number }
  | { do: 'lose'; listed: Listed; loss: Loss }
  /** Answers take up to so many milliseconds, and overtake each other. */
  | { do: 'slow'; most: number }
  | { do: 'heal' }
  | { do: 'settings'; jsonData: StoredSettings }
  /** Save & test. */
  | { do: 'test' }
  /** All panels are requested again, and compared with a fresh page once they are Done. */
  | { do: 'look' };

/** A trace: a world by its seed, and what happens. */
export interface Trace {
  seed: number;
  /** What differs from the seed's world. */
  reading?: Partial<Reading>;
  alerts?: WorldAlert[];
  /** Whether each panel is compared with a fresh page of its own, or all with one. */
  apart?: boolean;
  steps: Step[];
}
