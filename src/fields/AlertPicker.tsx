import { type TimeRange } from '@grafana/data';
import { t } from '@grafana/i18n';
import React from 'react';
import { map } from 'rxjs';
import { EntryPicker, type PickerProps } from './EntryPicker';
import { spanOf } from './pickers';
import { alertEntries } from '../catalogue/alertEntries';

type Props = Omit<PickerProps, 'label'> & { label?: string; range?: TimeRange };

/** The alerts that were active in the range, most severe first. */
export function AlertPicker({ context, range, ...props }: Props) {
  return (
    <EntryPicker
      label={t('alerts.editor.alert', 'Alert')}
      placeholder={t('alerts.editor.alert-placeholder', 'Choose or type an id')}
      emptyText={t('alerts.editor.no-alert', 'No alert was active in the range: type an id.')}
      width={30}
      {...props}
      context={context}
      source={() => alertEntries(context.operations, spanOf(context, range)).pipe(map(({ entries }) => entries))}
    />
  );
}
