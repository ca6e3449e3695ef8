import { css } from '@emotion/css';
import { type GrafanaTheme2, type QueryEditorProps } from '@grafana/data';
import { t } from '@grafana/i18n';
import { LoadingPlaceholder, useStyles2 } from '@grafana/ui';
import React, { type ComponentType, Suspense } from 'react';
import { type AnomalyDataSource } from '../datasource';
import { type AnomalyQuery, complete, type PanelQueries, type PanelQueryType, queryTypeOf } from '../query/query';
import { type StoredSettings } from '../settings';
import { EDITORS } from './editors';
import { EditorRow, EditorRows } from '../fields/EditorRow';
import { SelectInput } from '../fields/SelectInput';
import { type EditorProps } from '../fields/props';
import { queryTypes } from './queryTypes';
import { switchType, toStored } from './stored';

type Props = QueryEditorProps<AnomalyDataSource, AnomalyQuery, StoredSettings>;

/** The query editor: the type, and below it what that type asks for. */
export default function QueryEditor(props: Props) {
  const { query, onChange, onRunQuery } = props;
  const styles = useStyles2(getStyles);
  const type = panelTypeOf(query);
  const types = queryTypes();
  return (
    <EditorRows>
      <EditorRow>
        <SelectInput
          label={t('editor.type.label', 'Query type')}
          width={25}
          value={type}
          options={types}
          onChange={(next) => {
            onChange(switchType(query, type, next));
            onRunQuery();
          }}
        />
        <div className={styles.about}>{types.find(({ value }) => value === type)?.description}</div>
      </EditorRow>
      <Suspense fallback={<LoadingPlaceholder text={t('editor.loading', 'Loading the editor…')} />}>
        <TypeEditor key={type} {...props} type={type} />
      </Suspense>
    </EditorRows>
  );
}

function TypeEditor<T extends PanelQueryType>({ type, query, onChange, datasource, ...props }: Props & { type: T }) {
  // The record pairs each type with the editor of its query.
  const Editor = EDITORS[type] as ComponentType<EditorProps<PanelQueries[T]>>;
  return (
    <Editor
      {...props}
      context={datasource.context}
      query={complete(query, type)}
      onChange={(edited) => onChange(toStored(query, edited))}
    />
  );
}

/** A type that no panel has (from a newer version, say) is shown as what it runs as. */
function panelTypeOf(query: AnomalyQuery): PanelQueryType {
  const type = queryTypeOf(query);
  return Object.hasOwn(EDITORS, type) ? (type as PanelQueryType) : 'metric';
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
