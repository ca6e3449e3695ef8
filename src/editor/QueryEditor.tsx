import { css } from '@emotion/css';
import {
  CoreApp,
  type DataFrame,
  DataTopic,
  type GrafanaTheme2,
  LoadingState,
  type PanelData,
  type QueryEditorProps,
  type QueryResultMetaNotice,
} from '@grafana/data';
import { t } from '@grafana/i18n';
import { Stack, Text, useStyles2 } from '@grafana/ui';
import React from 'react';
import { allDescriptors, isComplete, listedTypes, queryTypeOf, withSettings } from '../families/families';
import { EditorRow } from './Labelled';
import { FieldsEditor, type ServiceSource } from './FieldsEditor';
import { SelectInput } from './inputs';
import { type AnomalyQuery, complete, type Group, type ListedModel, type Model, type QueryOf } from '../ground/query';
import { type StoredSettings } from '../ground/settings';
import { isEqual } from 'lodash';

type Props = QueryEditorProps<ServiceSource, AnomalyQuery, StoredSettings>;

/** The query editor: the type, and below it the fields of that type. */
export default function QueryEditor(props: Props) {
  const { query: stored, onChange, onRunQuery, datasource, app, range, data } = props;
  const styles = useStyles2(getStyles);
  const { context } = datasource;
  const query = withSettings(stored, context.settings);
  // An unknown type (for example from a newer version) is shown as the type that it runs as.
  const types = listedTypes();
  const model = types.find(({ queryType }) => queryType === query.queryType) ?? types[0];
  const choose = (next: string) => {
    // If a query was no table, no transformation depends on the names of its columns.
    const isNew = model.queryType === 'metric' && app !== CoreApp.Explore;
    onChange({ ...switchType(stored, next), ...(isNew ? { headings: true } : {}) });
    onRunQuery();
  };
  return (
    <Stack direction="column" gap={0.5}>
      <EditorRow>
        <SelectInput
          label={t('editor.type.label', 'Query type')}
          width={25}
          value={model.queryType}
          options={types.map(({ queryType, about: { name, purpose, group } }) => ({
            value: queryType,
            label: name(),
            description: purpose(),
            group: groupNames()[group],
          }))}
          onChange={choose}
        />
        <div className={styles.about}>{model.about.purpose()}</div>
      </EditorRow>
      <FieldsEditor
        key={model.queryType}
        {...{ model, context, range, onRunQuery }}
        query={complete(query, model)}
        onChange={(edited) => onChange(toStored(stored, edited, model))}
      />
      <NextStep model={model} query={query} data={data} />
    </Stack>
  );
}

function groupNames(): Record<Group, string> {
  return {
    metric: t('label.metric', 'Metric'),
    alerts: t('label.alerts', 'Alerts'),
    alert: t('editor.group.alert', 'One alert'),
    ranking: t('editor.group.ranking', 'Ranking'),
    report: t('editor.group.report', 'Report'),
    lists: t('editor.group.lists', "The service's own lists"),
  };
}

const getStyles = (theme: GrafanaTheme2) => ({
  about: css({
    flex: `1 1 ${theme.spacing(30)}`,
    alignSelf: 'flex-end',
    padding: theme.spacing(0.75, 0),
    fontSize: theme.typography.bodySmall.fontSize,
    color: theme.colors.text.secondary,
  }),
});

/**
 * What a dashboard stores after an edit: the previous stored query, and the fields of the edited query that differ from
 * it. An unchanged default is not stored, so that it can still change.
 */
export function toStored<M extends Model>(before: AnomalyQuery, edited: QueryOf<M>, model: M): AnomalyQuery {
  const shown: Record<string, unknown> = { ...complete(before, model) };
  const touched = Object.entries(edited).filter(([field, value]) => !isEqual(value, shown[field]));
  return {
    ...before,
    ...Object.fromEntries(touched),
    queryType: model.queryType,
  };
}

/** Fields for the subject of a query, in all types. */
const IDENTITY = ['systemId', 'nodeId', 'metricId', 'series', 'alertId', 'nodeName', 'metricName', 'systemName'];

/**
 * The stored query with another type. The subject stays if the new type has the field, and unknown fields stay, too. Other
 * fields are removed, including filters on columns.
 */
export function switchType(before: AnomalyQuery, to: string): AnomalyQuery {
  const { filters, ...query } = before;
  const models = allDescriptors().map(({ model }) => model);
  const known = new Set(models.flatMap(({ fields }) => Object.keys(fields)));
  const next = models.find(({ queryType }) => queryType === to)?.fields ?? {};
  const kept = Object.entries(query).filter(
    ([field]) => !known.has(field) || (IDENTITY.includes(field) && field in next)
  );
  return { ...Object.fromEntries(kept), refId: before.refId, queryType: to };
}

interface StepProps {
  model: ListedModel;
  query: AnomalyQuery;
  data?: PanelData;
}

/**
 * What to do next if a query can't run yet, or showed nothing. Explore only shows "No data" then. If the answer has a
 * reason, that is shown. Otherwise, nothing was found.
 */
export function NextStep({ model, query, data }: StepProps) {
  return (
    <div role="status">
      {nextSteps(model, query, data).map((sentence) => (
        <Text key={sentence} element="p" variant="bodySmall" color="secondary">
          {sentence}
        </Text>
      ))}
    </div>
  );
}

function nextSteps(model: ListedModel, query: AnomalyQuery, data: PanelData | undefined): string[] {
  if (!isComplete({ ...query, queryType: model.queryType })) {
    const missing = missingOf(model);
    return missing ? [missing] : [];
  }
  const frames = emptyAnswer(query, data);
  if (!frames) {
    return [];
  }
  const notices: QueryResultMetaNotice[] = frames.flatMap(({ meta }) => meta?.custom?.notices ?? []);
  return notices.length > 0 ? notices.map(({ text }) => text) : [nothingText(model)];
}

/** What a query of the type needs before it can run. */
export function missingOf({ ofSeries, about: { missing } }: ListedModel): string | undefined {
  return ofSeries ? t('type.series-missing', 'Choose a node and a metric. You can also type any ID.') : missing?.();
}

function nothingText({ ofSeries, about: { nothing } }: ListedModel): string {
  if (nothing) {
    return nothing();
  }
  return ofSeries
    ? t('type.no-data', 'No data. Check node and metric, or choose a longer time range.')
    : t('type.nothing', 'Nothing found. Choose a longer time range, or fewer filters.');
}

/** The frames of the query's answer, if it is complete and empty. A failed answer is not empty. */
function emptyAnswer({ refId, queryType }: AnomalyQuery, data: PanelData | undefined): DataFrame[] | null {
  if (data?.state !== LoadingState.Done || data.errors?.some((error) => !error.refId || error.refId === refId)) {
    return null;
  }
  // The answer to an earlier version of the query doesn't count.
  const target = data.request?.targets.find((target) => target.refId === refId);
  const frames = data.series.filter(
    (frame) => frame.refId === refId && frame.meta?.dataTopic !== DataTopic.Annotations
  );
  const isOf = target === undefined || queryTypeOf(target) === queryTypeOf({ queryType });
  return isOf && frames.length > 0 && frames.every(({ length }) => length === 0) ? frames : null;
}
