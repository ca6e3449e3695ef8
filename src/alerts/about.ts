import { t } from '@grafana/i18n';
import { lazy } from 'react';
import { type About } from '../descriptor';
import { type ALERT_COUNTS, type ALERT_EVENTS, type ALERT_SEARCH, type ALERTS } from './models';

export const alerts: About<typeof ALERTS> = {
  name: () => t('type.alerts', 'Alerts'),
  purpose: () => t('type.alerts-for', 'What is alerting now, or was at a point in time'),
  nothing: () =>
    t(
      'type.alerts-none',
      'The service lists no active alert for that time. The query type Alert search also finds those that have ended.'
    ),
  Editor: lazy(() => import('./AlertsEditor')),
  examples: () => [
    {
      title: t('help.now', 'What is alerting now'),
      text: t('help.now-text', 'One row per active alert; its title leads to its events.'),
      query: {},
    },
    {
      title: t('help.then', "What was alerting at the range's end"),
      text: t('help.then-text', 'Move the time picker, and the table replays what was active then.'),
      query: { at: '${__to}', metrics: true },
    },
  ],
};

export const alertEvents: About<typeof ALERT_EVENTS> = {
  name: () => t('type.alert-events', 'Alert events'),
  purpose: () => t('type.alert-events-for', 'How alerts went: their timeline as table, logs or states'),
  nothing: () =>
    t('type.alert-events-none', 'No event was found. Choose a longer range, another alert, or fewer filters.'),
  Editor: lazy(() => import('./AlertEventsEditor')),
  examples: ({ alert }) => [
    ...(alert
      ? [
          {
            title: t('help.timeline', 'How the worst alert of now went'),
            text: t('help.timeline-text', '{{title}}, change by change: which metric joined, grew worse, or left.', {
              title: alert.title,
              interpolation: { escapeValue: false },
            }),
            query: { alertId: alert.alertId, changes: true },
          },
        ]
      : []),
    {
      title: t('help.logs', 'How alerts went, as logs'),
      text: t('help.logs-text', "Created, updated and ended events of the range's alerts."),
      query: { format: 'logs' },
    },
    {
      title: t('help.states', 'Which metric moved first'),
      text: t('help.states-text', 'Each metric with its severity over time, for a state timeline panel.'),
      query: { format: 'states' },
    },
  ],
};

export const alertSearch: About<typeof ALERT_SEARCH> = {
  name: () => t('type.alert-search', 'Alert search'),
  purpose: () => t('type.alert-search-for', "The range's alerts by text, impact, score, node or metric"),
  nothing: () =>
    t('type.alert-search-none', 'No alert was found. Choose a longer range, a lower score, or fewer filters.'),
  Editor: lazy(() => import('./AlertSearchEditor')),
  examples: () => [
    {
      title: t('help.severe', "The range's severe alerts"),
      text: t('help.severe-text', 'A search by impact; text, score, node and metric narrow it further.'),
      query: { impact: 'severe' },
    },
  ],
};

export const alertCounts: About<typeof ALERT_COUNTS> = {
  name: () => t('type.alert-counts', 'Alert counts'),
  purpose: () => t('type.alert-counts-for', 'How many alerts were active over time, by impact'),
  nothing: () => t('type.alert-counts-none', 'No counts were given. Choose a longer range, or fewer filters.'),
  Editor: lazy(() => import('./AlertCountsEditor')),
  examples: () => [
    {
      title: t('help.counts', 'How many alerts were active over time'),
      text: t('help.counts-text', 'Stacked bars by impact.'),
      query: {},
    },
  ],
};
