import { type QueryEditorProps } from '@grafana/data';
import { t } from '@grafana/i18n';
import { Stack } from '@grafana/ui';
import React from 'react';
import { type FieldRow, type ServiceSource } from '../table/field';
import { FieldsEditor } from './FieldsEditor';
import { alertField, filterRow, nodeField, searchField, systemField } from '../table/sharedFields';
import { type AnomalyQuery, complete } from '../ground/query';
import { isFilled } from '../ground/shapes';
import { type StoredSettings } from '../ground/settings';
import { toVariableQuery, VARIABLE, type VariableQuery } from '../families/variables/models';

type Props = Pick<
  QueryEditorProps<ServiceSource, AnomalyQuery, StoredSettings, AnomalyQuery>,
  'query' | 'onChange' | 'datasource' | 'range'
>;

/** The editor of a template variable. Grafana itself shows the values below it. */
export default function VariableEditor({ query, onChange, datasource, range }: Props) {
  return (
    <Stack direction="column" gap={0.5}>
      <FieldsEditor
        model={VARIABLE}
        rows={variableFields()}
        query={complete(toVariableQuery(query), VARIABLE)}
        onChange={(edited) => onChange({ ...edited })}
        context={datasource.context}
        range={range}
      />
    </Stack>
  );
}

export function variableFields(): Array<FieldRow<VariableQuery>> {
  return [
    {
      label: filterRow(),
      fields: [
        {
          name: 'list',
          input: 'choice',
          options: [
            { value: 'systems', label: t('label.systems', 'Systems') },
            { value: 'nodes', label: t('label.nodes', 'Nodes') },
            { value: 'metrics', label: t('label.metrics', 'Metrics') },
            { value: 'series', label: t('label.series', 'Series') },
            { value: 'spread', label: t('variables.spread', 'Series in order of spread') },
            { value: 'others', label: t('variables.others', 'Series after the first') },
            { value: 'alerts', label: t('label.alerts', 'Alerts') },
          ],
        },
        { ...systemField(), shownWhen: ({ list }) => list !== 'systems' },
        {
          ...nodeField(),
          // A stored node also limits systems, so it is shown and can be removed.
          shownWhen: ({ list, nodeId }) => list !== 'nodes' && (list !== 'systems' || isFilled(nodeId)),
        },
        { ...alertField(), optional: true, width: 20 },
        searchField(),
      ],
    },
  ];
}
