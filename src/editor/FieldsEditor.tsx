import { type DataQueryResponse, type DataSourceApi, type PanelData, type TimeRange } from '@grafana/data';
import { t } from '@grafana/i18n';
import { isEqual } from 'lodash';
import React, { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { type Observable } from 'rxjs';
import { WHICH_SERIES } from '../ground/fields';
import { type AnomalyQuery, type Band, type FieldsOf, type Model, type QueryOf } from '../ground/query';
import { parseSeries } from '../ground/series';
import { type StoredSettings } from '../ground/settings';
import { isFilled, labelOf, mentionsVariable, type Options, type Shape, type Text, type Texts } from '../ground/shapes';
import { type CatalogueEntry } from '../table/catalogue';
import { type Context, type Request } from '../table/runner';
import {
  BandsInput,
  FilterList,
  FlagInput,
  MomentInput,
  NumberInput,
  type Option,
  SelectInput,
  TextInput,
  ValuesInput,
  variableOptions,
} from './inputs';
import { EditorRow } from './Labelled';
import { ResourcePicker } from './pickers';

/** The data source, as far as its editors need it. */
export interface ServiceSource extends DataSourceApi<AnomalyQuery, StoredSettings> {
  readonly context: Context;
  query(request: Request): Observable<DataQueryResponse>;
}

/** Where a query is edited. */
interface Surroundings {
  context: Context;
  /** The panel's or Explore's range, if Grafana passes it. */
  range?: TimeRange;
  /** The panel's last answer, with its request. */
  data?: PanelData;
}

interface Props<M extends Model> extends Surroundings {
  model: M;
  /** With every field of its type (`complete`), whatever the dashboard stores. */
  query: QueryOf<M>;
  /** Receives the whole query with a change: a choice, or a text when it loses focus. */
  onChange: (query: QueryOf<M>) => void;
  onRunQuery?: () => void;
}

/** What a field may change: its own value, and related ones. */
type Change = (fields: object) => void;

/** The names of the fields of a type's editor, by row: what is shown, and how. Names of rows are for screen readers. */
function rowsOf({ fields, display = [] }: Model): Array<{ label: Text; names: readonly string[] }> {
  // The choice of series draws the fields with names.
  const isDrawn = ([name, shape]: [string, Shape]) =>
    shape.label !== undefined && !(shape.kind === 'texts' && shape.nameField) && !display.includes(name);
  return [
    {
      label: () => t('label.filter', 'Filter'),
      names: Object.entries(fields)
        .filter(isDrawn)
        .map(([name]) => name),
    },
    { label: () => t('label.display', 'Display'), names: display },
  ];
}

/** The fields that apply to the query, by row. */
export function shownRows(model: Model, query: object, { context, ...around }: Surroundings) {
  const { settings, templates } = context;
  // `complete` has made it a query of this type.
  const fields = query as Record<string, never>;
  const isShown = (name: string) => model.shownWhen?.[name]?.(fields, { settings, templates, ...around }) ?? true;
  return rowsOf(model)
    .map((row) => ({ ...row, names: row.names.filter(isShown) }))
    .filter(({ names }) => names.length > 0);
}

/** The single editor: it draws the fields of any query type. */
export function FieldsEditor<M extends Model>({ model, ...props }: Props<M>) {
  const { query, context, range, data } = props;
  const change = useChange(props);
  const around = { context, range, data };
  const rows = shownRows(model, query, around);
  return (
    <>
      {rows.map(({ label, names }, i) => (
        <EditorRow key={i} label={label()}>
          {names.map((name) => (
            <FieldInput
              key={name}
              name={name}
              shape={model.fields[name]}
              query={query as unknown as AnomalyQuery}
              around={around}
              change={change}
            />
          ))}
          {i === rows.length - 1 && <FilterList query={query} onChange={(filters) => change({ filters })} />}
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
  name: string;
  shape: Shape;
  query: AnomalyQuery;
  around: Surroundings;
  change: Change;
}

/** `complete` has converted every value to the shape for its input. */
function FieldInput({ name, shape, query, around, change }: FieldProps) {
  const { help, placeholder, width, optional } = shape;
  const common = { label: labelOf(shape), tooltip: help?.(), width, optional };
  const value = query[name];
  const set = (next: unknown) => change({ [name]: next });
  switch (shape.kind) {
    case 'number':
      return <NumberInput {...common} shape={shape} value={value as number | string} onCommit={set} />;
    case 'flag':
      return <FlagInput {...common} value={value as boolean | string} onChange={set} />;
    case 'choice':
      return <SelectInput {...common} value={value as string} options={optionsOf(shape.options)} onChange={set} />;
    case 'list':
      return shape.words ? (
        <BandsInput {...common} value={value as Band[]} onChange={set} />
      ) : (
        <ValuesInput {...common} known={shape.known ?? []} value={listOf(value as Texts)} onChange={set} />
      );
    case 'texts':
      if (shape.subject) {
        return <SubjectInput {...{ name, shape, query, around, change }} />;
      }
      break;
    case 'text':
      if (shape.options) {
        const { settings, templates } = around.context;
        const { options } = shape;
        const words = typeof options === 'function' ? options(query, { ...around, settings, templates }) : options;
        const all = [...optionsOf(words), ...variableOptions(around.context)];
        return <SelectInput {...common} value={value as string} options={all} onChange={set} />;
      }
      if (shape.isTime) {
        return <MomentInput {...common} placeholder={placeholder?.()} value={value as string} onCommit={set} />;
      }
  }
  const { settings, templates } = around.context;
  return (
    <TextInput
      {...common}
      placeholder={placeholder?.()}
      check={shape.check}
      note={(text) => shape.note?.({ ...query, [name]: text }, { ...around, settings, templates })}
      value={String(value)}
      onCommit={(text) => set(text.trim())}
    />
  );
}

function optionsOf(options: Options): Option[] {
  return Object.entries(options).map(([value, text]) =>
    typeof text === 'function'
      ? { value, label: text() }
      : { value, label: text.label(), description: text.description() }
  );
}

/** What a query is about: selected from a list, or typed. */
function SubjectInput({ name, shape, query, around, change }: FieldProps) {
  const { help, placeholder, width, optional } = shape;
  const common = { label: labelOf(shape), tooltip: help?.(), width, optional };
  const value = query[name] as Texts;
  const set = (next: Texts) => change({ [name]: next });
  const subject = shape.kind === 'texts' ? shape.subject : undefined;
  switch (subject) {
    case undefined:
      return null;
    case 'series':
      return <SeriesFields tooltip={help?.()} query={query} {...around} onChange={change} />;
    case 'name': {
      const variables = variableOptions(around.context).map((option) => option.value);
      return <ValuesInput {...common} known={variables} value={listOf(value)} onChange={set} />;
    }
    default: {
      const { systemId, nodeId } = query as Record<string, Texts | undefined>;
      return (
        <ResourcePicker
          {...common}
          kind={subject}
          {...around}
          {...{ systemId, nodeId, value }}
          placeholder={placeholder?.() ?? (optional ? t('option.any', 'any') : undefined)}
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
        { value: 'series', label: labelOf(WHICH_SERIES.series) },
      ]}
    />
  );
  if (bySeries) {
    return (
      <>
        {choice}
        <ResourcePicker
          kind="series"
          label={labelOf(WHICH_SERIES.series)}
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
        label={labelOf(WHICH_SERIES.nodeId)}
        {...{ context, range }}
        value={nodeId}
        name={nodeName}
        onChange={(value, entry) =>
          onChange({ nodeId: value, nodeName: nameOf(entry), systemName: entry?.detail ?? '' })
        }
      />
      <ResourcePicker
        kind="metric"
        label={labelOf(WHICH_SERIES.metricId)}
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
