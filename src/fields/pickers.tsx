import { type Span } from '../time/span';
import { type TimeRange } from '@grafana/data';
import { t } from '@grafana/i18n';
import React from 'react';
import { defer, from, map, type Observable, switchMap } from 'rxjs';
import { type Context } from '../answer/runner';
import { type Texts } from '../query/texts';
import { HOUR } from '../settings';
import { type Catalogue, type CatalogueEntry } from '../answer/catalogue';
import { metricTitle } from '../alertbook/titles';
import { alertEntries } from '../catalogue/alertEntries';
import { EntryPicker, type PickerProps } from './EntryPicker';
import { useRemembered } from './useRemembered';

type Props = Omit<PickerProps, 'label'> & { label?: string; range?: TimeRange };

/**
 * Nodes that alerts and anomalies name, by system; with `systemId` those of that system, with `metricId` those first that
 * have the metric.
 */
export function NodePicker({
  context,
  range,
  systemId,
  metricId,
  ...props
}: Props & { systemId?: Texts; metricId?: Texts }) {
  const seen = useRemembered(context);
  return (
    <EntryPicker
      label={t('editor.node.label', 'Node')}
      tooltip={t(
        'editor.node.tooltip',
        'The list holds the nodes that alerts and anomalies name. Any other id, or a variable, can be typed.'
      )}
      placeholder={t('editor.node.placeholder', 'Choose or type an id')}
      emptyText={t('editor.node.empty', 'No alert or anomaly names a node now: type its id.')}
      form="number"
      nameOf={(id) => seen.find((one) => one.nodeId === id && one.nodeName)?.nodeName ?? undefined}
      {...props}
      context={context}
      source={() =>
        known(context, range, (catalogue, span) =>
          catalogue
            .nodes(span, { systemId: ids(context, systemId) })
            .pipe(map((nodes) => bySystem(nodes, withMetric(catalogue, ids(context, metricId)))))
        )
      }
    />
  );
}

/** Metrics that alerts and anomalies name; with `nodeId` those of that node. */
export function MetricPicker({ context, range, nodeId, ...props }: Props & { nodeId?: Texts }) {
  const seen = useRemembered(context);
  return (
    <EntryPicker
      label={t('editor.metric.label', 'Metric')}
      tooltip={t(
        'editor.metric.tooltip',
        'The list holds the metrics that alerts and anomalies name, of the chosen node if there is one. Any other id, or a variable, can be typed.'
      )}
      placeholder={t('editor.metric.placeholder', 'Choose or type an id')}
      emptyText={t('editor.metric.empty', 'No alert or anomaly names a metric here: type its id.')}
      nameOf={(id) => seen.find((one) => one.metricId === id && one.metricName)?.metricName ?? undefined}
      {...props}
      context={context}
      source={() =>
        known(context, range, (catalogue, span) => catalogue.metrics(span, { nodeId: ids(context, nodeId) }))
      }
    />
  );
}

/** Series that alerts and anomalies name, by system: a node's metric, as `<nodeId>:<metricId>`. */
export function SeriesPicker({ context, range, ...props }: Props) {
  const seen = useRemembered(context);
  return (
    <EntryPicker
      label={t('editor.series.label', 'Series')}
      tooltip={t(
        'editor.series.tooltip',
        'A metric of a node, as <nodeId>:<metricId>. The list holds those that alerts and anomalies name; any other, or a variable, can be typed.'
      )}
      placeholder={t('editor.series.placeholder', 'Choose or type node:metric')}
      emptyText={t('editor.series.empty', 'No alert or anomaly names a metric now: type node:metric.')}
      width={34}
      form="pair"
      nameOf={(id) => {
        const named = seen.find((one) => `${one.nodeId}:${one.metricId}` === id);
        return named && metricTitle(named);
      }}
      {...props}
      context={context}
      source={() =>
        known(context, range, (catalogue, span) => catalogue.series(span).pipe(map((series) => bySystem(series))))
      }
    />
  );
}

/** Systems that alerts and anomalies name. */
export function SystemPicker({ context, range, ...props }: Props) {
  const seen = useRemembered(context);
  return (
    <EntryPicker
      label={t('editor.system.label', 'System')}
      placeholder={t('editor.system.placeholder', 'Choose or type an id')}
      emptyText={t('editor.system.empty', 'No alert or anomaly names a system now: type its id.')}
      form="number"
      nameOf={(id) => seen.find((one) => one.systemId === id && one.systemName)?.systemName ?? undefined}
      {...props}
      context={context}
      source={() => known(context, range, (catalogue, span) => catalogue.systems(span))}
    />
  );
}

/** Alerts that were active in the range, most severe first; with `nodeId` those of that node. */
export function AlertPicker({ context, range, nodeId, ...props }: Props & { nodeId?: Texts }) {
  return (
    <EntryPicker
      label={t('editor.alert.label', 'Alert')}
      tooltip={t(
        'editor.alert.tooltip',
        'The list holds the alerts that were active in the range. Any other id, or a variable, can be typed.'
      )}
      placeholder={t('editor.alert.placeholder', 'Choose or type an id')}
      emptyText={t('editor.alert.empty', 'No alert was active in the range: type an id.')}
      width={30}
      form="word"
      {...props}
      context={context}
      source={() =>
        alertEntries(context, spanOf(context, range), {
          nodeIds: nodeId ? ids(context, nodeId) : undefined,
        }).pipe(map(({ entries }) => entries))
      }
    />
  );
}

/** The panel's range in epoch milliseconds; the last six hours where it is not told. */
export function spanOf(context: Context, range: TimeRange | undefined): Span {
  const now = context.now();
  return range ? { from: range.from.valueOf(), to: range.to.valueOf() } : { from: now - 6 * HOUR, to: now };
}

function known(
  context: Context,
  range: TimeRange | undefined,
  list: (catalogue: Catalogue, span: Span) => Observable<CatalogueEntry[]>
): Observable<CatalogueEntry[]> {
  return defer(() => from(context.catalogue())).pipe(switchMap((catalogue) => list(catalogue, spanOf(context, range))));
}

/** The ids that a field stands for, its variables replaced. */
function ids(context: Context, field: Texts = ''): string[] {
  return context.templates.all(field);
}

/** The nodes that were seen with one of the metrics; undefined where that would tell none from another. */
function withMetric(catalogue: Catalogue, metricIds: string[]): ReadonlySet<string> | undefined {
  const nodes = catalogue
    .remembered()
    .flatMap(({ nodeId, metricId }) => (nodeId && metricIds.includes(metricId ?? '') ? [nodeId] : []));
  return nodes.length > 0 ? new Set(nodes) : undefined;
}

/** Under the name of their system; what is not among `first` comes last, under a heading that says so. */
function bySystem(entries: CatalogueEntry[], first?: ReadonlySet<string>): CatalogueEntry[] {
  const fits = ({ value }: CatalogueEntry) => first === undefined || first.has(value);
  const other = t('editor.node.without', 'Not seen with this metric');
  return [
    ...entries.filter(fits).map((entry) => ({ ...entry, group: entry.detail })),
    ...entries.filter((entry) => !fits(entry)).map((entry) => ({ ...entry, group: other })),
  ];
}
