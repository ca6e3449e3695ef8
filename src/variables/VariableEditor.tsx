import { type QueryEditorProps } from '@grafana/data';
import { t } from '@grafana/i18n';
import React from 'react';
import { type ServiceSource } from '../fields/props';
import { EditorRow, EditorRows } from '../fields/EditorRow';
import { AlertPicker, NodePicker, SystemPicker } from '../fields/pickers';
import { SelectInput } from '../fields/SelectInput';
import { TextInput } from '../fields/TextInput';
import { type AnomalyQuery, complete } from '../query/query';
import { toVariableQuery, VARIABLE, type VariableList } from './models';
import { type StoredSettings } from '../settings';
import { usePreview } from '../fields/usePreview';
import { VariablePreview } from './VariablePreview';

type Props = Pick<
  QueryEditorProps<ServiceSource, AnomalyQuery, StoredSettings, AnomalyQuery>,
  'query' | 'onChange' | 'datasource' | 'range'
>;

/** The editor of a template variable, with the first rows of its result. */
export default function VariableEditor({ query: stored, onChange, datasource, range }: Props) {
  const query = complete(toVariableQuery(stored), VARIABLE);
  const { list, systemId, nodeId, alertId, q } = query;
  const { context } = datasource;
  const preview = usePreview((request) => datasource.query(request), { ...query }, range);
  const change = (fields: Partial<typeof query>) => onChange({ ...query, ...fields });
  const lists: Array<{ value: VariableList; label: string; description?: string }> = [
    { value: 'systems', label: t('variables.editor.systems', 'Systems') },
    { value: 'nodes', label: t('variables.editor.nodes', 'Nodes') },
    { value: 'metrics', label: t('variables.editor.metrics', 'Metrics') },
    {
      value: 'series',
      label: t('variables.editor.series', 'Series'),
      description: t('variables.editor.series-about', 'Metrics with their nodes: only pairs that exist'),
    },
    { value: 'alerts', label: t('variables.editor.alerts', 'Alerts') },
  ];
  return (
    <EditorRows>
      <EditorRow label={t('variables.editor.row', 'Variable query')}>
        <SelectInput
          label={t('variables.editor.list', 'List')}
          options={lists}
          value={list}
          onChange={(value) => change({ list: value })}
        />
        {list !== 'systems' && (
          <SystemPicker
            context={context}
            range={range}
            value={systemId}
            onChange={(value) => change({ systemId: value })}
            optional
          />
        )}
        {(list === 'metrics' || list === 'series' || list === 'alerts') && (
          <NodePicker
            context={context}
            range={range}
            systemId={systemId}
            value={nodeId}
            onChange={(value) => change({ nodeId: value })}
            optional
          />
        )}
        <AlertPicker
          context={context}
          range={range}
          width={20}
          tooltip={
            list === 'alerts'
              ? t('variables.editor.alert-itself', 'Only this alert.')
              : t('variables.editor.alert-tooltip', 'Only what was part of this alert.')
          }
          value={alertId}
          onChange={(value) => change({ alertId: value })}
          optional
        />
        <TextInput
          label={t('variables.editor.q', 'Search')}
          tooltip={
            list === 'alerts'
              ? t('variables.editor.q-alerts', 'Goes to the service as its search text.')
              : t('variables.editor.q-names', 'Part of a name or an id.')
          }
          value={q}
          onCommit={(value) => change({ q: value })}
          optional
        />
      </EditorRow>
      <VariablePreview preview={preview} />
    </EditorRows>
  );
}
