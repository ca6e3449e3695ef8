import { t } from '@grafana/i18n';
import React from 'react';
import { change } from '../fields/change';
import { EditorRow } from '../fields/EditorRow';
import { FilterList } from '../fields/FilterList';
import { NumberInput } from '../fields/NumberInput';
import { AlertPicker, NodePicker, SystemPicker } from '../fields/pickers';
import { type EditorProps } from '../fields/props';
import { SelectInput } from '../fields/SelectInput';
import { type LaneBy } from './lanes';
import { type DeviationsQuery } from './models';

/** Which metrics are ranked, how many are shown, and how. */
export default function DeviationsEditor(props: EditorProps<DeviationsQuery>) {
  const { query, context, range } = props;
  const set = change(props);
  const isLanes = query.format === 'lanes';
  return (
    <>
      <EditorRow label={t('deviations.editor.which', 'Which metrics are ranked')}>
        <SystemPicker
          context={context}
          range={range}
          value={query.systemId}
          onChange={(systemId) => set({ systemId })}
          optional
        />
        <NodePicker
          context={context}
          range={range}
          systemId={query.systemId}
          value={query.nodeId}
          onChange={(nodeId) => set({ nodeId })}
          optional
        />
        {!isLanes && (
          <AlertPicker
            context={context}
            range={range}
            optional
            label={t('deviations.editor.besides', 'Beside the alert')}
            tooltip={t(
              'deviations.editor.besides-for',
              'Only metrics that are not part of this alert and left their corridors within half an hour of its beginning, in that order.'
            )}
            placeholder={t('deviations.editor.besides-none', 'Any metric')}
            value={query.besides}
            onChange={(besides) => set({ besides })}
          />
        )}
        <FilterList query={query} onChange={(filters) => set({ filters } as Partial<DeviationsQuery>)} />
      </EditorRow>
      <EditorRow label={t('deviations.editor.how', 'How they are shown')}>
        <SelectInput<DeviationsQuery['format']>
          label={t('deviations.editor.format', 'Format')}
          width={24}
          value={query.format}
          onChange={(format) => set({ format })}
          options={[
            { value: 'table', label: t('deviations.editor.table', 'Table') },
            {
              value: 'lanes',
              label: t('deviations.editor.lanes', 'Lanes over time'),
              description: t(
                'deviations.editor.lanes-for',
                'For a state timeline or a heatmap: who was off, and when.'
              ),
            },
          ]}
        />
        {isLanes && (
          <SelectInput<LaneBy>
            label={t('deviations.editor.by', 'A lane for each')}
            tooltip={t('deviations.editor.by-for', 'The lane of a node or system shows the worst of its metrics.')}
            width={16}
            value={query.by}
            onChange={(by) => set({ by })}
            options={[
              { value: 'metric', label: t('deviations.editor.by-metric', 'Metric') },
              { value: 'node', label: t('deviations.editor.by-node', 'Node') },
              { value: 'system', label: t('deviations.editor.by-system', 'System') },
            ]}
          />
        )}
        <NumberInput
          label={isLanes ? t('deviations.editor.lane-limit', 'Lanes') : t('deviations.editor.limit', 'Metrics')}
          tooltip={t(
            'deviations.editor.limit-tooltip',
            'How many are shown, those most outside their corridors. Ranked are the metrics that the alerts and anomalies of the range name.'
          )}
          width={10}
          value={query.limit}
          fallback={20}
          max={50}
          onCommit={(limit) => set({ limit })}
        />
      </EditorRow>
    </>
  );
}
