import { type DataFrame } from '@grafana/data';
import { t } from '@grafana/i18n';
import {
  coloredColumn,
  type Column,
  countColumn,
  durationColumn,
  minuteColumn,
  scoreColumn,
  tableFrame,
  metricColumns,
} from '../tables/frame';
import { linkRows } from '../tables/linkRows';
import { type LinkPlace } from '../tables/links';
import { RAW } from '../loading/texts';
import { inSentence, significant, unitIn } from '../tables/numberTexts';
import { endedByColumn, mappedColumn, stateColumn, trendColumn } from '../tables/states';
import { wordOf } from '../tables/words';
import { isPast } from '../time/spans';
import { shortTime } from '../time/timeTexts';
import { type AlertStory, type MetricStory } from './alert';
import { distanceField } from './distance';

/** One row per metric, in the order in which they joined the alert. */
export function timelineTable(
  story: AlertStory | null,
  rows: readonly MetricStory[],
  place: LinkPlace,
  { timeZone, isFetching }: { timeZone: string; isFetching: boolean }
): DataFrame {
  const { span = null, now = place.now } = story ?? {};
  const first = firstJoined(rows);
  const shown = span?.from == null ? null : { from: span.from, to: span.to ?? now, open: span.isOpen };
  const names = metricColumns<MetricStory>(
    place,
    rows,
    ({ metric }) => metric,
    linkRows(() => rows.map(({ metric }) => ({ alert: story ? linkedAlert(story) : undefined, metric, span: shown })))
  );
  const newestOf = ({ state, newest }: MetricStory) => (state === 'unknown' ? null : newest);
  const number = (name: string, of: (row: MetricStory) => number | null, description?: string) =>
    scoreColumn(name, of, { description });
  const columns: Array<Column<MetricStory>> = [
    minuteColumn('joinedAt', ({ metric }) => metric.joinedAt, place.now, { heading: t('column.joined', 'Joined') }),
    durationColumn('after', (row) => afterOf(row, first), {
      heading: t('column.after', 'After first'),
      hidden: true,
    }),
    { ...names.metricName, name: 'metric' },
    { ...names.nodeName, name: 'node' },
    { ...names.systemName, name: 'system' },
    minuteColumn('leftAt', ({ excursion }) => excursion?.leftAt ?? null, place.now),
    minuteColumn('outsideSince', ({ last }) => last?.leftAt ?? null, place.now, { hidden: true }),
    minuteColumn('backAt', ({ last }) => last?.backAt ?? null, place.now),
    countColumn('stays', ({ excursions }) => excursions?.length ?? null, {
      width: 80,
      heading: t('column.stays', 'Times outside'),
      hidden: true,
    }),
    // What is still to come is not unknown.
    stateColumn(
      ({ state, snapshot }) => (isFetching && snapshot === null ? null : state),
      span !== null && isPast({ to: span.to ?? now, now })
    ),
    number('value', (row) => newestOf(row)?.value ?? null, t('story.value', 'Value now, or when the alert ended')),
    number('expectedFrom', (row) => newestOf(row)?.expectedFrom ?? null),
    number('expectedTo', (row) => newestOf(row)?.expectedTo ?? null),
    number(
      'worst',
      ({ worst }) => worst?.widths ?? null,
      t('metric.editor.deviation-for', 'Distance to the nearest corridor, in main corridor widths')
    ),
    coloredColumn('severity', ({ metric }) => metric.worst, { width: 105 }),
    trendColumn(({ trend }) => trend),
    mappedColumn(
      'why',
      (row) => (row.silence ? silenceText(row, place.now, timeZone) : row.metric.type),
      { deviation: t('words.deviation', 'deviation'), missing_data: t('words.missing-data', 'missing data') },
      { hidden: !rows.some(({ metric }) => metric.type === 'missing_data') }
    ),
    names.nodeId,
    names.metricId,
    endedByColumn(({ endedBy }) => endedBy),
    minuteColumn('lastValueAt', ({ silence }) => silence?.at ?? null, place.now, { hidden: true }),
    scoreColumn('lastValue', ({ silence }) => silence?.value ?? null, { hidden: true }),
  ];
  const frame = tableFrame(t('story.timeline', 'Timeline'), rows, columns);
  const before = frame.fields.findIndex(({ name }) => name === 'why');
  return { ...frame, fields: frame.fields.toSpliced(before, 0, distanceField(rows)) };
}

function linkedAlert({ alert: { id, impact }, title }: AlertStory) {
  return { id, title, impact };
}

/** `missing data, last value 04:15, 23.3 ms` */
function silenceText({ metric, silence }: MetricStory, now: number, timeZone: string): string {
  const { at = 0, value = 0 } = silence ?? {};
  return t('story.last-value', '{{why}}, last value {{time}}, {{value}}', {
    why: wordOf('missing_data'),
    time: shortTime(at, now, timeZone),
    value: inSentence(significant(value, 3)) + unitIn(metric.metricName ?? ''),
    ...RAW,
  });
}

/** When the first metric joined. Null if no time is known. */
export function firstJoined(rows: readonly MetricStory[]): number | null {
  const times = rows.flatMap(({ metric }) => metric.joinedAt ?? []);
  return times.length > 0 ? Math.min(...times) : null;
}

export function afterOf({ metric }: MetricStory, first: number | null): number | null {
  return metric.joinedAt === null || first === null ? null : metric.joinedAt - first;
}
