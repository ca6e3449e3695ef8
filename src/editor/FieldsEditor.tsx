import { isEqual } from 'lodash';
import React, { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { t } from '@grafana/i18n';
import { labelOf } from '../ground/labels';
import { type AnomalyQuery, type Band, type Model, type QueryOf, type FieldsOf } from '../ground/query';
import { type Texts, isFilled, mentionsVariable } from '../ground/shapes';
import { type CatalogueEntry } from '../table/entries';
import { parseSeries, type WHICH_SERIES } from '../ground/series';
import { EditorRow } from './Labelled';
import { type Field, type FieldRow, type Surroundings } from '../table/field';
import {
  BandsInput,
  FilterList,
  FlagInput,
  MomentInput,
  NumberInput,
  SelectInput,
  TextInput,
  ValuesInput,
  variableOptions,
} from './inputs';
import { ResourcePicker } from './pickers';

interface Props<M extends Model> extends Surroundings {
  model: M;
  rows: Array<FieldRow<QueryOf<M>>>;
  /** With every field of its type (`complete`), whatever the dashboard stores. */
  query: QueryOf<M>;
  /** Receives the whole query with a change: a choice, or a text when it loses focus. */
  onChange: (query: QueryOf<M>) => void;
  onRunQuery?: () => void;
}

/** What a field may change: its own value, and related ones. */
type Change = (fields: object) => void;

/** The single editor: it draws the fields of any query type. */
export function FieldsEditor<M extends Model>({ model, rows, ...props }: Props<M>) {
  const { query, context, range, data } = props;
  const change = useChange(props);
  const shown = rows
    .map((row) => ({ ...row, fields: row.fields.filter(({ shownWhen }) => shownWhen?.(query, context) ?? true) }))
    .filter(({ fields }) => fields.length > 0);
  return (
    <>
      {shown.map(({ label, fields }, i) => (
        <EditorRow key={label} label={label}>
          {fields.map((field) => (
            <FieldInput
              key={field.name}
              // The types of a field and its query are checked where the field is defined.
              field={field as unknown as Field}
              model={model}
              query={query as unknown as AnomalyQuery}
              around={{ context, range, data }}
              change={change}
            />
          ))}
          {i === shown.length - 1 && <FilterList query={query} onChange={(filters) => change({ filters })} />}
        </EditorRow>
      ))}
    </>
  );
}

/**
 * A way to change the query without losing anything. A change applies to the newest query, even if it comes from an older
 * render, before Grafana has stored the previous change. A change without an effect is not passed on.
 */
function useChange<M extends Model>({
  query,
  onChange,
  onRunQuery,
}: Pick<Props<M>, 'query' | 'onChange' | 'onRunQuery'>) {
  const newest = useRef({ query, onChange, onRunQuery });
  const written = JSON.stringify(query);
  useLayoutEffect(() => {
    newest.current = { ...newest.current, onChange, onRunQuery };
  });
  useLayoutEffect(() => {
    newest.current.query = query;
    // An equal object changes nothing: it may be older than a running edit.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [written]);
  return useCallback<Change>((fields) => {
    const { current } = newest;
    const stored: Record<string, unknown> = { ...current.query };
    if (Object.entries(fields).every(([name, value]) => isEqual(value, stored[name]))) {
      return;
    }
    current.query = { ...current.query, ...fields };
    current.onChange(current.query);
    current.onRunQuery?.();
  }, []);
}

interface FieldProps {
  field: Field;
  model: Model;
  query: AnomalyQuery;
  around: Surroundings;
  change: Change;
}

/** `complete` has converted every value to the shape for its input. */
function FieldInput({ field, model, query, around, change }: FieldProps) {
  const { name, tooltip, placeholder, width, optional } = field;
  const common = { label: labelOf(name), tooltip, width, optional };
  const value = query[name];
  const set = (next: unknown) => change({ [name]: next });
  switch (field.input) {
    case 'text':
      return (
        <TextInput
          {...common}
          placeholder={placeholder}
          check={field.check}
          note={(text) => field.note?.({ ...query, [name]: text }, around.context)}
          value={String(value)}
          onCommit={(text) => set(text.trim())}
        />
      );
    case 'moment':
      return <MomentInput {...common} placeholder={placeholder} value={value as string} onCommit={set} />;
    case 'number':
      return (
        <NumberInput
          {...common}
          max={field.max}
          fallback={Number(model.fields[name].fallback)}
          value={value as number | string}
          onCommit={set}
        />
      );
    case 'flag':
      return <FlagInput {...common} value={value as boolean | string} onChange={set} />;
    case 'choice': {
      const options = typeof field.options === 'function' ? field.options(query, around) : field.options;
      const variables = field.variables ? variableOptions(around.context) : [];
      return <SelectInput {...common} value={value as string} options={[...options, ...variables]} onChange={set} />;
    }
    case 'values': {
      const known = [
        ...(field.variables ? variableOptions(around.context).map((one) => one.value) : []),
        ...field.known,
      ];
      return <ValuesInput {...common} known={known} value={listOf(value as Texts)} onChange={set} />;
    }
    case 'bands':
      return <BandsInput {...common} value={value as Band[]} onChange={set} />;
    case 'series':
      return <SeriesFields tooltip={tooltip} query={query} {...around} onChange={change} />;
    default: {
      const { systemId, nodeId } = query as Record<string, Texts | undefined>;
      return (
        <ResourcePicker
          {...common}
          kind={field.input}
          {...around}
          {...{ systemId, nodeId }}
          placeholder={placeholder}
          value={value as Texts}
          onChange={set}
        />
      );
    }
  }
}

/** A stored text is a list of one. */
function listOf(value: Texts): string[] {
  return [value].flat().filter((text) => text !== '');
}

type SeriesValues = FieldsOf<typeof WHICH_SERIES>;

interface SeriesProps extends Surroundings {
  /** Of the choice between both ways. */
  tooltip?: string;
  query: AnomalyQuery;
  onChange: (fields: Partial<SeriesValues>) => void;
}

/**
 * Which series: either the combinations of nodes and metrics, or selected one by one. For a single one, the query also
 * stores what the pickers show, for its labels.
 */
export function SeriesFields({ tooltip, query, context, range, onChange }: SeriesProps) {
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
