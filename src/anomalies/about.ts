import { t } from '@grafana/i18n';
import { type About } from '../descriptor';
import { alertField } from '../fields/sharedFields';
import { METERED } from './metered';
import { type ANOMALIES, type AnomaliesQuery } from './models';

const isOfAlert = ({ scope }: AnomaliesQuery) => scope === 'alert' || scope === 'update';
const isMetered = ({ scope }: AnomaliesQuery) => METERED.has(scope);

export const anomalies: About<typeof ANOMALIES> = {
  name: () => t('type.anomalies', 'Anomalies'),
  purpose: () => t('type.anomalies-for', 'Groups of metrics that left their corridors, as a table or time series'),
  missing: () =>
    t(
      'type.anomalies-missing',
      'Choose an alert. One update also needs its ID: the updateId of an update of the alert.'
    ),
  nothing: () =>
    t('type.anomalies-none', 'No anomalies found. Choose a longer range, another scope, or fewer filters.'),
  fields: () => [
    {
      label: t('anomalies.editor.row', 'Anomalies'),
      fields: [
        {
          name: 'scope',
          input: 'choice',
          label: t('anomalies.editor.scope', 'Scope'),
          options: [
            {
              value: 'range',
              label: t('anomalies.editor.range', 'In the range'),
              description: t('anomalies.editor.range-for', 'All in the time range'),
            },
            {
              value: 'current',
              label: t('anomalies.editor.current', 'Current'),
              description: t('anomalies.editor.current-for', 'Ongoing, now or at a given time'),
            },
            {
              value: 'unread',
              label: t('anomalies.editor.unread', 'Unread'),
              description: t(
                'anomalies.editor.unread-for',
                'New, updated and closed. The service may remember what it returned: do not use it in anything that refreshes.'
              ),
            },
            {
              value: 'alert',
              label: t('anomalies.editor.alert', 'Updates of an alert'),
              description: t('anomalies.editor.alert-for', 'One row per update'),
            },
            {
              value: 'update',
              label: t('anomalies.editor.one-update', 'One update'),
              description: t('anomalies.editor.one-update-for', 'The anomaly as of that update'),
            },
          ],
        },
        { ...alertField(), shownWhen: isOfAlert },
        {
          name: 'updateId',
          input: 'text',
          label: t('anomalies.editor.update', 'Update'),
          tooltip: t('anomalies.editor.update-for', "The updateId from the alert's update list."),
          width: 30,
          shownWhen: ({ scope }: AnomaliesQuery) => scope === 'update',
        },
        {
          name: 'to',
          input: 'moment',
          label: t('anomalies.editor.to', 'Until'),
          optional: true,
          shownWhen: ({ scope }: AnomaliesQuery) => scope === 'current' || scope === 'unread',
        },
        {
          name: 'withMetrics',
          input: 'flag',
          label: t('anomalies.editor.with-metrics', 'With metrics'),
          tooltip: t('anomalies.editor.with-metrics-for', "Also loads the metrics' datapoints."),
          width: 12,
          shownWhen: isMetered,
        },
        {
          name: 'format',
          input: 'choice',
          label: t('anomalies.editor.format', 'Format'),
          options: [
            { value: 'table', label: t('anomalies.editor.table', 'Table') },
            {
              value: 'timeseries',
              label: t('anomalies.editor.timeseries', 'Time series'),
              description: t('anomalies.editor.timeseries-for', 'The datapoints in their corridors'),
            },
          ],
          // A stored one that needs metrics can be undone.
          shownWhen: (query: AnomaliesQuery) => isMetered(query) && (query.withMetrics || query.format !== 'table'),
        },
      ],
    },
  ],
  examples: () => [
    {
      title: t('help.anomalies', 'Anomalies in the time range with their metrics'),
      text: t('help.anomalies-text', 'One row per metric that left its corridors.'),
      query: { scope: 'range', withMetrics: true },
    },
  ],
};
