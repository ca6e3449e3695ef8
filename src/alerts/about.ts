import { t } from '@grafana/i18n';
import { type About } from '../descriptor';
import { alertField, alertFilters, impactField, limitField, numberError } from '../fields/sharedFields';
import { isFilled, mentionsVariable } from '../query/texts';
import {
  type ALERT_COUNTS,
  type ALERT_EVENTS,
  type ALERT_SEARCH,
  type AlertEventsQuery,
  type ALERTS,
  type AlertsQuery,
} from './models';

export const alerts: About<typeof ALERTS> = {
  name: () => t('type.alerts', 'Alerts'),
  purpose: () => t('type.alerts-for', 'What is alerting now, or was at a point in time'),
  nothing: () =>
    t('type.alerts-none', 'No alert was active at that time. The query type Alert search also finds ended alerts.'),
  fields: () => [
    {
      label: t('alerts.editor.row', 'Alerts'),
      fields: [
        { ...alertField(), optional: true, placeholder: t('alerts.editor.all-alerts', 'All alerts') },
        {
          name: 'at',
          input: 'moment',
          label: t('alerts.editor.at', 'At'),
          tooltip: t(
            'alerts.editor.at-for',
            "A point in time: ISO 8601, epoch milliseconds, date math or a variable. {{example}} follows the time picker's end.",
            { example: '${__to}', interpolation: { escapeValue: false } }
          ),
          optional: true,
        },
        {
          name: 'format',
          input: 'choice',
          label: t('alerts.editor.format', 'Format'),
          width: 14,
          options: [
            { value: 'table', label: t('alerts.format.table', 'Table') },
            {
              value: 'counts',
              label: t('alerts.format.counts', 'Counts'),
              description: t('alerts.format.counts-for', 'How many are active, by impact'),
            },
          ],
        },
        {
          name: 'metrics',
          input: 'flag',
          label: t('alerts.editor.metrics', 'Row per metric'),
          width: 12,
          shownWhen: ({ format }: AlertsQuery) => format !== 'counts',
        },
      ],
    },
  ],
  examples: () => [
    {
      title: t('help.now', 'What is alerting now'),
      text: t('help.now-text', 'One row per active alert; its title links to its events.'),
      query: {},
    },
    {
      title: t('help.then', 'What was alerting at the end of the time range'),
      text: t('help.then-text', 'Move the time picker to see what was active then.'),
      query: { at: '${__to}', metrics: true },
    },
  ],
};

const isOfAll = ({ alertId }: AlertEventsQuery) => !isFilled(alertId);
const hasRows = ({ format }: AlertEventsQuery) => format !== 'states';

export const alertEvents: About<typeof ALERT_EVENTS> = {
  name: () => t('type.alert-events', 'Alert events'),
  purpose: () => t('type.alert-events-for', 'Alert timelines as a table, logs or states'),
  nothing: () =>
    t('type.alert-events-none', 'No events found. Choose a longer range, another alert, or fewer filters.'),
  fields: () => [
    {
      label: t('alerts.events-editor.which', 'Events of'),
      fields: [
        {
          ...alertField(),
          optional: true,
          placeholder: t('alerts.events-editor.all', 'All active in the time range'),
        },
        ...alertFilters(isOfAll),
        {
          name: 'sequence',
          input: 'text',
          label: t('alerts.events-editor.sequence', 'Sequence'),
          tooltip: t('alerts.events-editor.sequence-for', "A single event, by its number in the alert's timeline."),
          placeholder: t('alerts.events-editor.all-events', 'All events'),
          optional: true,
          width: 14,
          check: (text) =>
            /^\d*$/.test(text.trim()) || mentionsVariable(text)
              ? undefined
              : t('alerts.events-editor.no-sequence', 'Enter a whole number of 0 or more, or a variable.'),
          shownWhen: (query: AlertEventsQuery) => !isOfAll(query) && hasRows(query),
        },
      ],
    },
    {
      label: t('alerts.events-editor.how', 'Display'),
      fields: [
        {
          name: 'format',
          input: 'choice',
          label: t('alerts.events-editor.format', 'Format'),
          options: [
            { value: 'table', label: t('alerts.events-editor.table', 'Table') },
            {
              value: 'logs',
              label: t('alerts.events-editor.logs', 'Logs'),
              description: t('alerts.events-editor.logs-for', "Log lines; the level reflects the alert's impact"),
            },
            {
              value: 'states',
              label: t('alerts.events-editor.states', 'States'),
              description: t('alerts.events-editor.states-for', "Each metric's severity, for a state timeline panel"),
            },
          ],
        },
        {
          name: 'changes',
          input: 'flag',
          label: t('alerts.events-editor.changes', 'Row per change'),
          width: 12,
          shownWhen: hasRows,
        },
        {
          ...limitField(t('alerts.events-editor.limit-for', 'If there are more, the most recent events are kept.')),
          shownWhen: hasRows,
        },
      ],
    },
  ],
  examples: () => [
    {
      title: t('help.logs', 'Alert timelines as logs'),
      text: t('help.logs-text', 'Created, updated and ended events of the alerts in the time range.'),
      query: { format: 'logs' },
    },
    {
      title: t('help.states', 'Which metric was first'),
      text: t('help.states-text', 'Each metric with its severity over time, for a state timeline panel.'),
      query: { format: 'states' },
    },
  ],
};

