import { type DataFrame, type Field, type FieldConfig, FieldType, type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { groupBy, minBy, sortBy, sortedLastIndexBy, uniq } from 'lodash';
import { isEnd } from '../../facts/history';
import { severityRank } from '../../facts/order';
import { metricTitles } from '../../facts/titles';
import { seriesLeftOut } from '../../ground/notices';
import { MAX_RESULTS, SEVERITIES } from '../../ground/query';
import { seriesKey } from '../../ground/series';
import { type Alert, type AlertEvent, type AlertMetric, type Change } from '../../service/alerts';
import { coloredTexts, colorOf } from '../../table/colors';
import { laneLinks, type LinkRow } from '../../table/links';
import { type LinkPlace } from '../../table/targets';
import { slotOf, type Span } from '../../ground/spans';
import { STATE_TIMELINE } from '../../table/runner';

/** A metric's severity over a range. */
interface MetricStates {
  metric: AlertMetric;
  /** Each change of severity in time order. The first is at the range's start if the metric already has a severity. */
  steps: SeverityStep[];
}

interface SeverityStep {
  /** Epoch milliseconds. */
  time: number;
  /** Null: in no alert. */
  severity: string | null;
}

/** A metric's steps so far, and its current severity in each alert. */
interface History extends MetricStates {
  inForce: Map<string, string>;
}

/**
 * Computes each metric's severity over the range from the changes of alerts' events. A change without a severity keeps the
 * previous one. A removed metric has none, and neither have the metrics of an ended alert. A metric in several alerts has
 * the worst. Metrics without a severity in the range are omitted. Those that changed first come first. After now, there are no
 * states.
 *
 * @param events each alert's in the order of its list, including those before the range
 * @param alerts rows of the alerts, which show the end if their events do not
 */
export function foldStates(
  events: readonly AlertEvent[],
  range: Span,
  now: number,
  alerts: readonly Alert[] = []
): MetricStates[] {
  const histories = new Map<string, History>();
  for (const { time, alertId, changes, isLast } of momentsOf(events, alerts)) {
    if (time > range.to) {
      break;
    }
    const at = Math.max(time, range.from);
    for (const change of changes) {
      const history = histories.get(seriesKey(change)) ?? { metric: change, steps: [], inForce: new Map() };
      histories.set(seriesKey(change), history);
      if (change.change === 'removed') {
        history.inForce.delete(alertId);
      } else if (change.severity !== null) {
        history.inForce.set(alertId, change.severity);
      }
      addStep(history, at);
    }
    for (const history of isLast ? histories.values() : []) {
      history.inForce.delete(alertId);
      addStep(history, at);
    }
  }
  // With a shared cache, now is the start of its slot.
  for (const history of now < slotOf(range.to) ? histories.values() : []) {
    history.inForce.clear();
    addStep(history, Math.max(now, ...history.steps.map(({ time }) => time)));
  }
  const states = [...histories.values()].map(({ metric, steps }) => ({
    metric,
    steps: steps.filter(({ severity }, i) => severity !== (i === 0 ? null : steps[i - 1].severity)),
  }));
  return sortBy(
    states.filter(({ steps }) => steps.length > 0),
    ({ steps }) => steps[0].time
  );
}

interface AlertMoment {
  time: number;
  alertId: string;
  changes: readonly Change[];
  /** The alert ended. */
  isLast: boolean;
}

/** The changes in time order. An event without a time has the time of the previous one in its alert. */
function momentsOf(events: readonly AlertEvent[], alerts: readonly Alert[]): AlertMoment[] {
  const moments = Object.entries(groupBy(events, 'alertId')).flatMap(([alertId, own]) => {
    let time = -Infinity;
    const all = own.map((event): AlertMoment => {
      time = Math.max(time, event.time ?? time);
      return { time, alertId, changes: event.changes ?? [], isLast: isEnd(event) };
    });
    const ended = alerts.find(({ id, active }) => id === alertId && active === false);
    const end = ended && { time: Math.max(time, ended.lastSeenAt ?? time), alertId, changes: [], isLast: true };
    return end ? [...all, end] : all;
  });
  return sortBy(moments, 'time');
}

/** The worst severity at each time. Of several steps at the same time, the last counts. */
function addStep({ steps, inForce }: History, time: number) {
  const step = { time, severity: minBy([...inForce.values()], severityRank) ?? null };
  if (steps.at(-1)?.time === time) {
    steps.pop();
  }
  steps.push(step);
}

/** For times without a state. The legend shows it, too. Otherwise, it would have a color of the palette. */
const NO_COLOR = { mode: 'fixed', fixedColor: 'transparent' };

/** The colors of all severities, also of unknown ones in the data. */
function colorsOf(states: readonly MetricStates[]): Record<string, string> {
  const severities = states.flatMap(({ steps }) => steps.flatMap(({ severity }) => severity ?? []));
  const inOrder = [...SEVERITIES].reverse();
  return Object.fromEntries([...inOrder, ...severities].map((severity) => [severity, colorOf(severity)]));
}

/**
 * The severity of each metric over the range, one field each, for a state timeline panel. Every row has the state of all
 * metrics. The first row is at the range's start, so that earlier states are drawn.
 *
 * @param alerts the rows of the events' alerts, as far as they are known
 * @param noValue the legend's text for a time without a state
 */
export function statesFrame(
  events: readonly AlertEvent[],
  range: Span,
  place: LinkPlace,
  { alerts = [], noValue }: { alerts?: readonly Alert[]; noValue?: string } = {}
): { frame: DataFrame; notices: QueryResultMetaNotice[] } {
  const all = foldStates(events, range, place.now, alerts);
  const states = all.slice(0, MAX_RESULTS);
  const names = metricTitles(all.map(({ metric }) => metric));
  const changes = states.flatMap(({ steps }) => steps.map(({ time }) => time));
  // Events without a state still have a timeline over the range. Without events, there is none.
  const ends = states.length === 0 ? [range.to] : sortBy(changes);
  const times = events.length === 0 ? [] : uniq([range.from, ...ends]);
  const alike: FieldConfig = { ...coloredTexts(colorsOf(states)), color: NO_COLOR, noValue };
  const frame: DataFrame = {
    name: t('label.alert-events', 'Alert events'),
    length: times.length,
    fields: [
      { name: 'time', type: FieldType.time, config: {}, values: times },
      ...states.map((state, i) => {
        const config = { ...alike, links: laneLinks(place, laneOf(state, range.to, place.now)) };
        return stateField(state, names[i], times, config);
      }),
      // A state timeline needs a field in addition to the time.
      ...(states.length === 0 && events.length > 0 ? [noState(times)] : []),
    ],
    meta: { preferredVisualisationPluginId: STATE_TIMELINE },
  };
  return { frame, notices: all.length > states.length ? [seriesLeftOut(names.slice(states.length))] : [] };
}

function noState(times: readonly number[]): Field {
  const name = t('deviations.no-data', 'No data');
  const config = { displayNameFromDS: name, color: NO_COLOR };
  return { name, type: FieldType.string, config, values: times.map(() => null) };
}

function stateField(
  { metric, steps }: MetricStates,
  name: string,
  times: readonly number[],
  config: FieldConfig
): Field {
  const stepAt = (time: number) => steps[sortedLastIndexBy(steps, { time, severity: null }, 'time') - 1];
  return {
    name,
    type: FieldType.string,
    labels: { node_id: metric.nodeId ?? '', metric_id: metric.metricId ?? '' },
    config: {
      ...config,
      // With labels but without its own name, Grafana would also show the labels.
      displayNameFromDS: name,
      custom: { fillOpacity: 75, lineWidth: 0 },
    },
    values: times.map((time) => stepAt(time)?.severity ?? null),
  };
}

/** A metric over the time of its states in the range. */
function laneOf({ metric, steps }: MetricStates, rangeEnd: number, now: number): LinkRow {
  const from = steps.find(({ severity }) => severity !== null)?.time;
  const last = steps.at(-1);
  const to = last?.severity === null ? last.time : Math.min(rangeEnd, now);
  return { metric, span: from === undefined ? null : { from, to: Math.max(from, to) } };
}
