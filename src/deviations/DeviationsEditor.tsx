import { t } from '@grafana/i18n';
import React from 'react';
import { change } from '../fields/change';
import { EditorRow } from '../fields/EditorRow';
import { NumberInput } from '../fields/NumberInput';
import { NodePicker, SystemPicker } from '../fields/pickers';
import { type EditorProps } from '../fields/props';
import { type DeviationsQuery } from './models';

/** Which metrics are ranked, and how many are shown. */
export default function DeviationsEditor(props: EditorProps<DeviationsQuery>) {
  const { query, context, range } = props;
  const set = change(props);
  return (
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
      <NumberInput
        label={t('deviations.editor.limit', 'Metrics')}
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
  );
}
