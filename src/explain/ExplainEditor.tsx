import { t } from '@grafana/i18n';
import React from 'react';
import { change } from '../fields/change';
import { EditorRow } from '../fields/EditorRow';
import { type EditorProps } from '../fields/props';
import { SeriesFields } from '../fields/SeriesFields';
import { SwitchInput } from '../fields/SwitchInput';
import { type ExplainQuery } from './models';

/** Which metrics are put into words. */
export default function ExplainEditor(props: EditorProps<ExplainQuery>) {
  const { query, context, range } = props;
  const set = change(props);
  return (
    <EditorRow label={t('explain.editor', 'Which metrics are put into words')}>
      <SeriesFields query={query} context={context} range={range} onChange={set} />
      <SwitchInput
        label={t('explain.usual', 'Against 30 days')}
        tooltip={t('explain.usual-for', 'Whether a metric that is outside was as far out in the 30 days before')}
        value={query.usual}
        onChange={(usual) => set({ usual })}
      />
    </EditorRow>
  );
}
