import { type TimeRange } from '@grafana/data';
import { t } from '@grafana/i18n';
import { difference } from 'lodash';
import React, { useMemo } from 'react';
import { AlertBook } from '../alertbook/alertBook';
import { type Reader } from '../known/follow';
import { type ListName } from '../catalogue/catalogue';
import { choose } from '../catalogue/choices';
import { type CatalogueEntry } from '../catalogue/entries';
import { type Named } from '../service/alerts';
import { type Choice, namesSeen } from '../alertbook/names';
import { type Context } from '../answer/runner';
import { alertEntries } from '../catalogue/alertEntries';
import { offer, pickerSpan } from '../catalogue/offer';
import { metricTitle } from '../alertbook/titles';
import { mentionsVariable, type Texts } from '../query/shapes';
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

/** A picker for the identifiers of one kind of resource. It also lists earlier choices. */
export function ResourcePicker({ kind, context, range, systemId, nodeId, ...props }: Props) {
  // For the names of stored IDs. Nothing is requested.
  const seen = useMemo(() => namesSeen(context).all(), [context]);
  const { list, narrowedBy, bySystem, nameOf, width, placeholder } = KINDS[kind];
  const within = () => (narrowedBy ? context.templates.all({ systemId, nodeId }[narrowedBy] ?? '') : []);
  const entries = () => {
    const span = pickerSpan(context, range);
    const place = { book: new AlertBook(context), range: span, context };
    const offered = list && { list, within: within() };
    return (reader: Reader) => {
      const all = offered ? offer(reader, context, span, offered) : (alertEntries(reader, place)?.entries ?? null);
      return bySystem && all ? all.map((entry) => ({ ...entry, group: entry.detail })) : all;
    };
  };
  const choose = (value: Texts, entry?: CatalogueEntry) => {
    const ids = difference([value].flat(), [props.value].flat()).filter((id) => id !== '' && !mentionsVariable(id));
    ids.forEach((id) => remember(context, KINDS[kind], id, { ...entry, within: within() }));
    props.onChange(value, entry);
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
      onChange={choose}
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

/** So that it is an option next time. */
function remember(context: Context, { list, nameOf }: Kind, id: string, about: Partial<Choice>) {
  if (list) {
    const { text = nameOf?.(id, namesSeen(context).all()) || id, detail, namedAt, within = [] } = about;
    choose(context, { list, value: id, text, detail, namedAt, within });
  }
}
