import { t } from '@grafana/i18n';
import { type About, nothingFound } from '../../present/descriptor';
import { alertField, filterRow, formatField, tableOption } from '../../table/sharedFields';
import { METERED, type ANOMALIES, type AnomaliesQuery } from './models';

const isOfAlert = ({ scope }: Pick<AnomaliesQuery, 'scope'>) => scope === 'alert' || scope === 'update';
const isMetered = ({ scope }: AnomaliesQuery) => METERED.has(scope);

const purpose = () => t('type.anomalies-for', 'Groups of metrics that left their corridors, as a table or time series');

export const anomalies: About<typeof ANOMALIES> = {
  name: () => t('label.anomalies', 'Anomalies'),
  group: 'lists',
  purpose,
  missing: () => t('type.anomalies-missing', 'Choose an alert. A single update also needs its ID.'),
  nothing: nothingFound,
  fields: () => [
    {
      label: filterRow(),
      fields: [
        {
          name: 'scope',
          input: 'choice',
          options: [
            { value: 'range', label: t('anomalies.editor.range', 'In the range') },
            { value: 'current', label: t('anomalies.editor.current', 'Current') },
            {
              value: 'unread',
              label: t('anomalies.editor.unread', 'Unread'),
              description: t(
                'anomalies.editor.unread-for',
                "Updates that weren't returned before. Not for dashboards: each may be returned only once."
              ),
            },
            { value: 'alert', label: t('anomalies.editor.alert', 'All updates of an anomaly') },
            { value: 'update', label: t('anomalies.editor.one-update', 'Single update') },
          ],
        },
        { ...alertField(), shownWhen: isOfAlert },
        {
          name: 'updateId',
          input: 'text',
          width: 30,
          shownWhen: ({ scope }: AnomaliesQuery) => scope === 'update',
        },
        {
          name: 'to',
          input: 'moment',
          optional: true,
          // A stored time also limits a range, so it is shown and can be removed.
          shownWhen: ({ scope, to }: AnomaliesQuery) => !isOfAlert({ scope }) && (scope !== 'range' || to !== ''),
        },
        {
          name: 'withMetrics',
          input: 'flag',
          width: 12,
          shownWhen: isMetered,
        },
        {
          ...formatField([
            tableOption(),
            { value: 'timeseries', label: t('anomalies.editor.timeseries', 'Time series') },
          ]),
          // A stored one that needs metrics can be changed back.
          shownWhen: (query: AnomaliesQuery) => isMetered(query) && (query.withMetrics || query.format !== 'table'),
        },
      ],
    },
  ],
  examples: () => [{ title: purpose(), query: { scope: 'range', withMetrics: true } }],
};
