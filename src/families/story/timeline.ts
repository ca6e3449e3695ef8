import { type DataFrame } from '@grafana/data';
import { t } from '@grafana/i18n';
import { coloredColumn, type Column, minuteColumn, scoreColumn, tableFrame, metricColumns } from '../../table/frame';
import { type LinkPlace } from '../../table/links';
import { stateColumn, trendColumn } from '../../table/columns';
import { isPast } from '../../ground/spans';
import { type AlertStory, type MetricStory } from './alert';
import { distanceField } from '../../table/distance';

/** One row per metric, in the order in which they joined the alert. */
export function timelineTable(
  story: AlertStory | null,
  rows: readonly MetricStory[],
  place: LinkPlace,
  isFetching: boolean
): DataFrame {
  const { span = null, now = place.now } = story ?? {};
  const shown = span?.from == null ? null : { from: span.from, to: span.to ?? now, open: span.isOpen };
  const names = metricColumns<MetricStory>(
    place,
    rows,
    ({ metric }) => metric,
    ({ metric }) => ({ alert: story ? linkedAlert(story) : undefined, metric, span: shown })
  );
  const newestOf = ({ state, newest }: MetricStory) => (state === 'unknown' ? null : newest);
  const number = (name: string, of: (row: MetricStory) => number | null, description?: string) =>
    scoreColumn(name, of, { description });
  const columns: Array<Column<MetricStory>> = [
    minuteColumn('joinedAt', ({ metric }) => metric.joinedAt, place.now, { heading: t('column.joined', 'Joined') }),
    { ...names.metricName, name: 'metric' },
    { ...names.nodeName, name: 'node' },
    { ...names.systemName, name: 'system' },
    minuteColumn('leftAt', ({ excursion }) => excursion?.leftAt ?? null, place.now),
    // What is still to come is not unknown.
    stateColumn(
      ({ state, snapshot }) => (isFetching && snapshot === null ? null : state),
      span !== null && isPast({ to: span.to ?? now, now })
    ),
    trendColumn(({ trend }) => trend),
    number('value', (row) => newestOf(row)?.value ?? null, t('story.value', 'Value now, or when the alert ended')),
    number('expectedFrom', (row) => newestOf(row)?.expectedFrom ?? null),
    number('expectedTo', (row) => newestOf(row)?.expectedTo ?? null),
    number(
      'worst',
      ({ worst }) => worst?.widths ?? null,
      t('metric.editor.deviation-for', 'Distance to the nearest corridor, in main corridor widths')
    ),
    coloredColumn('severity', ({ metric }) => metric.worst, { width: 105 }),
    names.nodeId,
    names.metricId,
  ];
  const frame = tableFrame(t('story.timeline', 'Timeline'), rows, columns);
  const before = frame.fields.findIndex(({ name }) => name === 'nodeId');
  const graphs = rows.map(({ snapshot, from }) => snapshot && { snapshot, from });
  return { ...frame, fields: frame.fields.toSpliced(before, 0, distanceField(graphs)) };
}

function linkedAlert({ alert: { id, impact }, title }: AlertStory) {
  return { id, title, impact };
}
