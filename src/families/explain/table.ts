import { type DataFrame } from '@grafana/data';
import { t } from '@grafana/i18n';
import { type JudgedPoints } from '../../judging/judgedPoints';
import { type WantedSeries } from '../../ground/expand';
import { type Newest, type When } from '../../judging/judgeMetric';
import { type Look, scoreColumn, tableFrame, textColumn, timeColumn, metricColumns } from '../../table/frame';
import { type LinkPlace } from '../../table/links';
import { resolutionColumn, stateColumn, trendColumn } from '../../table/columns';
import { isPast } from '../../ground/spans';
import { sentenceOf } from './sentence';

/** A metric, and what its points show. */
export interface MetricReading extends JudgedPoints {
  series: WantedSeries;
}

/** One row per metric: its state as a sentence, and the numbers in it. */
export function explainTable(
  rows: readonly MetricReading[],
  range: Omit<When, 'step'>,
  timeZone: string,
  place: LinkPlace
): DataFrame {
  // The columns show IDs for unknown names. Links omit these.
  const linked = ({ series: { identity } }: MetricReading) => ({ metric: { ...identity, systemId: null } });
  const shown = ({ series: { identity } }: MetricReading) => {
    const { nodeId, nodeName, systemName, metricId, metricName } = identity;
    return {
      nodeId,
      nodeName: nodeName || nodeId,
      systemId: null,
      systemName: systemName || null,
      metricId,
      metricName: metricName || metricId,
    };
  };
  const names = metricColumns<MetricReading>(place, rows, shown, linked);
  const excursionOf = ({ judgment }: MetricReading) => judgment.excursions.at(-1);
  const number = (name: string, of: (newest: Newest) => number | null, look: Look = {}) =>
    scoreColumn<MetricReading>(name, ({ judgment: { newest } }) => newest && of(newest), { width: 110, ...look });
  const description = t('metric.editor.deviation-for', 'Distance to the nearest corridor, in main corridor widths');
  return tableFrame(t('label.summary', 'Summary'), rows, [
    textColumn('sentence', (row) => rowSentence(row, timeZone), { width: 600, wrap: true }),
    names.metricName,
    names.nodeName,
    timeColumn('leftAt', (row) => excursionOf(row)?.leftAt ?? null),
    number('value', ({ value }) => value),
    number('expectedFrom', ({ expectedFrom }) => expectedFrom),
    number('expectedTo', ({ expectedTo }) => expectedTo),
    number('deviation', ({ deviation }) => deviation, { description }),
    stateColumn(({ judgment }) => judgment.state, isPast(range)),
    trendColumn(({ judgment }) => judgment.trend),
    scoreColumn('worst', ({ judgment }) => judgment.worst?.widths ?? null, { width: 110 }),
    resolutionColumn(({ resolution }) => resolution, rows, isSum),
    names.nodeId,
    names.metricId,
  ]);
}

function rowSentence(row: MetricReading, timeZone: string): string {
  const { series, snapshot, when, judgment, resolution } = row;
  const { metricName, metricId } = series.identity;
  const hasData = snapshot.points > 0;
  const reader = { ...when, timeZone, metricName: metricName || metricId, resolution, isSum: isSum(row), hasData };
  return sentenceOf(judgment, reader);
}

function isSum({ series, snapshot }: MetricReading): boolean {
  return (snapshot.metadata.aggregation || series.identity.aggregation) === 'sum';
}
