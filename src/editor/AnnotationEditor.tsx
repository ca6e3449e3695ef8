import { css } from '@emotion/css';
import { type QueryEditorProps } from '@grafana/data';
import { t } from '@grafana/i18n';
import { Stack, useStyles2 } from '@grafana/ui';
import React from 'react';
import { type FieldRow, type ServiceSource } from '../table/field';
import { FieldsEditor } from './FieldsEditor';
import {
  nameFields,
  namesRow,
  alertField,
  autoOption,
  displayRow,
  filterRow,
  impactField,
  limitField,
  metricField,
  nodeField,
  searchField,
} from '../table/sharedFields';
import { ANOMALY_SEVERITIES } from '../facts/order';
import { type AnomalyQuery, complete } from '../ground/query';
import { isFilled } from '../ground/shapes';
import { type StoredSettings } from '../ground/settings';
import { type AnnotationQuery, ANNOTATIONS } from '../families/annotations/models';

type Props = Pick<
  QueryEditorProps<ServiceSource, AnomalyQuery, StoredSettings>,
  'query' | 'onChange' | 'datasource' | 'range'
>;

/** The editor of a dashboard's annotation query. Grafana's own button below it tests the query. */
export default function AnnotationEditor({ query, onChange, datasource, range }: Props) {
  const styles = useStyles2(getStyles);
  return (
    <div className={styles}>
      <Stack direction="column" gap={0.5}>
        <FieldsEditor
          model={ANNOTATIONS}
          rows={annotationFields()}
          query={complete(query, ANNOTATIONS)}
          onChange={(edited) => onChange({ ...edited })}
          context={datasource.context}
          range={range}
        />
      </Stack>
    </div>
  );
}

const isOfAlerts = ({ source }: AnnotationQuery) => source !== 'anomalies';
const isOfAnomalies = ({ source }: AnnotationQuery) => source === 'anomalies';
/** The events of one alert need no search. */
const isSearch = ({ source, alertId }: AnnotationQuery) => source !== 'alertEvents' || !isFilled(alertId);

export function annotationFields(): Array<FieldRow<AnnotationQuery>> {
  return [
    // First, because most dashboards use another data source.
    { label: namesRow(), fields: nameFields(isSearch) },
    {
      label: displayRow(),
      fields: [
        {
          name: 'source',
          input: 'choice',
          options: [
            { value: 'alerts', label: t('label.alerts', 'Alerts') },
            { value: 'alertEvents', label: t('label.alert-events', 'Alert events') },
            { value: 'anomalies', label: t('label.anomalies', 'Anomalies') },
          ],
        },
        {
          name: 'shape',
          input: 'choice',
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
          known: ANOMALY_SEVERITIES,
          optional: true,
          shownWhen: isOfAnomalies,
        },
        { ...impactField(), shownWhen: isOfAlerts },
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

/**
 * Below its data source's editor, Grafana shows the first event in a table, with each field in one line. An annotation's
 * text with its links would make the page twenty thousand pixels wide.
 */
const getStyles = () => {
  const wrapped = { whiteSpace: 'normal', overflowWrap: 'anywhere' } as const;
  return css({ '& ~ table td:last-child': wrapped, 'div:has(> &) ~ table td:last-child': wrapped });
};
