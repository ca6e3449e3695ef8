import { type AdHocVariableFilter } from '@grafana/data';
import { omitBy } from 'lodash';
import { ALERT_COUNTS, ALERT_EVENTS, ALERT_SEARCH, ALERTS } from './alerts/models';
import { ANNOTATIONS } from './annotations/models';
import { ANOMALIES } from './anomalies/models';
import { AVAILABILITY } from './availability/models';
import { type LoadRunner, type Request, type Run } from '../table/runner';
import { type Descriptor, type Descriptors } from '../present/descriptor';
import { runRefused } from '../present/runs';
import { DEVIATIONS } from './deviations/models';
import { EXPLAIN } from './explain/models';
import { FORECAST, METRIC } from './metric/models';
import { runMetric } from './metric/runner';
import { withDefault, withoutDefault } from '../ground/defaultQuery';
import {
  displayText,
  type AnomalyQuery,
  complete,
  type Model,
  type QueryOf,
  type QueryType,
  unreadableField,
} from '../ground/query';
import { ALERT_REPORT } from './report/models';
import { type Settings } from '../ground/settings';
import { STORY } from './story/models';
import { VARIABLE } from './variables/models';

/** Texts and editors are in one file, which an editor or the help loads. */
const aboutSeries = () => import(/* webpackChunkName: "about" */ './metric/about');
const aboutAlerts = () => import(/* webpackChunkName: "about" */ './alerts/about');

/** The only family in the first file: a panel with a metric needs no second one. All others are in one file. */
const ofSeries = () => Promise.resolve(runMetric);

/**
 * Descriptors by query type, in the order of the editor's list. This is the only place with all families, and the compiler
 * requires each of them.
 */
export const DESCRIPTORS: Descriptors = {
  metric: { model: METRIC, runner: ofSeries, about: aboutSeries },
  forecast: { model: FORECAST, runner: ofSeries, about: aboutSeries },
  explain: {
    model: EXPLAIN,
    runner: async () => (await import(/* webpackChunkName: "families" */ './explain/runner')).runExplain,
    about: () => import(/* webpackChunkName: "about" */ './explain/about'),
  },
  alerts: {
    model: ALERTS,
    runner: async () => (await import(/* webpackChunkName: "families" */ './alerts/alertsQuery')).runAlerts,
    about: aboutAlerts,
  },
  alertSearch: {
    model: ALERT_SEARCH,
    runner: async () => (await import(/* webpackChunkName: "families" */ './alerts/searchQuery')).runAlertSearch,
    about: aboutAlerts,
  },
  alertCounts: {
    model: ALERT_COUNTS,
    runner: async () => (await import(/* webpackChunkName: "families" */ './alerts/countsQuery')).runAlertCounts,
    about: aboutAlerts,
  },
  alertEvents: {
    model: ALERT_EVENTS,
    runner: async () => (await import(/* webpackChunkName: "families" */ './alerts/eventsQuery')).runAlertEvents,
    about: aboutAlerts,
  },
  story: {
    model: STORY,
    runner: async () => (await import(/* webpackChunkName: "families" */ './story/runner')).runStory,
    about: () => import(/* webpackChunkName: "about" */ './story/about'),
  },
  deviations: {
    model: DEVIATIONS,
    runner: async () => (await import(/* webpackChunkName: "families" */ './deviations/runner')).runDeviations,
    about: () => import(/* webpackChunkName: "about" */ './deviations/about'),
  },
  alertReport: {
    model: ALERT_REPORT,
    runner: async () => (await import(/* webpackChunkName: "families" */ './report/runner')).runAlertReport,
    about: () => import(/* webpackChunkName: "about" */ './report/about'),
  },
  anomalies: {
    model: ANOMALIES,
    runner: async () => (await import(/* webpackChunkName: "families" */ './anomalies/anomaliesQuery')).runAnomalies,
    about: () => import(/* webpackChunkName: "about" */ './anomalies/about'),
  },
  availability: {
    model: AVAILABILITY,
    runner: async () => (await import(/* webpackChunkName: "families" */ './availability/runner')).runAvailability,
    about: () => import(/* webpackChunkName: "about" */ './availability/about'),
  },
  // These two use Grafana's editors for annotations and variables, so they are not in the list.
  annotations: {
    model: ANNOTATIONS,
    runner: async () => (await import(/* webpackChunkName: "families" */ './annotations/runner')).runAnnotations,
  },
  variable: {
    model: VARIABLE,
    runner: async () => (await import(/* webpackChunkName: "families" */ './variables/runner')).runVariables,
  },
};

/** The same without exact types: a descriptor only gets queries of its own type. */
const BY_TYPE = DESCRIPTORS as unknown as Record<QueryType, Descriptor>;

