import { type AnomalyQuery } from '../../src/ground/query';
import { type StoredSettings } from '../../src/ground/settings';
import { type Listed, type Loss } from '../support/losses';
import { type Reading, type WorldAlert } from '../support/world/truth';

/** How a request can fail. */
export type FaultName = '500' | '503' | '429' | '504' | 'html' | 'lost' | 'hang' | 'unreadable';

/** What a panel shows. */
export interface Shown {
  query: Partial<AnomalyQuery>;
  /** Further queries of the same panel. */
  more?: Array<Partial<AnomalyQuery>>;
  inExplore?: boolean;
}

/** An ad hoc filter. */
export interface Filter {
  key: string;
  operator: string;
  value: string;
  values?: string[];
}

/** The variables of a dashboard by the query field that they can replace, with all their values. The first is chosen. */
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
  /** Zooms in or out. The ends are shares of the time range. */
  | { do: 'zoom'; left: number; right: number }
  /** The dashboard's ad hoc filters, from now on. */
  | { do: 'filter'; filters: Filter[] }
  /** A variable of the dashboard. Without values, it is empty. */
  | { do: 'variable'; name: keyof typeof VARIABLES; value: string[] }
  /** Requests all panels again, without waiting. */
  | { do: 'refresh' }
  | { do: 'pass'; seconds: number }
  /** The clock jumps, and no timer fires meanwhile. */
  | { do: 'sleep'; hours: number }
  | { do: 'begin'; alert: string; seed: number }
  | { do: 'event'; alert: string; seed: number }
  | { do: 'end'; alert: string }
  /** The newest event of an active alert changes, or is withdrawn. */
  | { do: 'correct'; alert: string; seed: number }
  | { do: 'withdraw'; alert: string }
  /** Requests fail if their operation's path contains this. `times` limits how many fail. */
  | { do: 'fault'; what: FaultName; on: string; times?: number }
  | { do: 'lose'; listed: Listed; loss: Loss }
  /** Answers take up to this many milliseconds, and overtake each other. */
  | { do: 'slow'; most: number }
  | { do: 'heal' }
  | { do: 'settings'; jsonData: StoredSettings }
  /** Save & test. */
  | { do: 'test' }
  /** Requests all panels again, and compares them with a fresh page when they are Done. */
  | { do: 'look' };

/** A trace: a world by its seed, and what happens in it. */
export interface Trace {
  seed: number;
  /** Differences from the seed's world. */
  reading?: Partial<Reading>;
  alerts?: WorldAlert[];
  /** Whether each panel is compared with a fresh page of its own. The default is one for all. */
  apart?: boolean;
  steps: Step[];
}
