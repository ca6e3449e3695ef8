import { t } from '@grafana/i18n';
import React from 'react';
import { change } from '../fields/change';
import { EditorRow } from '../fields/EditorRow';
import { SelectInput, term } from '../fields/SelectInput';
import { type EditorProps } from '../fields/props';
import { type AlertCountsQuery, type BucketChoice } from './models';
import { AlertFilterFields } from '../fields/AlertFilterFields';

/** The editor of alert counts. */
export default function AlertCountsEditor(props: EditorProps<AlertCountsQuery>) {
  const { query, context, range } = props;
  const set = change(props);
  return (
    <EditorRow label={t('alerts.counts-editor.row', 'Alert counts')}>
      <AlertFilterFields query={query} context={context} range={range} onChange={set} />
      <SelectInput<BucketChoice>
        label={t('alerts.counts-editor.bucket', 'Bucket')}
        width={16}
        value={query.bucket}
        onChange={(bucket) => set({ bucket })}
        options={[
          {
            value: 'auto',
            label: t('alerts.counts-editor.auto', 'auto'),
            description: t('alerts.counts-editor.auto-for', "The finest that fits the panel's width"),
          },
          term('15m', ''),
          term('1h', ''),
          term('4h', ''),
          term('1d', ''),
        ]}
      />
    </EditorRow>
  );
}
