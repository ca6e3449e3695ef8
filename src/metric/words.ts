import { type DataFrame, DataTopic, type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { type SeriesField } from '../answer/expand';
import { variableMissing } from '../answer/inputs';
import { notice } from '../answer/notices';
import { names, RAW, spanText } from '../answer/readingNotices';
import { storedFilters, unusedFilter } from '../tables/filters';
import { annotationFrame } from '../tables/marks';
import { type Span, union } from '../time/spans';
import { MOST_ASKED, type WantedQuery } from './wanted';

/* How what is told of a query's answer is said; loaded when there is something. See `notices.ts`. */

export * from '../answer/readingNotices';

/** @param namedFilters keys of the filters that another query of the panel has told of; those told here are added */
export function unusedFilters(target: object, namedFilters: Set<string>): QueryResultMetaNotice[] {
  const unnamed = storedFilters(target).filter(({ key }) => !namedFilters.has(key));
  unnamed.forEach(({ key }) => namedFilters.add(key));
  return unnamed.map(unusedFilter);
}

export function noData(name: string): QueryResultMetaNotice {
  return notice(
    t(
      'metric.no-data',
      'No datapoints of {{name}} in this range. Baselines usually exist within 7 days after ingestion begins.',
      { name, ...RAW }
    )
  );
}

export function notAsked(beyond: string[], count: number): QueryResultMetaNotice {
  return notice(
    t('metric.not-asked', 'A query asks for {{asked}} pairs of node and metric at most. Not asked for: {{names}}.', {
      asked: MOST_ASKED,
      names: names(beyond, count),
      ...RAW,
    }),
    'warning'
  );
}

export function nothingAsked(fields: SeriesField[]): QueryResultMetaNotice {
  switch (fields[0]) {
    case 'series':
      return notice(t('metric.empty-series', 'The variable in the series field is empty, so nothing was asked.'));
    case 'nodeId':
      return notice(t('metric.empty-node', 'The variable in the node field is empty, so nothing was asked.'));
    default:
      return notice(t('metric.empty-metric', 'The variable in the metric field is empty, so nothing was asked.'));
  }
}

export function unknownCompare(text: string): QueryResultMetaNotice {
  return notice(
    t('metric.compare-unknown', 'Nothing is compared: "{{text}}" is not one of 1d, 7d and 4w.', { text, ...RAW }),
    'warning'
  );
}

export function thinned(points: number, rows: number): QueryResultMetaNotice {
  return notice(
    t(
      'metric.thinned',
      '{{rows}} of {{points}} points are drawn, extremes and outliers among them. Zoom in to see all.',
      {
        rows,
        points,
        ...RAW,
      }
    )
  );
}

export function noGranularity(): QueryResultMetaNotice {
  return notice(
    t('metric.v2-granularity', 'The v2 family of metric data has no granularity: the service chose it by the range.')
  );
}

export function forecastBeyond(span: Span, timeZone: string): QueryResultMetaNotice {
  return notice(
    t('forecast.beyond', 'The forecast reaches beyond this range. A range that shows it: {{span}}.', {
      span: spanText(span, timeZone),
      ...RAW,
    })
  );
}

export function forecastUnreadable(name: string): QueryResultMetaNotice {
  return notice(
    t(
      'forecast.unreadable',
      'The forecast of {{name}} has a shape that is not known; the answer is in the frame’s meta data.',
      {
        name,
        ...RAW,
      }
    ),
    'warning'
  );
}

/** Why a query cannot be asked, for its error. */
export function problemOf({ kind, text }: NonNullable<WantedQuery['problem']>): string {
  return kind === 'variable'
    ? variableMissing(text)
    : t('metric.granularity-unknown', 'The granularity "{{text}}" is not one of auto, 1m, 15m and 1h.', {
        text,
        ...RAW,
      });
}

/** Marks in the plot what is still to come (contract: an annotation frame's region, gone with Done). */
export function comingFrame(refId: string, coming: readonly Span[]): DataFrame {
  const title = t('metric.coming', 'Still loading');
  const marks = union(coming).map(({ from, to }) => ({
    id: `coming-${refId}-${from}`,
    time: from,
    timeEnd: to,
    title,
    text: title,
    tags: [],
    color: 'rgba(128, 128, 128, 0.5)',
  }));
  return { ...annotationFrame(marks), refId, name: title, meta: { dataTopic: DataTopic.Annotations } };
}
