import { css } from '@emotion/css';
import { CoreApp, type GrafanaTheme2, type QueryEditorProps } from '@grafana/data';
import { t } from '@grafana/i18n';
import { Stack, useStyles2 } from '@grafana/ui';
import React from 'react';
import { type Group } from '../present/descriptor';
import { withSettings, DESCRIPTORS } from '../families/families';
import { EditorRow } from './Labelled';
import { type ServiceSource } from '../table/field';
import { FieldsEditor } from './FieldsEditor';
import { SelectInput } from './inputs';
import { type AnomalyQuery, complete, type Model, type QueryOf } from '../ground/query';
import { type StoredSettings } from '../ground/settings';
import { type ListedType, withTypes } from './listed';
import { NextStep } from './NextStep';
import { isEqual } from 'lodash';

type HostProps = QueryEditorProps<ServiceSource, AnomalyQuery, StoredSettings>;

interface Props extends HostProps {
  types: readonly ListedType[];
}

/** The query editor: the type, and below it the fields of that type. */
export default withTypes<HostProps>(QueryEditor);

function QueryEditor({ types, query: stored, onChange, onRunQuery, datasource, app, range, data }: Props) {
  const styles = useStyles2(getStyles);
  const { context } = datasource;
  const query = withSettings(stored, context.settings);
  // An unknown type (for example from a newer version) is shown as the type that it runs as.
  const type = types.find(({ descriptor }) => descriptor.model.queryType === query.queryType) ?? types[0];
  const { model } = type.descriptor;
  const choose = (next: string) => {
    // If a query was no table, no transformation depends on the names of its columns.
    const isNew = model.queryType === 'metric' && app !== CoreApp.Explore;
    onChange({ ...switchType(stored, next), ...(isNew ? { headings: true } : {}) });
    onRunQuery();
  };
  return (
    <Stack direction="column" gap={0.5}>
      <EditorRow>
        <SelectInput
          label={t('editor.type.label', 'Query type')}
          width={25}
          value={model.queryType}
          options={types.map(({ descriptor, name, purpose, group }) => ({
            value: descriptor.model.queryType,
            label: name(),
            description: purpose(),
            group: groupNames()[group],
          }))}
          onChange={choose}
        />
        <div className={styles.about}>{type.purpose()}</div>
      </EditorRow>
      <FieldsEditor
        key={model.queryType}
        {...{ model, context, range, data, onRunQuery }}
        rows={type.fields()}
        query={complete(query, model)}
        onChange={(edited) => onChange(toStored(stored, edited, model))}
      />
      <NextStep type={type} query={query} data={data} />
    </Stack>
  );
}

function groupNames(): Record<Group, string> {
  return {
    metric: t('label.metric', 'Metric'),
    alerts: t('label.alerts', 'Alerts'),
    alert: t('editor.group.alert', 'One alert'),
    ranking: t('editor.group.ranking', 'Ranking'),
    report: t('editor.group.report', 'Report'),
    lists: t('editor.group.lists', "The service's own lists"),
  };
}

const getStyles = (theme: GrafanaTheme2) => ({
  about: css({
    flex: `1 1 ${theme.spacing(30)}`,
    alignSelf: 'flex-end',
    padding: theme.spacing(0.75, 0),
    fontSize: theme.typography.bodySmall.fontSize,
    color: theme.colors.text.secondary,
  }),
});

/**
 * What a dashboard stores after an edit: the previous stored query, and the fields of the edited query that differ from
 * it. An unchanged default is not stored, so that it can still change.
 */
export function toStored<M extends Model>(before: AnomalyQuery, edited: QueryOf<M>, model: M): AnomalyQuery {
  const shown: Record<string, unknown> = { ...complete(before, model) };
  const touched = Object.entries(edited).filter(([field, value]) => !isEqual(value, shown[field]));
  return {
    ...before,
    ...Object.fromEntries(touched),
    queryType: model.queryType,
  };
}

/** Fields for the subject of a query, in all types. */
const IDENTITY = ['systemId', 'nodeId', 'metricId', 'series', 'alertId', 'nodeName', 'metricName', 'systemName'];

/**
 * The stored query with another type. The subject stays if the new type has the field, and unknown fields stay, too. Other
 * fields are removed, including filters on columns.
 */
export function switchType(before: AnomalyQuery, to: string): AnomalyQuery {
  const { filters, ...query } = before;
  const models: Model[] = Object.values(DESCRIPTORS).map(({ model }) => model);
  const known = new Set(models.flatMap(({ fields }) => Object.keys(fields)));
  const next = models.find(({ queryType }) => queryType === to)?.fields ?? {};
  const kept = Object.entries(query).filter(
    ([field]) => !known.has(field) || (IDENTITY.includes(field) && field in next)
  );
  return { ...Object.fromEntries(kept), refId: before.refId, queryType: to };
}
