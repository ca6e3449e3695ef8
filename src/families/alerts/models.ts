import { t } from '@grafana/i18n';
import { mapValues } from 'lodash';
import {
  ALERT,
  ANY,
  AUTO,
  FORMAT,
  IMPACT,
  limit,
  MOMENT,
  NAMES,
  NONE,
  SEARCHED,
  SORT_BY,
  TABLE,
  asWritten,
} from '../../ground/fields';
import { BY_ALERTS, BY_EVENT, BY_PLUGIN, BY_SEARCH } from '../../ground/filtering';
import { model, type QueryOf } from '../../ground/query';
import {
  choice,
  flag,
  isFilled,
  mentionsVariable,
  numberError,
  text,
  texts,
  type Texts,
  wholeNumberFrom,
  word,
} from '../../ground/shapes';

const alerts = () => t('label.alerts', 'Alerts');
const states = () => t('alerts.events-editor.states', 'States');
const metrics = () => t('alerts.editor.metrics', 'Row per metric');

const alertsFor = () => t('type.alerts-for', 'What is alerting now, or was at a point in time');

export const ALERTS = model(
  'alerts',
  {
    /** Empty: the list. */
    alertId: ALERT,
    /** Empty: now. */
    at: MOMENT,
    format: choice({ table: TABLE, counts: () => t('alerts.format.counts', 'Counts') }, { ...FORMAT, width: 14 }),
    metrics: flag(false, { label: metrics, width: 12 }),
  },
  {
    filtering: () => BY_PLUGIN,
    shownWhen: { metrics: ({ format }) => format !== 'counts' },
    about: {
      name: alerts,
      group: 'alerts',
      purpose: alertsFor,
      nothing: () => t('type.alerts-none', 'No alert was active. Alert search also finds ended alerts.'),
      examples: [
        { title: alertsFor, query: {} },
        { title: metrics, query: { at: '${__to}', metrics: true } },
      ],
    },
  }
);

const alertEventsFor = () => t('type.alert-events-for', 'Alert timelines as a table, logs or states');

export const ALERT_EVENTS = model(
  'alertEvents',
  {
    /** Empty: the alerts that were active in the range, selected by `q`, `nodeId`, and `metricId`. */
    alertId: ALERT,
    ...SEARCHED,
    ...NAMES,
    /** Empty: all. Only applies with an `alertId`. */
    sequence: texts({
      label: () => t('alerts.events-editor.sequence', 'Event number'),
      optional: true,
      width: 14,
      check: (text) => (/^\d*$/.test(text.trim()) || mentionsVariable(text) ? undefined : wholeNumberFrom(0)),
    }),
    changes: flag(false, { label: () => t('alerts.events-editor.changes', 'Row per change'), width: 12 }),
    format: choice({ table: TABLE, logs: () => t('alerts.events-editor.logs', 'Logs'), states }, FORMAT),
    limit: limit(),
  },
  {
    // Filters compare rows, and states have none.
    filtering: ({ alertId, format }) => {
      if (isFilled(alertId)) {
        return format === 'states' ? undefined : BY_PLUGIN;
      }
      return format === 'states' ? BY_ALERTS : BY_EVENT;
    },
    display: ['format', 'changes', 'limit'],
    shownWhen: {
      ...mapValues({ ...SEARCHED, ...NAMES }, () => isOfAll),
      sequence: (query) => !isOfAll(query) && hasRows(query),
      changes: hasRows,
      limit: hasRows,
    },
    about: {
      name: () => t('label.alert-events', 'Alert events'),
      group: 'alerts',
      purpose: alertEventsFor,
      examples: [
        { title: alertEventsFor, query: { format: 'logs' } },
        { title: states, query: { format: 'states' } },
      ],
    },
  }
);

function isOfAll({ alertId }: { alertId: Texts }): boolean {
  return !isFilled(alertId);
}

function hasRows({ format }: { format: string }): boolean {
  return format !== 'states';
}

const alertSearchFor = () =>
  t('type.alert-search-for', 'Alerts in the time range by text, impact, score, node or metric');

