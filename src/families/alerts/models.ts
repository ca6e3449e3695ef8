import { BY_ALERTS, BY_EVENT, BY_PLUGIN, BY_SEARCH } from '../../ground/filtering';
import { DEFAULT_ROWS, model, type QueryOf } from '../../ground/query';
import { NAMES } from '../../ground/names';
import { choice, flag, isFilled, list, number, text, texts } from '../../ground/shapes';

type BucketChoice = 'auto' | '15m' | '1h' | '4h' | '1d';

/** Selects alerts for a search, a count, or the events of all alerts. */
const SEARCHED = {
  /** The service's search text. */
  q: text(),
  nodeId: texts(),
  metricId: texts(),
};

export const ALERTS = model(
  'alerts',
  {
    /** Empty: the list. */
    alertId: texts(),
    /** Point in time: ISO 8601, epoch milliseconds, date math, or a variable. Empty: now. */
    at: text(),
    /** One row per alert metric instead of one per alert. */
    metrics: flag(false),
    /** `counts`: the number of active alerts by impact. */
    format: choice('table', 'counts'),
  },
  { filtering: () => BY_PLUGIN }
);

export const ALERT_EVENTS = model(
  'alertEvents',
  {
    /** Empty: the alerts that were active in the range, selected by `q`, `nodeId`, and `metricId`. */
    alertId: texts(),
    ...SEARCHED,
    ...NAMES,
    /** Empty: all. Only applies with an `alertId`. */
    sequence: texts(),
    /** One row per change instead of one per event. */
    changes: flag(false),
    format: choice('table', 'logs', 'states'),
    limit: number(DEFAULT_ROWS),
  },
  {
    // Filters compare rows, and states have none.
    filtering: ({ alertId, format }) => {
      if (isFilled(alertId)) {
        return format === 'states' ? undefined : BY_PLUGIN;
      }
      return format === 'states' ? BY_ALERTS : BY_EVENT;
    },
  }
);

export const ALERT_SEARCH = model(
  'alertSearch',
  {
    ...SEARCHED,
    ...NAMES,
    /** Empty: all. */
    impact: list(),
    /** A number as text, or a variable. Empty: not sent. */
    minScore: text(),
    /** Empty: the panel's range is searched. */
    at: text(),
    limit: number(DEFAULT_ROWS),
    /** An alert ID: only finds alerts that began before it and had its first metric. */
    like: texts(),
    /** The search begins at least this long before the end of the time range, such as `90d`. */
    lookBack: text(),
    /** With `like`: how the three newest ended. */
    ended: flag(false),
    /** Excluded alerts. */
    besides: texts(),
    /** Empty: all. */
    state: choice('', 'active', 'ended'),
    /** Which rows come first. Empty: the most severe. */
    sort: choice('', 'newest', 'longest'),
    /** How often the first metric of active alerts alerted before. */
    earlier: flag(false),
    /** Incidents: the values of the first metric, and how far it is from its corridors. */
    distance: flag(false),
    /** `incidents`: one row per incident. */
    format: choice('table', 'incidents'),
  },
  { filtering: () => BY_SEARCH }
);

export const ALERT_COUNTS = model(
  'alertCounts',
  {
    bucket: text<BucketChoice>('auto'),
    ...SEARCHED,
  },
  {
    // The service counts, so there are no rows to compare.
    filtering: () => ({ onlyService: ['node', 'metric', 'text'] }),
  }
);

export type AlertsQuery = QueryOf<typeof ALERTS>;
export type AlertEventsQuery = QueryOf<typeof ALERT_EVENTS>;
export type AlertSearchQuery = QueryOf<typeof ALERT_SEARCH>;
export type AlertCountsQuery = QueryOf<typeof ALERT_COUNTS>;

declare module '../../ground/query' {
  interface QueryModels {
    alerts: typeof ALERTS;
    alertEvents: typeof ALERT_EVENTS;
    alertSearch: typeof ALERT_SEARCH;
    alertCounts: typeof ALERT_COUNTS;
  }
}
