import { t } from '@grafana/i18n';
import React from 'react';
import { change } from '../editor/change';
import { EditorRow } from '../editor/fields/EditorRow';
import { MomentInput } from '../editor/fields/MomentInput';
import { SwitchInput } from '../editor/fields/SwitchInput';
import { type EditorProps } from '../editor/props';
import { FilterList } from '../explore/FilterList';
import { type AlertsQuery } from '../query';
import { AlertPicker } from '../editor/fields/AlertPicker';

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
      <SwitchInput
        label={t('alerts.editor.metrics', 'Row per metric')}
        value={query.metrics}
        onChange={(metrics) => set({ metrics })}
        width={12}
      />
      <FilterList query={query} onChange={(filters) => set({ filters } as Partial<AlertsQuery>)} />
    </EditorRow>
  );
}

const TO = '${__to}';