export const ALERT_SEARCH = model(
  'alertSearch',
  {
    ...SEARCHED,
    ...NAMES,
    impact: IMPACT,
    /** Empty: all. */
    state: choice(
      { '': ANY, active: () => t('tables.active', 'active'), ended: () => t('words.ended', 'ended') },
      { label: () => t('column.state', 'State'), width: 14 }
    ),
    /** An alert ID: only finds alerts that began before it and had its first metric. */
    like: { ...ALERT, label: () => t('alerts.search-editor.like', 'Earlier than alert'), placeholder: NONE },
    /** The search begins at least this long before the end of the time range. */
    lookBack: text({
      label: () => t('alerts.search-editor.look-back', 'Look back'),
      placeholder: () => '90d',
      example: '90d',
      optional: true,
    }),
    /** How the newest ended: three with `like`, ten incidents. */
    ended: flag(false, { label: () => t('story.text.ended-by', 'How it ended') }),
    /** Excluded alerts. */
    besides: { ...ALERT, label: () => t('alerts.search-editor.besides', 'Exclude alerts'), placeholder: NONE },
    /** A number as text, or a variable. Empty: not sent. */
    minScore: text({
      label: () => t('alerts.search-editor.min-score', 'Minimum score'),
      check: numberError,
      example: '10',
      optional: true,
      width: 14,
    }),
    /** Empty: the panel's range is searched. */
    at: { ...MOMENT, placeholder: () => t('alerts.search-editor.at-range', 'Time range') },
    /** `incidents`: one row per incident. */
    format: choice(
      {
        table: alerts,
        incidents: {
          label: () => t('incidents.table', 'Incidents'),
          description: () => t('alerts.search-editor.incidents-for', 'One row for alerts that share metrics'),
        },
      },
      FORMAT
    ),
    /** How often the first metric of active alerts alerted before. */
    earlier: flag(false, {
      label: () => t('column.earlier', 'Earlier alerts'),
      help: () => t('alerts.search-editor.earlier-for', 'How often the first metric of active alerts alerted before'),
    }),
    /** Incidents: the values of the first metric, and how far it is from its corridors. */
    distance: flag(false, {
      label: () => t('column.distance', 'Distance'),
      help: () => t('alerts.search-editor.distance-for', 'The first metric of active incidents: one more request each'),
    }),
    /** Which rows come first. Empty: the most severe. */
    sort: choice(
      {
        '': () => t('label.impact', 'Impact'),
        newest: () => t('column.since', 'Since'),
        longest: () => t('column.duration', 'Duration'),
      },
      { ...SORT_BY, width: 14 }
    ),
    limit: limit(),
  },
  {
    filtering: () => BY_SEARCH,
    display: ['at', 'format', 'earlier', 'distance', 'sort', 'limit'],
    shownWhen: {
      // A search at a moment has no range.
      lookBack: ({ like, at }) => isFilled(like) || !isFilled(at),
      ended: ({ like, format }) => format === 'incidents' || isFilled(like),
      distance: ({ format }) => format === 'incidents',
      sort: ({ like, format }) => format === 'table' && !isFilled(like),
    },
    about: {
      name: () => t('type.alert-search', 'Alert search'),
      group: 'alerts',
      purpose: alertSearchFor,
      examples: [{ title: alertSearchFor, query: { impact: ['severe'] } }],
    },
  }
);

export const ALERT_COUNTS = model(
  'alertCounts',
  {
    ...SEARCHED,
    bucket: word('auto', {
      label: () => t('alerts.counts-editor.bucket', 'Bucket'),
      width: 16,
      options: { auto: AUTO, ...asWritten('15m', '1h', '4h', '1d') },
    }),
  },
  {
    // The service counts, so there are no rows to compare.
    filtering: () => ({ onlyService: ['node', 'metric', 'text'] }),
    about: {
      name: () => t('type.alert-counts', 'Alert counts'),
      group: 'alerts',
      purpose: () => t('type.alert-counts-for', 'How many alerts were active over time, by impact'),
    },
  }
);

export type AlertsQuery = QueryOf<typeof ALERTS>;
export type AlertEventsQuery = QueryOf<typeof ALERT_EVENTS>;
export type AlertSearchQuery = QueryOf<typeof ALERT_SEARCH>;
export type AlertCountsQuery = QueryOf<typeof ALERT_COUNTS>;
