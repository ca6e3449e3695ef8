import { type TimeRange } from '@grafana/data';
import { t } from '@grafana/i18n';
import React, { useMemo } from 'react';
import { AlertBook } from '../alertbook/alertBook';
import { type Reader } from '../known/follow';
import { listed, type ListName, pickerSpan } from '../catalogue/catalogue';
import { type Named } from '../service/alerts';
import { namesSeen } from '../alertbook/names';
import { alertEntries } from '../catalogue/alertEntries';
import { metricTitle } from '../alertbook/titles';
import { type Texts } from '../query/shapes';
import { EntryPicker, type PickerProps } from './EntryPicker';

/** What a picker's list depends on apart from the range: other fields of the query. */
interface Narrowed {
  systemId?: Texts;
  nodeId?: Texts;
}

interface Kind {
  placeholder?: () => string;
  width?: number;
  /** The known name of an ID. */
  nameOf?: (id: string, seen: readonly Named[]) => string | null | undefined;
  /** The list of entries. Without it, alerts. */
  list?: ListName;
  /** The field that limits the list. */
  narrowedBy?: keyof Narrowed;
  /** Grouped by system. */
  bySystem?: boolean;
}

type PickerKind = 'node' | 'metric' | 'series' | 'system' | 'alert';

type Props = PickerProps & Narrowed & { kind: PickerKind; range?: TimeRange };

/** A picker for the identifiers of one kind of resource. */
export function ResourcePicker({ kind, context, range, systemId, nodeId, ...props }: Props) {
  // For the names of stored IDs. Nothing is requested.
  const seen = useMemo(() => namesSeen(context).all(), [context]);
  const { list, narrowedBy, bySystem, nameOf, width, placeholder } = KINDS[kind];
  const entries = () => {
    const span = pickerSpan(context, range);
    const place = { book: new AlertBook(context), range: span, context };
    const within = context.templates.all({ systemId, nodeId }[narrowedBy ?? 'nodeId'] ?? '');
    const listing = list && { list, range: span, filter: narrowedBy && { [narrowedBy]: within } };
    return (reader: Reader) => {
      const all = listing ? listed(reader, context, listing) : (alertEntries(reader, place)?.entries ?? null);
      return bySystem && all ? all.map((entry) => ({ ...entry, group: entry.detail })) : all;
    };
  };
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
      source={entries}
    />
  );
}

const KINDS: Record<PickerKind, Kind> = {
  node: {
    nameOf: (id, seen) => seen.find((one) => one.nodeId === id && one.nodeName)?.nodeName,
    list: 'nodes',
    narrowedBy: 'systemId',
    bySystem: true,
  },
  metric: {
    nameOf: (id, seen) => seen.find((one) => one.metricId === id && one.metricName)?.metricName,
    list: 'metrics',
    narrowedBy: 'nodeId',
  },
  /** A node's metric, as `<nodeId>:<metricId>`. */
  series: {
    placeholder: () => t('editor.series.placeholder', 'Choose or type node:metric'),
    width: 34,
    nameOf: (id, seen) => {
      const named = seen.find((one) => `${one.nodeId}:${one.metricId}` === id);
      return named && metricTitle(named);
    },
    list: 'series',
    bySystem: true,
  },
  system: {
    nameOf: (id, seen) => seen.find((one) => one.systemId === id && one.systemName)?.systemName,
    list: 'systems',
  },
  /** Alerts that were active in the range, most severe first. */
  alert: { width: 30 },
};
