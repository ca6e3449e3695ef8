import { t } from '@grafana/i18n';
import React from 'react';
import { AlertFilterFields } from '../fields/AlertFilterFields';
import { change } from '../fields/change';
import { EditorRow } from '../fields/EditorRow';
import { FilterList } from '../fields/FilterList';
import { NumberInput } from '../fields/NumberInput';
import { type EditorProps } from '../fields/props';
import { SelectInput, term } from '../fields/SelectInput';
import { type AlertReportQuery, type By } from './models';

/** The editor of alert reports: what its rows are, and which alerts it counts. */
export default function AlertReportEditor(props: EditorProps<AlertReportQuery>) {
  const { query, context, range } = props;
  const set = change(props);
  return (
    <>
      <EditorRow label={t('report.editor.rows', 'What the rows are')}>
        <SelectInput<By>
          label={t('report.editor.by', 'By')}
          tooltip={t(
            'report.editor.by-for',
            'What the alerts are added up by. By system, node and metric an alert counts once for each that it names.'
          )}
          width={20}
          value={query.by}
          onChange={(by) => set({ by })}
          options={[
            { value: 'impact', label: t('report.editor.by-impact', 'Impact') },
            { value: 'day', label: t('report.editor.by-day', 'Day') },
            { value: 'system', label: t('report.editor.by-system', 'System') },
            { value: 'node', label: t('report.editor.by-node', 'Node') },
            { value: 'metric', label: t('report.editor.by-metric', 'Metric') },
          ]}
        />
        <NumberInput
          label={t('report.editor.limit', 'Alerts at most')}
          tooltip={t(
            'report.editor.limit-for',
            'So many are counted of the range, and of the span before it. Where it cuts, the alerts that were seen last are kept.'
          )}
          width={16}
          fallback={1000}
          value={query.limit}
          onCommit={(limit) => set({ limit })}
        />
      </EditorRow>
      <EditorRow label={t('report.editor.which', 'Which alerts are counted')}>
        <AlertFilterFields query={query} context={context} range={range} onChange={set} />
        <SelectInput<AlertReportQuery['impact']>
          label={t('report.editor.impact', 'Impact')}
          width={16}
          value={query.impact}
          onChange={(impact) => set({ impact })}
          options={[
            { value: 'any', label: t('report.editor.any-impact', 'any') },
            term('low', ''),
            term('medium', ''),
            term('high', ''),
            term('severe', ''),
          ]}
        />
        <FilterList query={query} onChange={(filters) => set({ filters } as Partial<AlertReportQuery>)} />
      </EditorRow>
    </>
  );
}
