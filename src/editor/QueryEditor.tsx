import { css } from '@emotion/css';
import { type GrafanaTheme2, type QueryEditorProps } from '@grafana/data';
import { t } from '@grafana/i18n';
import { LoadingPlaceholder, useStyles2 } from '@grafana/ui';
import React, { Suspense } from 'react';
import { withSettings } from '../families';
import { EditorRow, EditorRows } from '../fields/EditorRow';
import { type ServiceSource } from '../fields/props';
import { SelectInput } from '../fields/SelectInput';
import { type AnomalyQuery, complete } from '../query/query';
import { type StoredSettings } from '../settings';
import { type ListedType, withTypes } from './listed';
import { NextStep } from './NextStep';
import { switchType, toStored } from './stored';

type HostProps = QueryEditorProps<ServiceSource, AnomalyQuery, StoredSettings>;

interface Props extends HostProps {
  types: readonly ListedType[];
}

/** The query editor: the type, and below it what that type asks for. */
export default withTypes<HostProps>(QueryEditor);

function QueryEditor({ types, query: stored, onChange, datasource, ...props }: Props) {
  const styles = useStyles2(getStyles);
  const { onRunQuery } = props;
  const query = withSettings(stored, datasource.context.settings);
  // A type that the list does not have (from a newer version, say) is shown as what it runs as.
  const type = types.find(({ descriptor }) => descriptor.model.queryType === query.queryType) ?? types[0];
  const { model } = type.descriptor;
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
          onChange={(next) => {
            onChange(switchType(stored, model.queryType, next));
            onRunQuery();
          }}
        />
        <div className={styles.about}>{type.purpose()}</div>
      </EditorRow>
      <Suspense fallback={<LoadingPlaceholder text={t('editor.loading', 'Loading the editor…')} />}>
        <type.Editor
          key={model.queryType}
          {...props}
          context={datasource.context}
          query={complete(query, model)}
          onChange={(edited) => onChange(toStored(stored, edited, model))}
        />
      </Suspense>
      <NextStep type={type} query={query} data={props.data} />
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
