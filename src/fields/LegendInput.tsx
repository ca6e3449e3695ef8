import { t } from '@grafana/i18n';
import React from 'react';
import { TextInput } from './TextInput';

interface Props {
  value: string;
  onCommit: (legend: string) => void;
}

export function LegendInput(props: Props) {
  return (
    <TextInput
      {...props}
      width={16}
      label={t('editor.legend.label', 'Legend')}
      tooltip={t(
        'editor.legend.tooltip',
        "The series' name; empty: metric and node. Labels stand in double braces: {{labels}}.",
        {
          labels: ['node', 'metric', 'system', 'node_id', 'metric_id', 'aggregation'].map((l) => `{{${l}}}`).join(', '),
          interpolation: { escapeValue: false },
        }
      )}
      placeholder={t('editor.legend.placeholder', 'Metric · node')}
    />
  );
}
