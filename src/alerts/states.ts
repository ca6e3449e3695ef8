import { seriesKey } from '../query/series';
import {
  type DataFrame,
  type DataLink,
  type Field,
  FieldColorModeId,
  FieldType,
  type QueryResultMetaNotice,
} from '@grafana/data';
import { t } from '@grafana/i18n';
import { groupBy } from 'lodash';
import { isEnd } from '../alertbook/course';
import { severityRank } from '../alertbook/order';
import { metricTitle } from '../alertbook/titles';
import { seriesLeftOut } from '../answer/readingNotices';
import { MAX_RESULTS } from '../query/query';
import { type Alert, type AlertEvent, type AlertMetric } from '../service/alerts';
import { coloredTexts, SEVERITY_COLORS } from '../tables/colors';
import { type LinkPlace, valueCorridorsLink } from '../tables/links';
import { type Span } from '../time/spans';

/** A metric's severity over a range. */
export interface MetricStates {
  metric: AlertMetric;
  /** Each change of severity in time order; the first stands at the range's start where one is in force there. */
  steps: Step[];
}

interface Step {
  /** Epoch milliseconds. */
  time: number;
  /** Null: in no alert. */
  severity: string | null;
}

/**
 * Folds the changes of alerts' events into each metric's severity over the range. A change that says no severity keeps
 * the one before; a removed metric has none, nor has any metric of an alert that ended. A metric in several alerts has
 * the worst. Metrics without any severity in the range are left out; those that moved first come first.
 *
 * @param events those of each alert in the order of its list, the ones before the range included
 * @param alerts rows of the alerts, which show the end of those whose events do not (M46)
 */
export function foldStates(events: readonly AlertEvent[], range: Span, alerts: readonly Alert[] = []): MetricStates[] {
  const histories = new Map<string, { metric: AlertMetric; alerts: Step[][] }>();
  const ended = new Map(alerts.flatMap((alert) => (alert.active === false ? [[alert.id, alert.lastSeenAt]] : [])));
  for (const [id, list] of Object.entries(groupBy(events, 'alertId'))) {
    for (const [key, { metric, steps }] of foldAlert(list, ended.get(id))) {
      const history = histories.get(key) ?? { metric, alerts: [] };
      history.alerts.push(steps);
      histories.set(key, history);
    }
  }
  return [...histories.values()]
    .map(({ metric, alerts }) => ({ metric, steps: clip(worst(alerts), range) }))
    .filter(({ steps }) => steps.some(({ severity }) => severity !== null))
    .sort((a, b) => firstMove(a) - firstMove(b));
}

/** @param end when the alert's row ends it, in epoch milliseconds; null where the row has no time, undefined where it has not ended */
function foldAlert(
  events: readonly AlertEvent[],
  end: number | null | undefined
): Map<string, { metric: AlertMetric; steps: Step[] }> {
  const metrics = new Map<string, { metric: AlertMetric; steps: Step[] }>();
  let time = -Infinity;
  for (const event of events) {
    // An event without a time happened when the one before it did.
    time = Math.max(time, event.time ?? time);
    for (const change of event.changes ?? []) {
      const key = seriesKey(change);
      const known = metrics.get(key) ?? { metric: change, steps: [] };
      const before = known.steps[known.steps.length - 1]?.severity ?? null;
      known.steps.push({ time, severity: change.change === 'removed' ? null : (change.severity ?? before) });
      metrics.set(key, known);
    }
    if (isEnd(event)) {
      metrics.forEach(({ steps }) => steps.push({ time, severity: null }));
    }
  }
  if (end !== undefined) {
    time = Math.max(time, end ?? time);
    metrics.forEach(({ steps }) => steps.push({ time, severity: null }));
  }
  return metrics;
}

/** Several histories of one metric as one: at each time the worst of what is in force. */
function worst(histories: Step[][]): Step[] {
  const all = histories
    .flatMap((steps, alert) => steps.map((step) => ({ ...step, alert })))
    // Stable: steps of one alert at one time keep their order.
    .sort((a, b) => (a.time === b.time ? 0 : a.time < b.time ? -1 : 1));
  const current: Array<string | null> = histories.map(() => null);
  const steps: Step[] = [];
  for (const { time, severity, alert } of all) {
    current[alert] = severity;
    const step = { time, severity: worstOf(current) };
    if (steps[steps.length - 1]?.time === time) {
      steps[steps.length - 1] = step;
    } else {
      steps.push(step);
    }
  }
  return steps.filter(({ severity }, i) => severity !== (i === 0 ? null : steps[i - 1].severity));
}

