import { css } from '@emotion/css';
import { CoreApp, type GrafanaTheme2, type QueryEditorProps } from '@grafana/data';
import { t } from '@grafana/i18n';
import { useStyles2 } from '@grafana/ui';
import React from 'react';
import { withSettings } from '../families';
import { EditorRow, EditorRows } from '../fields/EditorRow';
import { type ServiceSource } from '../fields/field';
import { FieldsEditor } from '../fields/FieldsEditor';
import { SelectInput } from '../fields/SelectInput';
import { type AnomalyQuery, complete } from '../query/query';
import { type StoredSettings } from '../settings';
import { type ListedType, withTypes } from './listed';
import { NextStep } from './NextStep';
import { switchType, toStored } from './stored';
import { useFirstSeries } from './useFirstSeries';

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
  // A type that the list does not have (from a newer version, say) is shown as what it runs as.
  const type = types.find(({ descriptor }) => descriptor.model.queryType === query.queryType) ?? types[0];
  const { model } = type.descriptor;
  const store = (next: AnomalyQuery) => {
    onChange(next);
    onRunQuery();
  };
  const startWithFirst = useFirstSeries(stored, store, context, range);
  const choose = (next: string) => {
    const switched = switchType(stored, next);
    store(switched);
    if (app === CoreApp.Explore) {
      startWithFirst(switched);
    }
  };
  return (
    <EditorRows>
      <EditorRow>
        <SelectInput
          label={t('editor.type.label', 'Query type')}
          width={25}
          value={model.queryType}
          options={types.map(({ descriptor, name, purpose }) => ({
            value: descriptor.model.queryType,
            label: name(),
            description: purpose(),
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
    </EditorRows>
  );
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
