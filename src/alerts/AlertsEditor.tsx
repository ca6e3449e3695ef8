import { t } from '@grafana/i18n';
import React from 'react';
import { change } from '../fields/change';
import { EditorRow } from '../fields/EditorRow';
import { AlertPicker } from '../fields/pickers';
import { MomentInput } from '../fields/MomentInput';
import { SelectInput } from '../fields/SelectInput';
import { SwitchInput } from '../fields/SwitchInput';
import { type EditorProps } from '../fields/props';
import { FilterList } from '../fields/FilterList';
import { type AlertsFormat, type AlertsQuery } from './models';

/** The editor of the alert list and of single alerts. */
export default function AlertsEditor(props: EditorProps<AlertsQuery>) {
  const { query, context, range } = props;
  const set = change(props);
  return (
    <EditorRow label={t('alerts.editor.row', 'Alerts')}>
      <AlertPicker
        context={context}
        range={range}
        optional
        value={query.alertId}
        placeholder={t('alerts.editor.all-alerts', 'All alerts')}
        onChange={(alertId) => set({ alertId })}
      />
      <MomentInput
        label={t('alerts.editor.at', 'At')}
        tooltip={t(
          'alerts.editor.at-for',
          "The point in time: ISO 8601, epoch milliseconds, date math or a variable. {{example}} follows the time picker's end.",
          { example: TO, interpolation: { escapeValue: false } }
        )}
        optional
        value={query.at}
        onCommit={(at) => set({ at })}
      />
      <SelectInput
        label={t('alerts.editor.format', 'Format')}
        value={query.format}
        onChange={(format) => set({ format })}
        options={formats()}
        width={14}
      />
      {query.format !== 'counts' && (
        <SwitchInput
          label={t('alerts.editor.metrics', 'Row per metric')}
          value={query.metrics}
          onChange={(metrics) => set({ metrics })}
          width={12}
        />
      )}
      <FilterList query={query} onChange={(filters) => set({ filters } as Partial<AlertsQuery>)} />
    </EditorRow>
  );
}

function formats(): Array<{ value: AlertsFormat; label: string; description?: string }> {
  return [
    { value: 'table', label: t('alerts.format.table', 'Table') },
    {
      value: 'counts',
      label: t('alerts.format.counts', 'Counts'),
      description: t('alerts.format.counts-for', 'How many are active, by impact'),
    },
  ];
}

const TO = '${__to}';
