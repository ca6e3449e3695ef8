import { t } from '@grafana/i18n';
import React from 'react';
import { type Context } from '../answer/runner';
import { SelectInput, term } from './SelectInput';
import { variableOptions } from './variables';

interface Props {
  context: Context;
  value: string;
  onChange: (aggregation: string) => void;
}

/** How the service makes a point of several values, or the service's own choice. */
export function AggregationInput({ context, value, onChange }: Props) {
  return (
    <SelectInput<string>
      label={t('metric.editor.aggregation', 'Aggregation')}
      width={16}
      value={value}
      onChange={onChange}
      options={[
        {
          value: '',
          label: t('metric.editor.by-service', 'default'),
          description: t('metric.editor.by-service-for', 'The service decides by metric'),
        },
        term('avg', t('metric.editor.avg', 'Average')),
        term('max', t('metric.editor.max', 'Largest value')),
        term('sum', t('metric.editor.sum', 'Total')),
        ...variableOptions(context),
      ]}
    />
  );
}
