import { type TimeRange } from '@grafana/data';
import { t } from '@grafana/i18n';
import React from 'react';
import { map, type Observable } from 'rxjs';
import { catalogueOf } from '../catalogue/catalogue';
import { type CatalogueEntry } from '../catalogue/entries';
import { namesSeen } from '../answer/nameBook';
import { type Named } from '../service/alerts';
import { type Context } from '../answer/runner';
import { alertEntries } from '../catalogue/alertEntries';
import { metricTitle } from '../alertbook/titles';
import { type Texts } from '../query/shapes';
import { HOUR } from '../settings';
import { type Span } from '../time/spans';
import { EntryPicker, type PickerProps } from './EntryPicker';
import { type IdForm } from './typed';
import { useRemembered } from './hooks';

/** What a picker's list depends on besides the range: other fields of the query. */
interface Narrowed {
  systemId?: Texts;
  nodeId?: Texts;
  metricId?: Texts;
}

interface Kind {
  tooltip?: string;
  placeholder: string;
  /** Shown below the picker if the list is empty. */
  emptyText: string;
  width?: number;
  form?: IdForm;
  /** The name of an id that was seen before. */
  nameOf?: (id: string, seen: readonly Named[]) => string | null | undefined;
  list: (context: Context, span: Span, narrowed: Narrowed) => Observable<CatalogueEntry[]>;
}

type PickerKind = keyof typeof KINDS;

type Props = PickerProps & Narrowed & { kind: PickerKind; range?: TimeRange };

/** A picker of the identifiers of one kind of resource. */
export function ResourcePicker({ kind, context, range, systemId, nodeId, metricId, ...props }: Props) {
  const seen = useRemembered(context);
  const { list, nameOf, ...texts } = KINDS[kind]();
  return (
    <EntryPicker
      {...texts}
      {...props}
      tooltip={props.tooltip ?? texts.tooltip}
      placeholder={props.placeholder ?? texts.placeholder}
      width={props.width ?? texts.width}
      context={context}
      nameOf={(id) => nameOf?.(id, seen) ?? undefined}
      source={() => list(context, spanOf(context, range), { systemId, nodeId, metricId })}
    />
  );
}

const KINDS = {
  /** By system; with a metric those first that have it. */
  node: (): Kind => ({
    tooltip: typedToo(),
    placeholder: chooseId(),
    emptyText: nothingListed(),
    form: 'number',
    nameOf: (id, seen) => seen.find((one) => one.nodeId === id && one.nodeName)?.nodeName,
    list: (context, span, { systemId, metricId }) =>
      catalogueOf(context)
        .nodes(span, { systemId: ids(context, systemId) })
        .pipe(map((nodes) => bySystem(nodes, withMetric(context, ids(context, metricId))))),
  }),
  metric: (): Kind => ({
    tooltip: typedToo(),
    placeholder: chooseId(),
    emptyText: nothingListed(),
    nameOf: (id, seen) => seen.find((one) => one.metricId === id && one.metricName)?.metricName,
    list: (context, span, { nodeId }) => catalogueOf(context).metrics(span, { nodeId: ids(context, nodeId) }),
  }),
  /** A node's metric, as `<nodeId>:<metricId>`, by system. */
  series: (): Kind => ({
    tooltip: typedToo(),
    placeholder: t('editor.series.placeholder', 'Choose or type node:metric'),
    emptyText: nothingListed(),
    width: 34,
    form: 'pair',
    nameOf: (id, seen) => {
      const named = seen.find((one) => `${one.nodeId}:${one.metricId}` === id);
      return named && metricTitle(named);
    },
    list: (context, span) =>
      catalogueOf(context)
        .series(span)
        .pipe(map((series) => bySystem(series))),
  }),
  system: (): Kind => ({
    placeholder: chooseId(),
    emptyText: nothingListed(),
    form: 'number',
    nameOf: (id, seen) => seen.find((one) => one.systemId === id && one.systemName)?.systemName,
    list: (context, span) => catalogueOf(context).systems(span),
  }),
  /** Those that were active in the range, most severe first. */
  alert: (): Kind => ({
    placeholder: chooseId(),
    emptyText: nothingListed(),
    width: 30,
    form: 'word',
    list: (context, span) => alertEntries(context, span, {}).pipe(map(({ entries }) => entries)),
  }),
};

function typedToo(): string {
  return t(
    'editor.picker.tooltip',
    'Lists what was seen in alerts and anomalies. You can also type any ID or a variable.'
  );
}

function chooseId(): string {
  return t('editor.picker.placeholder', 'Choose or type an ID');
}

function nothingListed(): string {
  return t('type.nothing', 'Nothing found. Choose a longer time range, or fewer filters.');
}

/** The panel's range in epoch milliseconds; the last six hours if it is unknown. */
export function spanOf(context: Context, range: TimeRange | undefined): Span {
  const now = context.now();
  return range ? { from: range.from.valueOf(), to: range.to.valueOf() } : { from: now - 6 * HOUR, to: now };
}

/** The ids that a field stands for, its variables replaced. */
function ids(context: Context, field: Texts = ''): string[] {
  return context.templates.all(field);
}

/** The nodes that were seen with one of the metrics; undefined if none was. */
function withMetric({ operations }: Context, metricIds: string[]): ReadonlySet<string> | undefined {
  const nodes = namesSeen(operations)
    .all()
    .flatMap(({ nodeId, metricId }) => (nodeId && metricIds.includes(metricId ?? '') ? [nodeId] : []));
  return nodes.length > 0 ? new Set(nodes) : undefined;
}

/** Under the name of their system; what is not among `first` comes last, under a heading that says so. */
function bySystem(entries: CatalogueEntry[], first?: ReadonlySet<string>): CatalogueEntry[] {
  const fits = ({ value }: CatalogueEntry) => first === undefined || first.has(value);
  const other = t('editor.node.without', 'Other nodes');
  return [
    ...entries.filter(fits).map((entry) => ({ ...entry, group: entry.detail })),
    ...entries.filter((entry) => !fits(entry)).map((entry) => ({ ...entry, group: other })),
  ];
}
