import { t } from '@grafana/i18n';
import React from 'react';
import { change } from '../fields/change';
import { EditorRow } from '../fields/EditorRow';
import { AlertPicker } from '../fields/pickers';
import { NumberInput } from '../fields/NumberInput';
import { SelectInput } from '../fields/SelectInput';
import { SwitchInput } from '../fields/SwitchInput';
import { TextInput } from '../fields/TextInput';
import { isFilled, mentionsVariable } from '../query/texts';
import { type EditorProps } from '../fields/props';
import { FilterList } from '../fields/FilterList';
import { type AlertEventsFormat, type AlertEventsQuery } from './models';
import { AlertFilterFields } from '../fields/AlertFilterFields';

/** The editor of alert events: of one alert, or of those that were active in the range. */
export default function AlertEventsEditor(props: EditorProps<AlertEventsQuery>) {
  const { query, context, range } = props;
  const set = change(props);
  const ofOne = isFilled(query.alertId);
  const states = query.format === 'states';
  return (
    <>
      <EditorRow label={t('alerts.events-editor.which', 'Whose events')}>
        <AlertPicker
          context={context}
          range={range}
          optional
          value={query.alertId}
          placeholder={t('alerts.events-editor.all', 'All that were active in the range')}
          onChange={(alertId) => set({ alertId })}
        />
        {!ofOne && <AlertFilterFields query={query} context={context} range={range} onChange={set} />}
        {ofOne && !states && (
          <TextInput
            label={t('alerts.events-editor.sequence', 'Sequence')}
            tooltip={t('alerts.events-editor.sequence-for', "A single event by its place in the alert's timeline.")}
            placeholder={t('alerts.events-editor.all-events', 'All events')}
            optional
            width={14}
            value={query.sequence}
            check={(text) =>
              /^\d*$/.test(text.trim()) || mentionsVariable(text)
                ? undefined
                : t('alerts.events-editor.no-sequence', 'A whole number from 0 on, or a variable.')
            }
            onCommit={(sequence) => set({ sequence: sequence.trim() })}
          />
        )}
      </EditorRow>
      <EditorRow label={t('alerts.events-editor.how', 'Display')}>
        <SelectInput<AlertEventsFormat>
          label={t('alerts.events-editor.format', 'Format')}
          value={query.format}
          onChange={(format) => set({ format })}
          options={[
            { value: 'table', label: t('alerts.events-editor.table', 'Table') },
            {
              value: 'logs',
              label: t('alerts.events-editor.logs', 'Logs'),
              description: t('alerts.events-editor.logs-for', 'Lines with their level from the impact'),
            },
            {
              value: 'states',
              label: t('alerts.events-editor.states', 'States'),
              description: t('alerts.events-editor.states-for', "Each metric's severity, for a state timeline panel"),
            },
          ]}
        />
        {!states && (
          <>
            <SwitchInput
              label={t('alerts.events-editor.changes', 'Row per change')}
              value={query.changes}
              onChange={(changes) => set({ changes })}
              width={12}
            />
            <NumberInput
              label={t('alerts.events-editor.limit', 'Limit')}
              tooltip={t('alerts.events-editor.limit-for', 'Where it cuts, the newest events are kept.')}
              width={14}
              fallback={1000}
              value={query.limit}
              onCommit={(limit) => set({ limit })}
            />
          </>
        )}
        <FilterList query={query} onChange={(filters) => set({ filters } as Partial<AlertEventsQuery>)} />
      </EditorRow>
    </>
  );
}