function worstOf(severities: Array<string | null>): string | null {
  return severities.reduce((a, b) => (b === null || (a !== null && severityRank(a) <= severityRank(b)) ? a : b), null);
}

function clip(steps: Step[], { from, to }: Span): Step[] {
  const before = steps.filter(({ time }) => time <= from).pop();
  const inside = steps.filter(({ time }) => time > from && time <= to);
  return before && before.severity !== null ? [{ time: from, severity: before.severity }, ...inside] : inside;
}

function firstMove({ steps }: MetricStates): number {
  return steps.find(({ severity }) => severity !== null)?.time ?? Infinity;
}

const UNKNOWN_COLOR = '#8e8e8e';

/**
 * The severity of each metric over the range, a field each, for a state timeline panel (contract: `format: states`). Every
 * row holds the state of all metrics; the first row stands at the range's start, so that what began before is drawn.
 *
 * @param alerts the rows of the events' alerts, as far as they are known
 */
export function statesFrame(
  events: readonly AlertEvent[],
  range: Span,
  place: LinkPlace,
  alerts: readonly Alert[] = []
): { frame: DataFrame; notices: QueryResultMetaNotice[] } {
  const all = foldStates(events, range, alerts);
  const states = all.slice(0, MAX_RESULTS);
  const times = timesOf(states, range);
  const names = namesOf(states.map(({ metric }) => metric));
  const frame: DataFrame = {
    name: t('label.alert-events', 'Alert events'),
    length: times.length,
    fields: [
      { name: 'time', type: FieldType.time, config: {}, values: times },
      ...states.map((state, i) => stateField(state, names[i], times, segmentLink(state, range, place))),
      // A state timeline needs a field in addition to the time.
      ...(states.length === 0 ? [noState(times)] : []),
    ],
    meta: { preferredVisualisationPluginId: 'state-timeline' },
  };
  const notices =
    all.length > states.length ? [seriesLeftOut(namesOf(all.slice(states.length).map(({ metric }) => metric)))] : [];
  return { frame, notices };
}

function noState(times: readonly number[]): Field {
  const name = t('deviations.no-data', 'No data');
  // Without a color of its own it would have the first of the palette, which is green.
  const config = { displayNameFromDS: name, color: { mode: FieldColorModeId.Fixed, fixedColor: 'text' } };
  return { name, type: FieldType.string, config, values: times.map(() => null) };
}

/** Also without any state the times cover the range: a state timeline takes a frame without rows for one without time. */
function timesOf(states: readonly MetricStates[], { from, to }: Span): number[] {
  const changes = states.flatMap(({ steps }) => steps.map(({ time }) => time));
  const times = new Set(states.length === 0 ? [from, to] : [from, ...changes]);
  return [...times].sort((a, b) => a - b);
}

function stateField({ metric, steps }: MetricStates, name: string, times: readonly number[], link: DataLink): Field {
  const values: Array<string | null> = [];
  let step = -1;
  for (const time of times) {
    while (step + 1 < steps.length && steps[step + 1].time <= time) {
      step++;
    }
    values.push(step < 0 ? null : steps[step].severity);
  }
  return {
    name,
    type: FieldType.string,
    labels: { node_id: metric.nodeId ?? '', metric_id: metric.metricId ?? '' },
    config: {
      ...coloredTexts(SEVERITY_COLORS),
      color: { mode: 'fixed', fixedColor: UNKNOWN_COLOR },
      // With labels and no name of its own Grafana would show the labels too.
      displayNameFromDS: name,
      links: [link],
      custom: { fillOpacity: 75, lineWidth: 0 },
    },
    values,
  };
}

/** Opens the metric in its corridors over the time of the state that was clicked. */
function segmentLink({ metric, steps }: MetricStates, range: Span, place: LinkPlace): DataLink {
  return valueCorridorsLink(place, (time) => {
    const from = steps.findLast((step) => step.time <= time)?.time ?? NaN;
    const to = steps.find((step) => step.time > time)?.time ?? Math.min(range.to, Math.max(from, place.now));
    return { metric, span: { from, to } };
  });
}

/** `<metric> · <node>`, by name or id; where that does not part them, with both ids. */
function namesOf(metrics: readonly AlertMetric[]): string[] {
  const names = metrics.map(metricTitle);
  const seen = new Set<string>();
  const repeated = new Set(names.filter((name) => seen.has(name) || !seen.add(name)));
  return names.map((name, i) =>
    repeated.has(name) ? `${name} (${metrics[i].metricId ?? '?'} · ${metrics[i].nodeId ?? '?'})` : name
  );
}
