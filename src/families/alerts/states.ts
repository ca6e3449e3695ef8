import { type DataFrame, type Field, type FieldConfig, FieldType, type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { groupBy, keyBy, minBy, sortBy, uniq, uniqBy } from 'lodash';
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

/** A metric's severity at each time of a frame. Null: in no alert. */
interface MetricStates {
  metric: AlertMetric;
  severities: Array<string | null>;
}

/** In epoch milliseconds: the start of the range, and each change of a severity. */
interface States {
  times: number[];
  metrics: MetricStates[];
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
export function statesIn(
  events: readonly AlertEvent[],
  range: Span,
  now: number,
  alerts: readonly Alert[] = []
): States {
  const moments = momentsOf(events, alerts).filter(({ time }) => time <= range.to);
  const begins = [range.from, ...moments.map(({ time }) => Math.max(time, range.from))];
  // With a shared cache, now is the start of its slot.
  const end = now < slotOf(range.to) ? Math.max(now, ...begins) : Infinity;
  const times = uniq(end === Infinity ? begins : [...begins, end]);
  const changes = moments.flatMap((moment) => moment.changes);
  const all = uniqBy(changes, seriesKey).map((metric) => ({
    metric,
    /** By alert. */
    inForce: new Map<string, string>(),
    severities: new Array<string | null>(),
  }));
  const byKey = keyBy(all, ({ metric }) => seriesKey(metric));
  let next = 0;
  for (const time of times) {
    for (; next < moments.length && moments[next].time <= time; next++) {
      apply(moments[next], (change) => byKey[seriesKey(change)].inForce, all);
    }
    all.forEach(({ inForce, severities }) => {
      severities.push(time === end ? null : (minBy([...inForce.values()], severityRank) ?? null));
    });
  }
  const shown = all.filter(({ severities }) => severities.some((severity) => severity !== null));
  const isChange = (_: unknown, i: number) =>
    i === 0 || shown.some(({ severities }) => severities[i] !== severities[i - 1]);
  const kept = shown.map(({ metric, severities }) => ({ metric, severities: severities.filter(isChange) }));
  return {
    times: times.filter(isChange),
    metrics: sortBy(kept, ({ severities }) => severities.findIndex((severity) => severity !== null)),
  };
}

function apply(
  { alertId, changes, isLast }: AlertMoment,
  inForceOf: (change: Change) => Map<string, string>,
  all: ReadonlyArray<{ inForce: Map<string, string> }>
) {
  for (const change of changes) {
    if (change.change === 'removed') {
      inForceOf(change).delete(alertId);
    } else if (change.severity !== null) {
      inForceOf(change).set(alertId, change.severity);
    }
  }
  if (isLast) {
    all.forEach(({ inForce }) => inForce.delete(alertId));
  }
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

/** For times without a state. The legend shows it, too. Otherwise, it would have a color of the palette. */
const NO_COLOR = { mode: 'fixed', fixedColor: 'transparent' };

/** The colors of all severities, also of unknown ones in the data. */
function colorsOf(states: readonly MetricStates[]): Record<string, string> {
  const severities = states.flatMap((one) => one.severities.flatMap((severity) => severity ?? []));
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
  const all = statesIn(events, range, place.now, alerts);
  const states = all.metrics.slice(0, MAX_RESULTS);
  const names = metricTitles(all.metrics.map(({ metric }) => metric));
  // Events without a state still have a timeline over the range. Without events, there is none.
  const times = events.length === 0 ? [] : states.length === 0 ? uniq([range.from, range.to]) : all.times;
  const linksOf = laneLinks(place);
  const alike: FieldConfig = { ...coloredTexts(colorsOf(states)), color: NO_COLOR, noValue };
  const frame: DataFrame = {
    name: t('label.alert-events', 'Alert events'),
    length: times.length,
    fields: [
      { name: 'time', type: FieldType.time, config: {}, values: times },
      ...states.map((state, i) => {
        const links = linksOf(laneOf(state, times, Math.min(range.to, place.now)));
        return stateField(state, names[i], { ...alike, links });
      }),
      // A state timeline needs a field in addition to the time.
      ...(states.length === 0 && events.length > 0 ? [noState(times)] : []),
    ],
    meta: { preferredVisualisationPluginId: STATE_TIMELINE },
  };
  return { frame, notices: names.length > states.length ? [seriesLeftOut(names.slice(states.length))] : [] };
}

function noState(times: readonly number[]): Field {
  const name = t('deviations.no-data', 'No data');
  const config = { displayNameFromDS: name, color: NO_COLOR };
  return { name, type: FieldType.string, config, values: times.map(() => null) };
}

function stateField({ metric, severities }: MetricStates, name: string, config: FieldConfig): Field {
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
    values: severities,
  };
}

/** A metric over the time of its states. @param end when the last one ends, if it continues */
function laneOf({ metric, severities }: MetricStates, times: readonly number[], end: number): LinkRow {
  const isKnown = (severity: string | null) => severity !== null;
  const from = times[severities.findIndex(isKnown)];
  const to = times.at(severities.findLastIndex(isKnown) + 1) ?? end;
  return { metric, span: { from, to: Math.max(from, to) } };
}
