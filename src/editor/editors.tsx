import { css } from '@emotion/css';
import { type QueryEditorProps } from '@grafana/data';
import { Stack, useStyles2 } from '@grafana/ui';
import React from 'react';
import { ANNOTATIONS } from '../families/annotations/models';
import { toVariableQuery, VARIABLE } from '../families/variables/models';
import { type AnomalyQuery, complete } from '../ground/query';
import { type StoredSettings } from '../ground/settings';
import { FieldsEditor, type ServiceSource } from './FieldsEditor';

type Props = Pick<
  QueryEditorProps<ServiceSource, AnomalyQuery, StoredSettings, AnomalyQuery>,
  'query' | 'onChange' | 'datasource' | 'range'
>;

/** The editor of a dashboard's annotation query. Grafana's own button below it tests the query. */
export function AnnotationEditor({ query, onChange, datasource, range }: Props) {
  const styles = useStyles2(getStyles);
  return (
    <div className={styles}>
      <Stack direction="column" gap={0.5}>
        <FieldsEditor
          model={ANNOTATIONS}
          query={complete(query, ANNOTATIONS)}
          onChange={(edited) => onChange({ ...edited })}
          context={datasource.context}
          range={range}
        />
      </Stack>
    </div>
  );
}

/**
 * Below its data source's editor, Grafana shows the first event in a table, with each field in one line. An annotation's
 * text with its links would make the page twenty thousand pixels wide.
 */
const getStyles = () => {
  const wrapped = { whiteSpace: 'normal', overflowWrap: 'anywhere' } as const;
  return css({ '& ~ table td:last-child': wrapped, 'div:has(> &) ~ table td:last-child': wrapped });
};

/** The editor of a template variable. Grafana itself shows the values below it. */
export function VariableEditor({ query, onChange, datasource, range }: Props) {
  return (
    <Stack direction="column" gap={0.5}>
      <FieldsEditor
        model={VARIABLE}
        query={complete(toVariableQuery(query), VARIABLE)}
        onChange={(edited) => onChange({ ...edited })}
        context={datasource.context}
        range={range}
      />
    </Stack>
  );
}
