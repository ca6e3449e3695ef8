/** Milliseconds, or text like `48h`. */
export type Duration = number | string;

/**
 * Unusual behavior of this service. None of it is a failure: the interface leaves it open, or a service may do it. See the
 * descriptions of the fields below.
 */
export interface Quirk {
  series?: string;
  step?: '15m' | '60m' | '1h';
  finer?: 'refused' | 'coarser';
  tellGranularity?: 'answered' | 'asked' | 'nothing';
  tellSource?: boolean;
  jitter?: number;
  late?: Duration | [Duration, Duration];
  missing?: number;
  daily?: boolean;
  bandless?: number;
  numbersAsText?: boolean;
  timesAsText?: boolean;
  window?: 'closed' | 'openStart' | 'openEnd' | 'open';
  maxWindow?: Duration;
  maxFineWindow?: Duration;
  fineFor?: Duration;
  refuseAggregation?: string | string[];
  refuseGranularity?: string | string[];

  exploreBy?: 'active' | 'began' | 'ended';
  moves?: number;
  total?: 'right' | 'low' | 'high' | 'page' | 'absent';
  nullTimes?: number;
  unknownWords?: number;
  nameless?: number;
  oddIds?: boolean;
  bigIds?: boolean;
  events?: number | 'numbered';
  'v1-only'?: boolean;
  metricsOnRequest?: boolean;
}

type Described<K extends keyof Quirk> = Readonly<Record<K, string>>;

/** The fields about metric data, which can be limited to some series. */
export const ofMetricData = {
  series: 'the series that the others of the same quirk are for: a regular expression on <nodeId>:<metricId>',
  step: 'stored at 15m, 60m (or 1h): nothing finer is answered, by v2 neither',
  finer: 'a granularity finer than the source is refused (the default), or answered coarser',
  tellGranularity: 'v1 tells the granularity it answered (the default), the one that was asked, or nothing',
  tellSource: 'false: v1 leaves sourceGranularity out',
  jitter: 'timestamps are off by up to that many milliseconds; below 1: that share of a step',
  late: 'points come that late after their step; from and to: stretches of eight at a time, so that holes fill later',
  missing: 'that share of the points is not there',
  daily: 'only the points at midnight (UTC) are there: one a day',
  bandless: 'in that share of the stretches bands are null or absent, in each way in turn',
  numbersAsText: 'values and edges are text',
  timesAsText: 'timestamps are epoch milliseconds as text',
  window: 'closed (the default: points at from and to count), openStart, openEnd, open',
  maxWindow: 'longest window (14d)',
  maxFineWindow: 'longest window where 1m is asked for (48h)',
  fineFor: '1m is kept that long; asked for older it is refused',
  refuseAggregation: 'aggregations that are refused with 400, one or a list',
  refuseGranularity: 'granularities that are refused with 400, one or a list',
} as const satisfies Partial<Described<keyof Quirk>>;

export const ofAlerts = {
  exploreBy: "the search's from and to take the alerts that were active (the default), began, or ended between them",
  moves: 'so many new rows stand at the top of a list at each further page',
  total: 'right (the default), low (half), high (double), page (that of the page), absent',
  nullTimes: 'that share of the rows of the search has no firstSeenAt, no lastSeenAt, or neither',
  unknownWords: 'that share of impacts, severities and types is critical, constructor, __proto__ or toString',
  nameless: 'that share of the names of nodes, metrics and systems is null or absent',
  oddIds: 'ids of alerts have slashes, spaces, markup and escapes in them',
  bigIds: 'ids of nodes lie beyond 2^53',
  events: 'every alert has at least so many events; numbered: the id of an event is that of its alert and a number',
  'v1-only': 'every path of v2 is a 404',
  metricsOnRequest: 'anomalies have metrics only with with-metrics',
} as const satisfies Partial<Described<keyof Quirk>>;

/** Every field with its effect, as in the help and README. */
export const quirkNames: Described<keyof Quirk> = { ...ofMetricData, ...ofAlerts };