export const alertSearch: About<typeof ALERT_SEARCH> = {
  name: () => t('type.alert-search', 'Alert search'),
  purpose: () => t('type.alert-search-for', 'Alerts in the time range by text, impact, score, node or metric'),
  nothing: () =>
    t('type.alert-search-none', 'No alerts found. Choose a longer range, a lower score, or fewer filters.'),
  fields: () => [
    {
      label: t('alerts.search-editor.which', 'Filter'),
      fields: [
        ...alertFilters(),
        impactField(),
        {
          name: 'like',
          input: 'alert',
          label: t('alerts.search-editor.like', 'Similar to alert'),
          tooltip: t('alerts.search-editor.like-for', 'Only show earlier alerts that share metrics with this one.'),
          placeholder: t('alerts.search-editor.like-none', 'Any alert'),
          optional: true,
        },
        {
          name: 'lookBack',
          input: 'text',
          label: t('alerts.search-editor.look-back', 'Look back'),
          tooltip: t(
            'alerts.search-editor.look-back-for',
            'Also searches before the time range, this long before its end. For example 90d.'
          ),
          optional: true,
          shownWhen: ({ like }) => isFilled(like),
        },
        {
          name: 'besides',
          input: 'alert',
          label: t('alerts.search-editor.besides', 'Exclude alerts'),
          tooltip: t('alerts.search-editor.besides-for', 'These alerts are not shown.'),
          placeholder: t('alerts.search-editor.besides-none', 'None'),
          optional: true,
        },
        {
          name: 'minScore',
          input: 'text',
          label: t('alerts.search-editor.min-score', 'Minimum score'),
          check: numberError,
          optional: true,
          width: 14,
        },
      ],
    },
    {
      label: t('alerts.search-editor.how', 'Time and limit'),
      fields: [
        {
          name: 'at',
          input: 'moment',
          label: t('alerts.search-editor.at', 'At'),
          tooltip: t('alerts.search-editor.at-for', 'A point in time. Leave empty to search the time range.'),
          placeholder: t('alerts.search-editor.at-range', 'Time range'),
          optional: true,
        },
        {
          name: 'format',
          input: 'choice',
          label: t('alerts.search-editor.format', 'Format'),
          options: [
            {
              value: 'table',
              label: t('alerts.search-editor.table', 'Alerts'),
              description: t('alerts.search-editor.table-for', 'One row per alert'),
            },
            {
              value: 'incidents',
              label: t('alerts.search-editor.incidents', 'Incidents'),
              description: t('alerts.search-editor.incidents-for', 'One row for alerts that share metrics'),
            },
          ],
          width: 16,
        },
        {
          name: 'verdict',
          input: 'flag',
          label: t('alerts.search-editor.verdict', 'Verdict'),
          tooltip: t(
            'alerts.search-editor.verdict-for',
            'Compares the 10 most severe alerts with similar ones of the 90 days before each.'
          ),
          width: 12,
          shownWhen: ({ format }) => format !== 'incidents',
        },
        limitField(t('alerts.search-editor.limit-for', 'If there are more, the most recent alerts are kept.')),
      ],
    },
  ],
  examples: () => [
    {
      title: t('help.severe', 'Severe alerts in the time range'),
      text: t('help.severe-text', 'A search by impact; text, score, node and metric narrow it further.'),
      query: { impact: 'severe' },
    },
  ],
};

export const alertCounts: About<typeof ALERT_COUNTS> = {
  name: () => t('type.alert-counts', 'Alert counts'),
  purpose: () => t('type.alert-counts-for', 'How many alerts were active over time, by impact'),
  nothing: () => t('type.alert-counts-none', 'No counts. Choose a longer range, or fewer filters.'),
  fields: () => [
    {
      label: t('alerts.counts-editor.row', 'Alert counts'),
      fields: [
        ...alertFilters(),
        {
          name: 'bucket',
          input: 'choice',
          label: t('alerts.counts-editor.bucket', 'Bucket'),
          width: 16,
          options: [
            {
              value: 'auto',
              label: t('alerts.counts-editor.auto', 'auto'),
              description: t('alerts.counts-editor.auto-for', 'The finest that fits the panel'),
            },
            { value: '15m' },
            { value: '1h' },
            { value: '4h' },
            { value: '1d' },
          ],
        },
      ],
    },
  ],
  examples: () => [
    {
      title: t('help.counts', 'How many alerts were active over time'),
      text: t('help.counts-text', 'Stacked bars by impact.'),
      query: {},
    },
  ],
};
