import { type QueryEditorProps } from '@grafana/data';
import { t } from '@grafana/i18n';
import React from 'react';
import { EditorRows } from '../fields/EditorRow';
import { type FieldRow, type ServiceSource } from '../fields/field';
import { FieldsEditor } from '../fields/FieldsEditor';
import { alertField, nodeField, searchField, systemField } from '../fields/sharedFields';
import { usePreview } from '../fields/usePreview';
import { type AnomalyQuery, complete } from '../query/query';
import { type StoredSettings } from '../settings';
import { toVariableQuery, VARIABLE, type VariableQuery } from './models';
import { VariablePreview } from './VariablePreview';

type Props = Pick<
  QueryEditorProps<ServiceSource, AnomalyQuery, StoredSettings, AnomalyQuery>,
  'query' | 'onChange' | 'datasource' | 'range'
>;

/** The editor of a template variable, with the first rows of its result. */
export default function VariableEditor({ query: stored, onChange, datasource, range }: Props) {
  const query = complete(toVariableQuery(stored), VARIABLE);
  const preview = usePreview((request) => datasource.query(request), { ...query }, range);
  return (
    <EditorRows>
      <FieldsEditor
        model={VARIABLE}
        rows={variableFields()}
        {...{ query, range }}
        onChange={(edited) => onChange({ ...edited })}
        context={datasource.context}
      />
      <VariablePreview preview={preview} />
    </EditorRows>
  );
}

const listsAlerts = ({ list }: VariableQuery) => list === 'alerts';
const listsNames = ({ list }: VariableQuery) => list !== 'alerts';

export function variableFields(): Array<FieldRow<VariableQuery>> {
  return [
    {
      label: t('variables.editor.row', 'Variable query'),
      fields: [
        {
          name: 'list',
          input: 'choice',
          label: t('variables.editor.list', 'List'),
          options: [
            { value: 'systems', label: t('variables.editor.systems', 'Systems') },
            { value: 'nodes', label: t('variables.editor.nodes', 'Nodes') },
            { value: 'metrics', label: t('variables.editor.metrics', 'Metrics') },
            {
              value: 'series',
              label: t('variables.editor.series', 'Series'),
              description: t('variables.editor.series-about', 'Metrics with their nodes: only existing pairs'),
            },
            { value: 'alerts', label: t('variables.editor.alerts', 'Alerts') },
          ],
        },
        { ...systemField(), shownWhen: ({ list }) => list !== 'systems' },
        { ...nodeField(), shownWhen: ({ list }) => list !== 'systems' && list !== 'nodes' },
        {
          ...alertField(),
          tooltip: t('variables.editor.alert-itself', 'Only this alert.'),
          optional: true,
          width: 20,
          shownWhen: listsAlerts,
        },
        {
          ...alertField(),
          tooltip: t('variables.editor.alert-tooltip', 'Only what was part of this alert.'),
          optional: true,
          width: 20,
          shownWhen: listsNames,
        },
        { ...searchField(), shownWhen: listsAlerts },
        {
          ...searchField(),
          tooltip: t('variables.editor.q-names', 'Part of a name or an ID.'),
          shownWhen: listsNames,
        },
      ],
    },
  ];
}
