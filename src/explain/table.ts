import { type DataFrame } from '@grafana/data';
import { t } from '@grafana/i18n';
import { isPast, type Newest, type When } from '../judging/judgeMetric';
import { scoreColumn, tableFrame, textColumn, timeColumn, metricColumns } from '../tables/frame';
import { type LinkPlace } from '../tables/links';
import { stateColumn } from '../tables/states';
import { type MetricReading } from './reading';
import { sentenceOf } from './sentence';

/** A row per metric: how it is in words, and the numbers that the words are made of. */
export function explainTable(
  rows: readonly MetricReading[],
  range: Omit<When, 'step'>,
  timeZone: string,
  place: LinkPlace
): DataFrame {
  const names = metricColumns<MetricReading>(
    place,
    rows,
    ({ series: { identity } }) => {
      const { nodeId, nodeName, systemName, metricId, metricName } = identity;
      return {
        nodeId,
        nodeName: nodeName || nodeId,
        systemId: null,
        systemName: systemName || null,
        metricId,
        metricName: metricName || metricId,
      };
    },
    () => null
  );
  const stayOf = ({ judgment }: MetricReading) => judgment.stays.at(-1);
  const isKnownNow = ({ judgment }: MetricReading) => judgment.state !== 'unknown' && !isPast(range);
  const number = (
    name: string,
    of: (newest: Newest, row: MetricReading) => number | null,
    description?: string,
    hidden = false
  ) =>
    scoreColumn<MetricReading>(name, (row) => row.judgment.newest && of(row.judgment.newest, row), {
      width: 110,
      description,
      hidden,
    });
  return tableFrame(t('label.summary', 'Summary'), rows, [
    textColumn('sentence', (row) => rowSentence(row, timeZone), { width: 600, wrap: true }),
    names.metricName,
    names.nodeName,
    timeColumn('leftAt', (row) => stayOf(row)?.leftAt ?? null),
    number('value', ({ value }) => value),
    number('expectedFrom', ({ expectedFrom }) => expectedFrom),
    number('expectedTo', ({ expectedTo }) => expectedTo),
    number(
      'deviation',
      ({ deviation }) => deviation,
      t('metric.editor.deviation-for', 'Distance to the nearest corridor, in main corridor widths')
    ),
    stateColumn(({ judgment }) => judgment.state, isPast(range)),
    timeColumn('backAt', (row) => stayOf(row)?.backAt ?? null),
    number('worst', (_, { judgment }) => judgment.worst?.widths ?? null),
    // For a panel that shows a number for now, or nothing.
    number('deviationNow', ({ deviation }, row) => (isKnownNow(row) ? deviation : null), undefined, true),
    names.nodeId,
    names.metricId,
  ]);
}

function rowSentence(
  { series, snapshot, when, judgment, resolution, precedent }: MetricReading,
  timeZone: string
): string {
  const { metricName, metricId } = series.identity;
  const reader = { ...when, timeZone, metricName: metricName || metricId, resolution, hasData: snapshot.points > 0 };
  return sentenceOf(judgment, reader, precedent);
}
