import { t } from '@grafana/i18n';
import React from 'react';
import { change } from '../fields/change';
import { EditorRow } from '../fields/EditorRow';
import { type EditorProps } from '../fields/props';
import { SeriesFields } from '../fields/SeriesFields';
import { type ExplainQuery } from './models';

/** Which metrics are put into words. */
export default function ExplainEditor(props: EditorProps<ExplainQuery>) {
  const { query, context, range } = props;
  return (
    <EditorRow label={t('explain.editor', 'Which metrics are put into words')}>
      <SeriesFields query={query} context={context} range={range} onChange={change(props)} />
    </EditorRow>
  );
}