/** All of them, in the order of the record. */
export function allDescriptors(): Descriptor[] {
  return Object.values(BY_TYPE);
}

/** The query's type. A query without one (or with an unknown one) reads metric data. */
export function queryTypeOf({ queryType }: Pick<AnomalyQuery, 'queryType'>): QueryType {
  return isQueryType(queryType) ? queryType : 'metric';
}

export function isQueryType(value: unknown): value is QueryType {
  return typeof value === 'string' && Object.hasOwn(DESCRIPTORS, value);
}

export function descriptorOf(query: Pick<AnomalyQuery, 'queryType'>): Descriptor {
  return BY_TYPE[queryTypeOf(query)];
}

/**
 * The query as it runs, and as its editor shows it. A query about series without node and metric uses those in the
 * settings. Other queries never do, even if Grafana has added them.
 */
export function withSettings(query: AnomalyQuery, settings: Settings): AnomalyQuery {
  return descriptorOf(query).model.ofSeries ? withDefault(query, settings) : withoutDefault(query, settings);
}

/** A query as one line, for Grafana's query history. */
export function lineOf(query: AnomalyQuery): string {
  return displayText(query, descriptorOf(query).model);
}

/** The invalid field of a query, or its type if that is unknown. */
function refusalOf(query: AnomalyQuery): string | undefined {
  const { queryType } = query;
  return queryType && !isQueryType(queryType) ? 'queryType' : unreadableField(query, descriptorOf(query).model);
}

const FIELDS = new Set(allDescriptors().flatMap(({ model }) => Object.keys(model.fields)));

/** The query with every field of its type in its shape, for runners. Fields of other types that it has are left out. */
export function completed(query: AnomalyQuery): QueryOf<Model> {
  const { model } = descriptorOf(query);
  const own = omitBy(query, (_, name) => FIELDS.has(name) && !Object.hasOwn(model.fields, name)) as AnomalyQuery;
  return complete(own, model);
}

/** Whether the query can run. */
export function isComplete(query: AnomalyQuery): boolean {
  return refusalOf(query) !== undefined || (descriptorOf(query).model.isComplete?.(completed(query)) ?? true);
}

/** The request's queries that can run, by their runners. */
export function runsOf({ targets, filters }: Request, settings: Settings): Run[] {
  const runs = new Map<LoadRunner, Run>();
  const queries = targets
    .filter((target) => !target.hide && !refusalOf(target))
    .map((target) => completed(withSettings(withFilters(target, filters), settings)))
    .filter((query) => descriptorOf(query).model.isComplete?.(query) ?? true);
  const refused = targets.flatMap((target) => {
    const field = target.hide ? undefined : refusalOf(target);
    return field ? { ...target, refused: { field, value: target[field] } } : [];
  });
  if (refused.length > 0) {
    // Their fields are not read: each is answered with an error.
    const unread = refused as unknown as Array<QueryOf<Model>>;
    runs.set(REFUSED, { ...newRun(REFUSED, unread[0]), targets: unread });
  }
  for (const query of queries) {
    for (const runner of runnersOf(query)) {
      const run = runs.get(runner) ?? newRun(runner, query);
      run.targets.push(query);
      runs.set(runner, run);
    }
  }
  return [...runs.values()];
}

function newRun(runner: LoadRunner, query: QueryOf<Model>): Run {
  const modelOf = (target: QueryOf<Model>) => descriptorOf(target).model;
  return runner === OVERLAY
    ? { runner, targets: [], modelOf, part: 'overlay' }
    : { runner, targets: [], modelOf, part: partOf(queryTypeOf(query)) };
}

function partOf(type: string): Run['part'] {
  return type === 'annotations' || type === 'variable' ? type : 'panel';
}

/** The query with the dashboard's ad hoc filters in addition to its own. */
export function withFilters(query: AnomalyQuery, filters: AdHocVariableFilter[] = []): AnomalyQuery {
  const stored: unknown[] = Array.isArray(query.filters) ? query.filters : [];
  return filters.length === 0 ? query : { ...query, filters: [...stored, ...filters] };
}

/**
 * The runners of a completed query: its type's, and for a metric query with an overlay the one that draws it, from another
 * family.
 */
export function runnersOf(query: QueryOf<Model>): LoadRunner[] {
  const { runner } = descriptorOf(query);
  const isDrawn = query.queryType === 'metric' && !['', 'none', 'outside'].includes(String(query.overlay));
  return isDrawn ? [runner, OVERLAY] : [runner];
}

/** It only gets queries that can't be read. */
const REFUSED = (() => Promise.resolve(runRefused)) as unknown as LoadRunner;

/** It only gets metric queries. */
const OVERLAY = (async () =>
  (await import(/* webpackChunkName: "families" */ './annotations/overlay')).runOverlay) as unknown as LoadRunner;
