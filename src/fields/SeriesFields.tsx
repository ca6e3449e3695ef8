import { t } from '@grafana/i18n';
import React, { useState } from 'react';
import { type CatalogueEntry } from '../catalogue/entries';
import { labelOf } from '../inputs/labels';
import { type AnomalyQuery, type FieldsOf } from '../query/query';
import { parseSeries, type WHICH_SERIES } from '../query/series';
import { isFilled, mentionsVariable, type Texts } from '../query/shapes';
import { type Surroundings } from './field';
import { ResourcePicker } from './pickers';
import { SelectInput } from './inputs';

type SeriesValues = FieldsOf<typeof WHICH_SERIES>;

interface Props extends Surroundings {
  /** Of the choice between both ways. */
  tooltip?: string;
  query: AnomalyQuery;
  onChange: (fields: Partial<SeriesValues>) => void;
}

/**
 * Which series: either the combinations of nodes and metrics, or selected one by one. For a single one, the query also
 * stores what the pickers show, for its labels.
 */
export function SeriesFields({ tooltip, query, context, range, onChange }: Props) {
  const { nodeId, metricId, nodeName, metricName, series } = query as unknown as SeriesValues;
  const [wantsSeries, setWantsSeries] = useState(false);
  const bySeries = isFilled(series) || wantsSeries;
  const chooseBy = (chosen: string) => {
    setWantsSeries(chosen === 'series');
    if (chosen === 'series' && isSingle(nodeId) && isSingle(metricId)) {
      onChange({ series: `${nodeId}:${metricId}` });
    } else if (chosen !== 'series' && isFilled(series)) {
      const one = [series].flat().length === 1 ? parseSeries([series].flat()[0]) : null;
      onChange({ series: '', ...one });
    }
  };
  const choice = (
    <SelectInput
      label={t('editor.by.label', 'Select by')}
      tooltip={tooltip}
      width={20}
      value={bySeries ? 'series' : 'both'}
      onChange={chooseBy}
      options={[
        { value: 'both', label: t('editor.by.both', 'Node and metric') },
        { value: 'series', label: labelOf('series') },
      ]}
    />
  );
  if (bySeries) {
    return (
      <>
        {choice}
        <ResourcePicker
          kind="series"
          label={labelOf('series')}
          {...{ context, range }}
          value={series}
          onChange={(value) => onChange({ series: value, nodeName: '', metricName: '', systemName: '' })}
        />
      </>
    );
  }
  return (
    <>
      {choice}
      <ResourcePicker
        kind="node"
        label={labelOf('nodeId')}
        {...{ context, range }}
        value={nodeId}
        name={nodeName}
        onChange={(value, entry) =>
          onChange({ nodeId: value, nodeName: nameOf(entry), systemName: entry?.detail ?? '' })
        }
      />
      <ResourcePicker
        kind="metric"
        label={labelOf('metricId')}
        {...{ context, range, nodeId }}
        value={metricId}
        name={metricName}
        onChange={(value, entry) => onChange({ metricId: value, metricName: nameOf(entry) })}
      />
    </>
  );
}

/** A single ID, not a variable, which may have several values. */
function isSingle(value: Texts): boolean {
  return typeof value === 'string' && isFilled(value) && !mentionsVariable(value);
}

/** Empty if the entry only has an ID. */
function nameOf(entry: CatalogueEntry | undefined): string {
  return entry && entry.text !== entry.value ? entry.text : '';
}
