import { t } from '@grafana/i18n';
import React from 'react';
import { change } from '../fields/change';
import { EditorRow } from '../fields/EditorRow';
import { AlertPicker } from '../fields/pickers';
import { MomentInput } from '../fields/MomentInput';
import { SelectInput } from '../fields/SelectInput';
import { SwitchInput } from '../fields/SwitchInput';
import { TextInput } from '../fields/TextInput';
import { type EditorProps } from '../fields/props';
import { FilterList } from '../fields/FilterList';
import { type AnomaliesFormat, type AnomaliesQuery, type AnomalyScope } from './models';
import { METERED } from './read';

/** Scopes whose answers are as of a time. */
const AS_OF: readonly AnomalyScope[] = ['current', 'unread'];

/** The editor of anomalies: which ones, then how. */
export default function AnomaliesEditor(props: EditorProps<AnomaliesQuery>) {
  const { query, context, range } = props;
  const set = change(props);
  const { scope } = query;
  const metered = METERED.has(scope);
  return (
    <EditorRow label={t('anomalies.editor.row', 'Anomalies')}>
      <SelectInput<AnomalyScope>
        label={t('anomalies.editor.scope', 'Which')}
        value={scope}
        onChange={(next) => set({ scope: next })}
        options={scopes()}
      />
      {(scope === 'alert' || scope === 'update') && (
        <AlertPicker context={context} range={range} value={query.alertId} onChange={(alertId) => set({ alertId })} />
      )}
      {scope === 'update' && (
        <TextInput
          label={t('anomalies.editor.update', 'Update')}
          tooltip={t('anomalies.editor.update-for', "The updateId of a row of the alert's updates.")}
          width={30}
          value={query.updateId}
          onCommit={(updateId) => set({ updateId })}
        />
      )}
      {AS_OF.includes(scope) && (
        <MomentInput
          label={t('anomalies.editor.to', 'Until')}
          optional
          value={query.to}
          onCommit={(to) => set({ to })}
        />
      )}
      {metered && (
        <SwitchInput
          label={t('anomalies.editor.with-metrics', 'With metrics')}
          tooltip={t('anomalies.editor.with-metrics-for', "Asks for the metrics' datapoints too.")}
          value={query.withMetrics}
          onChange={(withMetrics) => set({ withMetrics, ...(withMetrics ? {} : { format: 'table' }) })}
          width={12}
        />
      )}
      {metered && query.withMetrics && (
        <SelectInput<AnomaliesFormat>
          label={t('anomalies.editor.format', 'Format')}
          value={query.format}
          onChange={(format) => set({ format })}
          options={[
            { value: 'table', label: t('anomalies.editor.table', 'Table') },
            {
              value: 'timeseries',
              label: t('anomalies.editor.timeseries', 'Time series'),
              description: t('anomalies.editor.timeseries-for', 'The datapoints in their corridors'),
            },
          ]}
        />
      )}
      <FilterList query={query} onChange={(filters) => set({ filters } as Partial<AnomaliesQuery>)} />
    </EditorRow>
  );
}

function scopes() {
  return [
    {
      value: 'range' as const,
      label: t('anomalies.editor.range', 'In the range'),
      description: t('anomalies.editor.range-for', "Those of the panel's range"),
    },
    {
      value: 'current' as const,
      label: t('anomalies.editor.current', 'Current'),
      description: t('anomalies.editor.current-for', 'Those that go on, now or at a time'),
    },
    {
      value: 'unread' as const,
      label: t('anomalies.editor.unread', 'Unread'),
      description: t('anomalies.editor.unread-for', 'New, updated and closed ones'),
    },
    {
      value: 'alert' as const,
      label: t('anomalies.editor.alert', 'Updates of an alert'),
      description: t('anomalies.editor.alert-for', 'One row per update'),
    },
    {
      value: 'update' as const,
      label: t('anomalies.editor.one-update', 'One update'),
      description: t('anomalies.editor.one-update-for', 'The anomaly as of that update'),
    },
  ];
}
