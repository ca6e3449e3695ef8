import { t } from '@grafana/i18n';
import { type About, nothingFound } from '../../present/descriptor';
import {
  nameFields,
  alertField,
  alertFilters,
  autoOption,
  displayRow,
  filterRow,
  formatField,
  impactField,
  limitField,
  numberError,
  tableOption,
  wholeNumberFrom,
} from '../../table/sharedFields';
import { isFilled, mentionsVariable } from '../../ground/shapes';
import {
  type ALERT_COUNTS,
  type ALERT_EVENTS,
  type ALERT_SEARCH,
  type AlertEventsQuery,
  type AlertSearchQuery,
  type ALERTS,
  type AlertsQuery,
} from './models';

/** An example, the same in every language. */
const LOOK_BACK = '90d';

const alertsFor = () => t('type.alerts-for', 'What is alerting now, or was at a point in time');
const alertEventsFor = () => t('type.alert-events-for', 'Alert timelines as a table, logs or states');
const alertSearchFor = () =>
  t('type.alert-search-for', 'Alerts in the time range by text, impact, score, node or metric');
const alertCountsFor = () => t('type.alert-counts-for', 'How many alerts were active over time, by impact');

const isLike = ({ like }: AlertSearchQuery) => isFilled(like);
const isOfAll = ({ alertId }: AlertEventsQuery) => !isFilled(alertId);
const hasRows = ({ format }: AlertEventsQuery) => format !== 'states';

export const alerts: About<typeof ALERTS> = {
  name: () => t('label.alerts', 'Alerts'),
  group: 'alerts',
  purpose: alertsFor,
  nothing: () => t('type.alerts-none', 'No alert was active. Alert search also finds ended alerts.'),
  fields: () => [
    {
      label: filterRow(),
      fields: [
        { ...alertField(), optional: true, placeholder: allAlerts() },
        { ...atField(), optional: true },
        {
          ...formatField([tableOption(), { value: 'counts', label: t('alerts.format.counts', 'Counts') }]),
          width: 14,
        },
        {
          name: 'metrics',
          input: 'flag',
          width: 12,
          shownWhen: ({ format }: AlertsQuery) => format !== 'counts',
        },
      ],
    },
  ],
  examples: () => [
    { title: alertsFor(), query: {} },
    { title: t('alerts.editor.metrics', 'Row per metric'), query: { at: '${__to}', metrics: true } },
  ],
};

export const alertEvents: About<typeof ALERT_EVENTS> = {
  name: () => t('label.alert-events', 'Alert events'),
  group: 'alerts',
  purpose: alertEventsFor,
  nothing: nothingFound,
  fields: () => [
    {
      label: filterRow(),
      fields: [
        { ...alertField(), optional: true, placeholder: allAlerts() },
        ...alertFilters(isOfAll),
        ...nameFields(isOfAll),
        {
          name: 'sequence',
          input: 'text',
          optional: true,
          width: 14,
          check: (text) => (/^\d*$/.test(text.trim()) || mentionsVariable(text) ? undefined : wholeNumberFrom(0)),
          shownWhen: (query: AlertEventsQuery) => !isOfAll(query) && hasRows(query),
        },
      ],
    },
    {
      label: displayRow(),
      fields: [
        formatField([
          tableOption(),
          { value: 'logs', label: t('alerts.events-editor.logs', 'Logs') },
          { value: 'states', label: t('alerts.events-editor.states', 'States') },
        ]),
        {
          name: 'changes',
          input: 'flag',
          width: 12,
          shownWhen: hasRows,
        },
        { ...limitField(), shownWhen: hasRows },
      ],
    },
  ],
  examples: () => [
    { title: alertEventsFor(), query: { format: 'logs' } },
    { title: t('alerts.events-editor.states', 'States'), query: { format: 'states' } },
  ],
};

export const alertSearch: About<typeof ALERT_SEARCH> = {
  name: () => t('type.alert-search', 'Alert search'),
  group: 'alerts',
  purpose: alertSearchFor,
  nothing: nothingFound,
  fields: () => [
    {
      label: filterRow(),
      fields: [
        ...alertFilters(),
        ...nameFields<AlertSearchQuery>(),
        impactField(),
        {
          name: 'state',
          input: 'choice',
          width: 14,
          options: [
            { value: '', label: t('option.any', 'any') },
            { value: 'active', label: t('tables.active', 'active') },
            { value: 'ended', label: t('words.ended', 'ended') },
          ],
        },
        { ...alertField(), name: 'like', optional: true },
        {
          name: 'lookBack',
          input: 'text',
          placeholder: LOOK_BACK,
          optional: true,
          // A search at a moment has no range.
          shownWhen: (query) => isLike(query) || !isFilled(query.at),
        },
        {
          name: 'ended',
          input: 'flag',
          tooltip: t('alerts.search-editor.ended-for', 'For the three newest: one more request each'),
          shownWhen: (query) => isLike(query) && query.format === 'table',
        },
        {
          ...alertField(),
          name: 'besides',
          optional: true,
        },
        {
          name: 'minScore',
          input: 'text',
          check: numberError,
          optional: true,
          width: 14,
        },
      ],
    },
    {
      label: displayRow(),
      fields: [
        { ...atField(), placeholder: t('alerts.search-editor.at-range', 'Time range'), optional: true },
        formatField([
          { value: 'table', label: t('label.alerts', 'Alerts') },
          {
            value: 'incidents',
            label: t('incidents.table', 'Incidents'),
            description: t('alerts.search-editor.incidents-for', 'One row for alerts that share metrics'),
          },
        ]),
        {
          name: 'earlier',
          input: 'flag',
          tooltip: t('alerts.search-editor.earlier-for', 'How often the first metric of active alerts alerted before'),
        },
        {
          name: 'distance',
          input: 'flag',
          tooltip: t(
            'alerts.search-editor.distance-for',
            'The first metric of active incidents: one more request each'
          ),
          shownWhen: ({ format }) => format === 'incidents',
        },
        {
          name: 'sort',
          input: 'choice',
          width: 14,
          options: [
            { value: '', label: t('label.impact', 'Impact') },
            { value: 'newest', label: t('column.since', 'Since') },
            { value: 'longest', label: t('column.duration', 'Duration') },
          ],
          shownWhen: (query) => query.format === 'table' && !isLike(query),
        },
        limitField(),
      ],
    },
  ],
  examples: () => [{ title: alertSearchFor(), query: { impact: ['severe'] } }],
};

export const alertCounts: About<typeof ALERT_COUNTS> = {
  name: () => t('type.alert-counts', 'Alert counts'),
  group: 'alerts',
  purpose: alertCountsFor,
  nothing: nothingFound,
  fields: () => [
    {
      label: filterRow(),
      fields: [
        ...alertFilters(),
        {
          name: 'bucket',
          input: 'choice',
          width: 16,
          options: [autoOption(), { value: '15m' }, { value: '1h' }, { value: '4h' }, { value: '1d' }],
        },
      ],
    },
  ],
  examples: () => [{ title: alertCountsFor(), query: {} }],
};

function atField() {
  return { name: 'at' as const, input: 'moment' as const };
}

function allAlerts(): string {
  return t('option.any', 'any');
}
