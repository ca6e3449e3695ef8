import { dateTimeFormat, type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { notice } from '../answer/notices';
import { type SeriesField } from '../answer/expand';
import { type Snapshot } from '../store/snapshot';
import { type Span } from '../store/windows';

export { comingFrame } from './coming';

const RAW = { interpolation: { escapeValue: false } };

/** At most this many names in a notice. */
const NAMED = 5;

function names(all: string[]): string {
  const shown = all.slice(0, NAMED).join(', ');
  return all.length > NAMED
    ? t('metric.and-more', '{{shown}} and {{count}} more', { shown, count: all.length - NAMED, ...RAW })
    : shown;
}

function spanText({ from, to }: Span, timeZone: string): string {
  return `${dateTimeFormat(from, { timeZone })} – ${dateTimeFormat(to, { timeZone })}`;
}

/** Missing spans of one reason in one notice. `stale`: older points are shown there. */
export function missingNotices(missing: Snapshot['missing'], timeZone: string): QueryResultMetaNotice[] {
  const byReason = new Map<string, { reason: string; stale: boolean; spans: string[] }>();
  for (const span of [...missing].sort((a, b) => a.from - b.from)) {
    const { stale, failure } = span;
    const key = `${stale} ${failure.message}`;
    const entry = byReason.get(key) ?? { reason: failure.message, stale, spans: [] };
    entry.spans.push(spanText(span, timeZone));
    byReason.set(key, entry);
  }
  return [...byReason.values()].map(({ reason, stale, spans }) =>
    notice(
      stale
        ? t('metric.stale', 'Not refreshed, as last read: {{spans}}. {{reason}}', {
            spans: names(spans),
            reason,
            ...RAW,
          })
        : t('metric.missing', 'Missing: {{spans}}. {{reason}}', { spans: names(spans), reason, ...RAW }),
      'warning'
    )
  );
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

export function noSuchPairs(pairs: string[]): QueryResultMetaNotice {
  return notice(t('metric.no-pairs', 'No data, left out: {{names}}.', { names: names(pairs), ...RAW }));
}

export function leftOut(shown: number, beyond: string[]): QueryResultMetaNotice {
  return notice(
    t('metric.left-out', 'A query shows {{shown}} series at most. Left out: {{names}}.', {
      shown,
      names: names(beyond),
      ...RAW,
    }),
    'warning'
  );
}

export function noSeries(texts: string[]): QueryResultMetaNotice {
  return notice(
    t('metric.no-series', 'Not asked for, since a series is written as node:metric: {{names}}.', {
      names: names(texts),
      ...RAW,
    }),
    'warning'
  );
}

export function nothingAsked(fields: SeriesField[]): QueryResultMetaNotice {
  if (fields.includes('series')) {
    return notice(t('metric.empty-series', 'The variable in the series field is empty, so nothing was asked.'));
  }
  return notice(
    fields.includes('nodeId')
      ? t('metric.empty-node', 'The variable in the node field is empty, so nothing was asked.')
      : t('metric.empty-metric', 'The variable in the metric field is empty, so nothing was asked.')
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

export function coarser(wanted: string, taken: string, of: string[]): QueryResultMetaNotice {
  return notice(
    t('metric.coarser', 'The service did not accept the granularity {{wanted}} for {{names}}: read at {{taken}}.', {
      wanted,
      taken,
      names: names(of),
      ...RAW,
    }),
    'warning'
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

export function unknownGranularity(text: string): string {
  return t('metric.granularity-unknown', 'The granularity "{{text}}" is not one of auto, 1m, 15m and 1h.', {
    text,
    ...RAW,
  });
}
