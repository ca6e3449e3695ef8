import { t } from '@grafana/i18n';
import React from 'react';
import { change } from '../fields/change';
import { EditorRow } from '../fields/EditorRow';
import { MomentInput } from '../fields/MomentInput';
import { AlertPicker } from '../fields/pickers';
import { NumberInput } from '../fields/NumberInput';
import { SelectInput, term } from '../fields/SelectInput';
import { SwitchInput } from '../fields/SwitchInput';
import { TextInput } from '../fields/TextInput';
import { mentionsVariable } from '../query/texts';
import { type EditorProps } from '../fields/props';
import { FilterList } from '../fields/FilterList';
import { type AlertSearchQuery, type ImpactChoice } from './models';
import { AlertFilterFields } from '../fields/AlertFilterFields';

/** The editor of alert searches. */
export default function AlertSearchEditor(props: EditorProps<AlertSearchQuery>) {
  const { query, context, range } = props;
  const set = change(props);
  return (
    <>
      <EditorRow label={t('alerts.search-editor.which', 'Which alerts')}>
        <AlertFilterFields query={query} context={context} range={range} onChange={set} />
        <SelectInput<ImpactChoice>
          label={t('alerts.search-editor.impact', 'Impact')}
          width={16}
          value={query.impact}
          onChange={(impact) => set({ impact })}
          options={[
            { value: 'any', label: t('alerts.search-editor.any-impact', 'any') },
            term('low', ''),
            term('medium', ''),
            term('high', ''),
            term('severe', ''),
          ]}
        />
        <AlertPicker
          context={context}
          range={range}
          optional
          label={t('alerts.search-editor.like', 'Before, and like')}
          tooltip={t(
            'alerts.search-editor.like-for',
            'Only alerts that began before this one and share metrics with it: whether it has happened before.'
          )}
          placeholder={t('alerts.search-editor.like-none', 'Any alert')}
          value={query.like}
          onChange={(like) => set({ like })}
        />
        <AlertPicker
          context={context}
          range={range}
          optional
          label={t('alerts.search-editor.besides', 'All but')}
          tooltip={t('alerts.search-editor.besides-for', 'Alerts that are left out.')}
          placeholder={t('alerts.search-editor.besides-none', 'Leave out none')}
          value={query.besides}
          onChange={(besides) => set({ besides })}
        />
        <TextInput
          label={t('alerts.search-editor.min-score', 'Least score')}
          optional
          width={14}
          value={query.minScore}
          check={(text) =>
            text.trim() !== '' && !mentionsVariable(text) && !Number.isFinite(Number(text))
              ? t('alerts.search-editor.no-number', 'Not a number.')
              : undefined
          }
          onCommit={(minScore) => set({ minScore: minScore.trim() })}
        />
      </EditorRow>
      <EditorRow label={t('alerts.search-editor.how', 'When and how many')}>
        <MomentInput
          label={t('alerts.search-editor.at', 'At')}
          tooltip={t(
            'alerts.search-editor.at-for',
            "A point in time; where it is empty, the panel's range is searched."
          )}
          placeholder={t('alerts.search-editor.at-range', "The panel's range")}
          optional
          value={query.at}
          onCommit={(at) => set({ at })}
        />
        <NumberInput
          label={t('alerts.search-editor.limit', 'Limit')}
          tooltip={t('alerts.search-editor.limit-for', 'Where it cuts, the alerts that were seen last are kept.')}
          width={14}
          fallback={1000}
          value={query.limit}
          onCommit={(limit) => set({ limit })}
        />
        <SwitchInput
          label={t('alerts.search-editor.movers', 'What moved first')}
          tooltip={t(
            'alerts.search-editor.movers-for',
            'Which metric each alert began with: its events tell, which takes a request for each of the first ones.'
          )}
          width={16}
          value={query.movers}
          onChange={(movers) => set({ movers })}
        />
        <FilterList query={query} onChange={(filters) => set({ filters } as Partial<AlertSearchQuery>)} />
      </EditorRow>
    </>
  );
}
