import { type TimeRange } from '@grafana/data';
import { t } from '@grafana/i18n';
import React from 'react';
import { MetricPicker, NodePicker } from './pickers';
import { TextInput } from './TextInput';
import { type Texts } from '../query/texts';
import { type Context } from '../answer/runner';

interface Fields {
  q: string;
  nodeId: Texts;
  metricId: Texts;
}

interface Props {
  query: Fields;
  context: Context;
  range?: TimeRange;
  onChange: (fields: Partial<Fields>) => void;
}

/** What selects alerts in searches, counts, reports and the events of all alerts: text, node, metric. */
export function AlertFilterFields({ query, context, range, onChange }: Props) {
  return (
    <>
      <TextInput
        label={t('alerts.editor.q', 'Text')}
        tooltip={t('alerts.editor.q-for', 'Goes to the service as it is, which decides what it searches.')}
        optional
        value={query.q}
        onCommit={(q) => onChange({ q })}
      />
      <NodePicker
        context={context}
        range={range}
        metricId={query.metricId}
        optional
        placeholder={t('alerts.editor.any-node', 'Any node')}
        value={query.nodeId}
        onChange={(nodeId) => onChange({ nodeId })}
        onPair={onChange}
      />
      <MetricPicker
        context={context}
        range={range}
        nodeId={query.nodeId}
        optional
        placeholder={t('alerts.editor.any-metric', 'Any metric')}
        value={query.metricId}
        onChange={(metricId) => onChange({ metricId })}
        onPair={onChange}
      />
    </>
  );
}
