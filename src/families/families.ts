import { type AdHocVariableFilter } from '@grafana/data';
import { t } from '@grafana/i18n';
import { omitBy } from 'lodash';
import { ALERT_COUNTS, ALERT_EVENTS, ALERT_SEARCH, ALERTS } from './alerts/models';
import { ANNOTATIONS } from './annotations/models';
import { ANOMALIES } from './anomalies/models';
import { AVAILABILITY } from './availability/models';
import { type Context, type LoadRunner, type Request, type Run } from '../table/runner';
import { runRefused } from '../present/runs';
import { DEVIATIONS } from './deviations/models';
import { EXPLAIN } from './explain/models';
import { FORECAST, METRIC } from './metric/models';
import { runMetric } from './metric/runner';
import {
  type AnomalyQuery,
  complete,
  displayText,
  type ListedModel,
  type Model,
  type QueryOf,
  unreadableField,
  withDefault,
  withoutDefault,
} from '../ground/query';
import { ServiceFailure } from '../ground/failure';
import { withFlags } from '../ground/inputs';
import { type Settings } from '../ground/settings';
import { labelOf, lookUp } from '../ground/shapes';
import { RAW } from '../ground/texts';
import { ALERT_REPORT } from './report/models';
import { STORY } from './story/models';
import { VARIABLE } from './variables/models';

/** Everything about one query type: what its queries are, and what runs them. Types with the same runner are run together. */
interface Descriptor<M extends Model = Model> {
  model: M;
  runner: LoadRunner<QueryOf<M>>;
}

function described<M extends Model>(model: M, runner: LoadRunner<QueryOf<M>>): Descriptor<M> {
  return { model, runner };
}

/** The only family in the first file: a panel with a metric needs no second one. */
const ofSeries = () => Promise.resolve(runMetric);
/** All others are in one file. */
const runners = () => import(/* webpackChunkName: "families" */ './runners');

/** Descriptors by query type, in the order of the editor's list. This is the only place with all families. */
export const DESCRIPTORS = {
  metric: described(METRIC, ofSeries),
  forecast: described(FORECAST, ofSeries),
  explain: described(EXPLAIN, async () => (await runners()).runExplain),
  alerts: described(ALERTS, async () => (await runners()).runAlerts),
  alertSearch: described(ALERT_SEARCH, async () => (await runners()).runAlertSearch),
  alertCounts: described(ALERT_COUNTS, async () => (await runners()).runAlertCounts),
  alertEvents: described(ALERT_EVENTS, async () => (await runners()).runAlertEvents),
  story: described(STORY, async () => (await runners()).runStory),
  deviations: described(DEVIATIONS, async () => (await runners()).runDeviations),
  alertReport: described(ALERT_REPORT, async () => (await runners()).runAlertReport),
  anomalies: described(ANOMALIES, async () => (await runners()).runAnomalies),
  availability: described(AVAILABILITY, async () => (await runners()).runAvailability),
  // These two use Grafana's editors for annotations and variables, so they are not in the list.
  annotations: described(ANNOTATIONS, async () => (await runners()).runAnnotations),
  variable: described(VARIABLE, async () => (await runners()).runVariables),
};

export type QueryType = keyof typeof DESCRIPTORS;

/** The same without exact types: a descriptor only gets queries of its own type. */
const BY_TYPE = DESCRIPTORS as unknown as Record<QueryType, Descriptor>;

/** All of them, in the order of the record. */
export function allDescriptors(): Descriptor[] {
  return Object.values(BY_TYPE);
}

/** The types in the editor's list, in its order. */
export function listedTypes(): ListedModel[] {
  return allDescriptors().flatMap(({ model }) => (model.about ? [{ ...model, about: model.about }] : []));
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
function invalidFieldOf(query: AnomalyQuery): string | undefined {
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
  return invalidFieldOf(query) !== undefined || (descriptorOf(query).model.isComplete?.(completed(query)) ?? true);
}

/** The request's queries that can run, by their runners. Others are answered with an error. */
export function runsOf(request: Request, context: Pick<Context, 'settings' | 'templates'>): Run[] {
  const runs = new Map<LoadRunner, Run>();
  const add = (runner: LoadRunner, query: QueryOf<Model>) => {
    const run = runs.get(runner) ?? newRun(runner, query);
    run.targets.push(query);
    runs.set(runner, run);
  };
  for (const target of request.targets.filter(({ hide }) => !hide)) {
    try {
      const query = readQuery(target, request, context);
      const isWhole = descriptorOf(query).model.isComplete?.(query) ?? true;
      (isWhole ? runnersOf(query) : []).forEach((runner) => add(runner, query));
    } catch (problem) {
      // Its fields are not read.
      add(REFUSED, { ...target, problem } as unknown as QueryOf<Model>);
    }
  }
  return [...runs.values()];
}

/**
 * The query as its runner gets it.
 *
 * @throws ServiceFailure (`input`) if its type is unknown, or a field or a flag's variable is invalid
 */
function readQuery(
  target: AnomalyQuery,
  { filters, scopedVars }: Request,
  { settings, templates }: Pick<Context, 'settings' | 'templates'>
): QueryOf<Model> {
  const field = invalidFieldOf(target);
  if (field !== undefined) {
    throw new ServiceFailure('input', refusal(target, field));
  }
  const query = completed(withSettings(withFilters(target, filters), settings));
  return withFlags(query, descriptorOf(query).model, templates, scopedVars);
}

/** The error for an invalid field, or an unknown type. */
function refusal(target: AnomalyQuery, field: string): string {
  const value = target[field];
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const shape = lookUp(descriptorOf(target).model.fields, field);
  return shape
    ? // What the editor only stores has no label.
      t('inputs.unreadable', '{{field}}: {{text}} is not valid.', { field: labelOf(shape) || field, text, ...RAW })
    : t('inputs.unknown-type', 'This version does not know the query type "{{type}}".', { type: text, ...RAW });
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
const OVERLAY = (async () => (await runners()).runOverlay) as unknown as LoadRunner;
