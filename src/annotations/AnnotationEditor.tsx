import { css } from '@emotion/css';
import { type DataFrame, type QueryEditorProps } from '@grafana/data';
import { t } from '@grafana/i18n';
import { Alert, Text, useStyles2 } from '@grafana/ui';
import React from 'react';
import { EditorRows } from '../fields/Labelled';
import { type FieldRow, type ServiceSource } from '../fields/field';
import { FieldsEditor } from '../fields/FieldsEditor';
import {
  alertField,
  autoOption,
  displayRow,
  filterRow,
  impactLabel,
  limitField,
  metricField,
  nodeField,
  searchField,
} from '../fields/sharedFields';
import { type Preview, previewTexts, usePreview } from '../fields/usePreview';
import { ANOMALY_SEVERITIES, IMPACTS } from '../alertbook/order';
import { type AnomalyQuery, complete } from '../query/query';
import { pair } from '../loading/texts';
import { isFilled } from '../query/shapes';
import { type StoredSettings } from '../settings';
import { type AnnotationQuery, ANNOTATIONS } from './models';

type Props = Pick<
  QueryEditorProps<ServiceSource, AnomalyQuery, StoredSettings>,
  'query' | 'onChange' | 'datasource' | 'range'
>;

/** The editor of a dashboard's annotation query, with a preview of how many it would draw. */
export default function AnnotationEditor({ query: stored, onChange, datasource, range }: Props) {
  const query = complete(stored, ANNOTATIONS);
  const styles = useStyles2(getStyles);
  const preview = usePreview((request) => datasource.query(request), { ...query }, range);
  return (
    <div className={styles}>
      <EditorRows>
        <FieldsEditor
          model={ANNOTATIONS}
          rows={annotationFields()}
          {...{ query, range }}
          onChange={(edited) => onChange({ ...edited })}
          context={datasource.context}
        />
        <AnnotationPreview preview={preview} />
      </EditorRows>
    </div>
  );
}

const isOfAlerts = ({ source }: AnnotationQuery) => source !== 'anomalies';
const isOfAnomalies = ({ source }: AnnotationQuery) => source === 'anomalies';
/** The events of one alert need no search. */
const isSearch = ({ source, alertId }: AnnotationQuery) => source !== 'alertEvents' || !isFilled(alertId);

export function annotationFields(): Array<FieldRow<AnnotationQuery>> {
  return [
    {
      label: displayRow(),
      fields: [
        {
          name: 'source',
          input: 'choice',
          label: t('annotations.editor.source', 'Source'),
          options: [
            { value: 'alerts', label: t('label.alerts', 'Alerts') },
            { value: 'alertEvents', label: t('label.alert-events', 'Alert events') },
            { value: 'anomalies', label: t('label.anomalies', 'Anomalies') },
          ],
        },
        {
          name: 'shape',
          input: 'choice',
          label: t('annotations.editor.shape', 'Shape'),
          tooltip: t(
            'annotations.editor.shape-tooltip',
            'Automatic draws marks instead of regions if more than three overlap.'
          ),
          options: [
            autoOption(),
            { value: 'regions', label: t('annotations.editor.regions', 'Regions') },
            { value: 'marks', label: t('annotations.editor.marks', 'Marks') },
          ],
          shownWhen: ({ source }) => source === 'alerts',
        },
        {
          name: 'severity',
          input: 'values',
          label: t('label.severity', 'Severity'),
          known: ANOMALY_SEVERITIES,
          optional: true,
          shownWhen: isOfAnomalies,
        },
        {
          name: 'impact',
          input: 'values',
          label: impactLabel(),
          known: IMPACTS,
          optional: true,
          shownWhen: isOfAlerts,
        },
        limitField(),
      ],
    },
    {
      label: filterRow(),
      fields: [
        {
          ...alertField(),
          optional: true,
          shownWhen: isOfAlerts,
        },
        { ...nodeField(), shownWhen: isSearch },
        { ...metricField(), shownWhen: isSearch },
        { ...searchField(), shownWhen: (query) => isSearch(query) && isOfAlerts(query) },
      ],
    },
  ];
}

/** How many annotations a query would draw in the range, as regions or marks, with the notices of its answer. */
function AnnotationPreview({ preview }: { preview: Preview }) {
  if (preview.state === 'failed') {
    return (
      <Alert severity="error" title={previewTexts.failed()}>
        {preview.reason}
      </Alert>
    );
  }
  return (
    <div role="status">
      <Text variant="bodySmall" color="secondary">
        {preview.state === 'loading' ? previewTexts.loading() : countText(preview.frame)}
      </Text>
      {preview.state === 'done' &&
        preview.frame?.meta?.notices?.map(({ text }) => (
          <Text key={text} element="p" variant="bodySmall" color="warning">
            {text}
          </Text>
        ))}
    </div>
  );
}

function countText(frame: DataFrame | undefined): string {
  const total = frame?.length ?? 0;
  const regions = frame?.fields.find(({ name }) => name === 'isRegion')?.values.filter(Boolean).length ?? 0;
  if (total === 0) {
    return previewTexts.empty();
  }
  const marks = pair(t('annotations.editor.marks', 'Marks'), total - regions);
  return `${pair(t('annotations.editor.regions', 'Regions'), regions)}, ${marks}`;
}

/**
 * Below its data source's editor Grafana shows the first event in a table, each field in one line: an annotation's text,
 * with its links, would make the page twenty thousand pixels wide.
 */
const getStyles = () => {
  const wrapped = { whiteSpace: 'normal', overflowWrap: 'anywhere' } as const;
  return css({ '& ~ table td': wrapped, 'div:has(> &) ~ table td': wrapped });
};
