import { css } from '@emotion/css';
import { type QueryEditorProps } from '@grafana/data';
import { t } from '@grafana/i18n';
import { useStyles2 } from '@grafana/ui';
import React from 'react';
import { type ServiceSource } from '../fields/props';
import { EditorRow, EditorRows } from '../fields/EditorRow';
import { NumberInput } from '../fields/NumberInput';
import { AlertPicker, MetricPicker, NodePicker } from '../fields/pickers';
import { ANOMALY_SEVERITIES, IMPACTS } from '../alertbook/order';
import { SelectInput } from '../fields/SelectInput';
import { TextInput } from '../fields/TextInput';
import { type AnomalyQuery, complete } from '../query/query';
import { type AnnotationQuery, ANNOTATIONS, type AnnotationShape, type AnnotationSource } from './models';
import { isFilled } from '../query/texts';
import { type StoredSettings } from '../settings';
import { usePreview } from '../fields/usePreview';
import { AnnotationPreview } from './AnnotationPreview';
import { ValuesInput } from './ValuesInput';

type Props = Pick<
  QueryEditorProps<ServiceSource, AnomalyQuery, StoredSettings>,
  'query' | 'onChange' | 'datasource' | 'range'
>;

/** The editor of a dashboard's annotation query, with a preview of how many it would draw. */
export default function AnnotationEditor({ query: stored, onChange, datasource, range }: Props) {
  const query = complete(stored, ANNOTATIONS);
  const styles = useStyles2(getStyles);
  const { context } = datasource;
  const preview = usePreview((request) => datasource.query(request), { ...query }, range);
  const change = (fields: Partial<AnnotationQuery>) => onChange({ ...query, ...fields });
  const { source } = query;
  // Of one alert nothing is searched for.
  const searches = source !== 'alertEvents' || !isFilled(query.alertId);
  return (
    <div className={styles}>
      <EditorRows>
        <EditorRow label={t('annotations.editor.what', 'What is drawn')}>
          <SelectInput
            label={t('annotations.editor.source', 'Source')}
            value={source}
            options={sources()}
            onChange={(value) => change({ source: value })}
          />
          {source === 'alerts' && (
            <SelectInput
              label={t('annotations.editor.shape', 'Shape')}
              tooltip={t(
                'annotations.editor.shape-tooltip',
                'Regions show how long an alert lasted, but many at once hide the panel. Automatic draws marks where more than three overlap.'
              )}
              value={query.shape}
              options={shapes()}
              onChange={(value) => change({ shape: value })}
            />
          )}
          {source === 'anomalies' ? (
            <ValuesInput
              label={t('annotations.editor.severity', 'Severity')}
              known={ANOMALY_SEVERITIES}
              value={query.severity}
              onChange={(value) => change({ severity: value })}
            />
          ) : (
            <ValuesInput
              label={t('annotations.editor.impact', 'Impact')}
              known={IMPACTS}
              value={query.impact}
              onChange={(value) => change({ impact: value })}
            />
          )}
          <NumberInput
            label={t('annotations.editor.limit', 'Limit')}
            tooltip={t(
              'annotations.editor.limit-tooltip',
              'Where there are more, the most severe alerts are drawn; of events and anomalies the newest.'
            )}
            width={10}
            value={query.limit}
            fallback={200}
            onCommit={(value) => change({ limit: value })}
          />
        </EditorRow>
        <EditorRow label={t('annotations.editor.which', 'Which')}>
          {source !== 'anomalies' && (
            <AlertPicker
              context={context}
              range={range}
              tooltip={t('annotations.editor.alert-tooltip', 'Empty: the alerts that were active in the range.')}
              value={query.alertId}
              onChange={(value) => change({ alertId: value })}
              optional
            />
          )}
          {searches && (
            <>
              <NodePicker
                context={context}
                range={range}
                value={query.nodeId}
                metricId={query.metricId}
                onChange={(value) => change({ nodeId: value })}
                onPair={change}
                optional
              />
              <MetricPicker
                context={context}
                range={range}
                nodeId={query.nodeId}
                value={query.metricId}
                onChange={(value) => change({ metricId: value })}
                onPair={change}
                optional
              />
            </>
          )}
          {searches && source !== 'anomalies' && (
            <TextInput
              label={t('annotations.editor.q', 'Search')}
              tooltip={t('annotations.editor.q-tooltip', 'Goes to the service as its search text.')}
              value={query.q}
              onCommit={(value) => change({ q: value })}
              optional
            />
          )}
        </EditorRow>
        <AnnotationPreview preview={preview} />
      </EditorRows>
    </div>
  );
}

function sources(): Array<{ value: AnnotationSource; label: string; description: string }> {
  return [
    {
      value: 'alerts',
      label: t('annotations.editor.alerts', 'Alerts'),
      description: t('annotations.editor.alerts-about', 'Those active in the range, with how long they lasted'),
    },
    {
      value: 'alertEvents',
      label: t('annotations.editor.events', 'Alert events'),
      description: t('annotations.editor.events-about', 'What happened to alerts: created, updated, ended'),
    },
    {
      value: 'anomalies',
      label: t('annotations.editor.anomalies', 'Anomalies'),
      description: t('annotations.editor.anomalies-about', 'Those of the range, each at the time of its event'),
    },
  ];
}

function shapes(): Array<{ value: AnnotationShape; label: string }> {
  return [
    { value: 'auto', label: t('annotations.editor.auto', 'Automatic') },
    { value: 'regions', label: t('annotations.editor.regions', 'Regions') },
    { value: 'marks', label: t('annotations.editor.marks', 'Marks') },
  ];
}

/**
 * Below its data source's editor Grafana shows the first event in a table, each field in one line: an annotation's text,
 * with its links, would make the page twenty thousand pixels wide.
 */
const getStyles = () => {
  const wrapped = { whiteSpace: 'normal', overflowWrap: 'anywhere' } as const;
  return css({ '& ~ table td': wrapped, 'div:has(> &) ~ table td': wrapped });
};
