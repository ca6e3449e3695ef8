import { type TimeRange } from '@grafana/data';
import { t } from '@grafana/i18n';
import React, { useMemo } from 'react';
import { map, type Observable } from 'rxjs';
import { catalogueOf } from '../catalogue/catalogue';
import { type CatalogueEntry } from '../catalogue/entries';
import { type Named } from '../service/alerts';
import { namesSeen } from '../answer/nameBook';
import { type Context } from '../answer/runner';
import { alertEntries } from '../catalogue/alertEntries';
import { metricTitle } from '../alertbook/titles';
import { type Texts } from '../query/shapes';
import { HOUR } from '../settings';
import { type Span } from '../time/spans';
import { EntryPicker, type PickerProps } from './EntryPicker';

/** What a picker's list depends on besides the range: other fields of the query. */
interface Narrowed {
  systemId?: Texts;
  nodeId?: Texts;
}

interface Kind {
  placeholder?: () => string;
  width?: number;
  /** The name of an id that was seen before. */
  nameOf?: (id: string, seen: readonly Named[]) => string | null | undefined;
  list: (context: Context, span: Span, narrowed: Narrowed) => Observable<CatalogueEntry[]>;
}

type PickerKind = 'node' | 'metric' | 'series' | 'system' | 'alert';

type Props = PickerProps & Narrowed & { kind: PickerKind; range?: TimeRange };

/** A picker of the identifiers of one kind of resource. */
export function ResourcePicker({ kind, context, range, systemId, nodeId, ...props }: Props) {
  // For the names of stored ids: nothing is requested.
  const seen = useMemo(() => namesSeen(context.operations).all(), [context]);
  const { list, nameOf, width, placeholder } = KINDS[kind];
  return (
    <EntryPicker
      {...props}
      tooltip={
        props.tooltip ??
        t(
          'editor.picker.tooltip',
          'Lists what was seen in alerts and anomalies. You can also type any ID or a variable.'
        )
      }
      placeholder={props.placeholder ?? placeholder?.() ?? t('editor.picker.placeholder', 'Choose or type an ID')}
      width={props.width ?? width}
      context={context}
      nameOf={(id) => nameOf?.(id, seen) ?? undefined}
      source={() => list(context, spanOf(context, range), { systemId, nodeId })}
    />
  );
}

const KINDS: Record<PickerKind, Kind> = {
  /** By system. */
  node: {
    nameOf: (id, seen) => seen.find((one) => one.nodeId === id && one.nodeName)?.nodeName,
    list: (context, span, { systemId }) =>
      catalogueOf(context)
        .list('nodes', span, { systemId: ids(context, systemId) })
        .pipe(map(bySystem)),
  },
  metric: {
    nameOf: (id, seen) => seen.find((one) => one.metricId === id && one.metricName)?.metricName,
    list: (context, span, { nodeId }) => catalogueOf(context).list('metrics', span, { nodeId: ids(context, nodeId) }),
  },
  /** A node's metric, as `<nodeId>:<metricId>`, by system. */
  series: {
    placeholder: () => t('editor.series.placeholder', 'Choose or type node:metric'),
    width: 34,
    nameOf: (id, seen) => {
      const named = seen.find((one) => `${one.nodeId}:${one.metricId}` === id);
      return named && metricTitle(named);
    },
    list: (context, span) => catalogueOf(context).list('series', span).pipe(map(bySystem)),
  },
  system: {
    nameOf: (id, seen) => seen.find((one) => one.systemId === id && one.systemName)?.systemName,
    list: (context, span) => catalogueOf(context).list('systems', span),
  },
  /** Those that were active in the range, most severe first. */
  alert: {
    width: 30,
    list: (context, span) => alertEntries(context, span, {}).pipe(map(({ entries }) => entries)),
  },
};

/** The panel's range in epoch milliseconds; the last six hours if it is unknown. */
export function spanOf(context: Context, range: TimeRange | undefined): Span {
  const now = context.now();
  return range ? { from: range.from.valueOf(), to: range.to.valueOf() } : { from: now - 6 * HOUR, to: now };
}

/** The ids that a field stands for, its variables replaced. */
function ids(context: Context, field: Texts = ''): string[] {
  return context.templates.all(field);
}

/** Under the name of their system. */
function bySystem(entries: CatalogueEntry[]): CatalogueEntry[] {
  return entries.map((entry) => ({ ...entry, group: entry.detail }));
}
