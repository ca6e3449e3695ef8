import { type DataFrame, type Field, FieldType, type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { metricTitle } from '../alertbook/titles';
import { metricsLeftOut } from '../answer/inputs';
import { MAX_RESULTS } from '../query/query';
import { type Alert, type AlertEvent, type AlertMetric } from '../service/alerts';
import { coloredTexts, SEVERITY_COLORS } from '../tables/colors';
import { type Span } from '../time/span';
import { foldStates, type MetricStates } from './states';

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
  alerts: readonly Alert[] = []
): { frame: DataFrame; notices: QueryResultMetaNotice[] } {
  const all = foldStates(events, range, alerts);
  const states = all.slice(0, MAX_RESULTS);
  const times = timesOf(states, range);
  const names = namesOf(states.map(({ metric }) => metric));
  const frame: DataFrame = {
    name: t('alerts.states', 'Severity by metric'),
    length: times.length,
    fields: [
      { name: 'time', type: FieldType.time, config: {}, values: times },
      ...states.map((state, i) => stateField(state, names[i], times)),
      // A state timeline needs a field beside the time.
      ...(states.length === 0 ? [noState(times)] : []),
    ],
    meta: { preferredVisualisationPluginId: 'state-timeline' },
  };
  const notices = all.length > states.length ? [metricsLeftOut(namesOf(all.map(({ metric }) => metric)))] : [];
  return { frame, notices };
}

function noState(times: readonly number[]): Field {
  const name = t('alerts.no-state', 'No alert');
  return { name, type: FieldType.string, config: { displayNameFromDS: name }, values: times.map(() => null) };
}

/** Also without any state the times cover the range: a state timeline takes a frame without rows for one without time. */
function timesOf(states: readonly MetricStates[], { from, to }: Span): number[] {
  const changes = states.flatMap(({ steps }) => steps.map(({ time }) => time));
  const times = new Set(states.length === 0 ? [from, to] : [from, ...changes]);
  return [...times].sort((a, b) => a - b);
}

function stateField({ metric, steps }: MetricStates, name: string, times: readonly number[]): Field {
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
      custom: { fillOpacity: 75, lineWidth: 0 },
    },
    values,
  };
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
