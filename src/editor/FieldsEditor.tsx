import { type DataQueryResponse, type DataSourceApi, type TimeRange } from '@grafana/data';
import { t } from '@grafana/i18n';
import { isEqual } from 'lodash';
import React, { useCallback, useLayoutEffect, useRef } from 'react';
import { type Observable } from 'rxjs';
import { type AnomalyQuery, type Model, type QueryOf } from '../ground/query';
import { namesIn } from '../ground/series';
import { type Settings, type StoredSettings } from '../ground/settings';
import { labelOf, type Options, type Shape, shaped, type Text, type Texts, type TextsShape } from '../ground/shapes';
import { type CatalogueEntry } from '../table/catalogue';
import { type Context, type Request } from '../table/runner';
import {
  FilterList,
  FlagInput,
  type Option,
  SelectInput,
  TextInput,
  ValuesInput,
  variableOptions,
  WordsInput,
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
  const isDrawn = ([name, { label }]: [string, Shape]) => label !== undefined && !display.includes(name);
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
export function shownRows(model: Model, query: object, settings: Settings) {
  // `complete` has made it a query of this type.
  const fields = query as Record<string, never>;
  const isShown = (name: string) => model.shownWhen?.[name]?.(fields, settings) ?? true;
  return rowsOf(model)
    .map((row) => ({ ...row, names: row.names.filter(isShown) }))
    .filter(({ names }) => names.length > 0);
}

/** The single editor: it draws the fields of any query type. */
export function FieldsEditor<M extends Model>({ model, ...props }: Props<M>) {
  const { query, context, range } = props;
  const change = useChange(props);
  const rows = shownRows(model, query, context.settings);
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
              around={{ context, range }}
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
    case 'flag':
      return <FlagInput {...common} value={value as boolean | string} onChange={set} />;
    case 'choice':
      return <SelectInput {...common} value={value as string} options={optionsOf(shape.options)} onChange={set} />;
    case 'list':
      return shape.words ? (
        <WordsInput {...common} words={shape.words} value={value as string[]} onChange={set} />
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
        const all = [...optionsOf(shape.options), ...variableOptions(around.context)];
        return <SelectInput {...common} value={value as string} options={all} onChange={set} />;
      }
  }
  const isNumber = shape.kind === 'number';
  const take = (text: string) => {
    // What is not a number is marked, and not accepted.
    if (!isNumber || shape.check?.(text) === undefined) {
      set(shaped(text.trim(), shape));
    }
  };
  return (
    <TextInput
      {...common}
      placeholder={isNumber ? String(shape.fallback) : placeholder?.()}
      check={shape.check}
      value={String(value)}
      onCommit={take}
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
function SubjectInput({ name, shape, query, around, change }: FieldProps & { shape: TextsShape }) {
  const { help, placeholder, width, optional, subject, nameField = '' } = shape;
  const common = { label: labelOf(shape), tooltip: help?.(), width, optional };
  const { [name]: value, [nameField]: shown, systemId, nodeId } = query as unknown as Record<string, Texts>;
  if (subject === 'name') {
    const variables = variableOptions(around.context).map((option) => option.value);
    return (
      <ValuesInput {...common} known={variables} value={listOf(value)} onChange={(next) => change({ [name]: next })} />
    );
  }
  return subject ? (
    <ResourcePicker
      {...common}
      kind={subject}
      {...around}
      {...{ systemId, nodeId, value }}
      name={typeof shown === 'string' ? shown : undefined}
      placeholder={placeholder?.() ?? (optional ? t('option.any', 'any') : undefined)}
      onChange={(next, entry) => change({ [name]: next, ...shownNames(shape, entry) })}
    />
  ) : null;
}

/** A stored text is a list of one. */
function listOf(value: Texts): string[] {
  return [value].flat().filter((text) => text !== '');
}

/** The fields that store what a picker showed of a single value. */
function shownNames({ nameField, subject }: TextsShape, entry: CatalogueEntry | undefined): object {
  const systemName = entry?.detail ?? '';
  if (subject === 'series') {
    return { ...namesIn(nameOf(entry)), systemName };
  }
  return nameField ? { [nameField]: nameOf(entry), ...(subject === 'node' ? { systemName } : {}) } : {};
}

/** Empty if the entry only has an ID. */
function nameOf(entry: CatalogueEntry | undefined): string {
  return entry && entry.text !== entry.value ? entry.text : '';
}
