import { t } from '@grafana/i18n';
import { type DataQuery } from '@grafana/schema';
import { expand, type WantedSeries } from '../../ground/expand';
import { isFailure } from '../../ground/failure';
import { Inputs } from '../../ground/inputs';
import { incompleteText } from '../../judging/listNotices';
import { unreadText } from '../../judging/readingNotices';
import { type Reader } from '../../facts/reader';
import { runKnown, type Shown } from '../../present/reader';
import { DEFAULT_MARKS, type FieldsOf } from '../../ground/query';
import { OVERLAY, SERIES_FIELDS } from '../../ground/fields';
import { isIdentifier } from '../../ground/path';
import { type Mark, markRows, overlayFrame } from '../../table/marks';
import { rangeOf, type Span } from '../../ground/spans';
import { anomalyRegions, fromAlerts, type MarkPlace, markPlace, type MarkRequest, type Marks } from './sources';

const SOURCES = { alerts: fromAlerts, anomalies: anomalyRegions };
type OverlayKind = keyof typeof SOURCES;
/** More rows of regions would hide the panel. */
const MOST_ROWS = 5;

/** The fields of a metric query that the overlay reads. */
type OverlaidQuery = DataQuery &
  FieldsOf<typeof SERIES_FIELDS & { overlay: typeof OVERLAY }> &
  Record<'aggregation' | 'granularity' | 'compare', string>;

/**
 * The overlays of metric queries: the alerts or anomalies about their own nodes and metrics, in one frame of annotations
 * for each row of regions, drawn in the panel itself and in their own colors. Failures are errors of the query. The metric's own frames
 * come from elsewhere, and stay.
 */
export const runOverlay = runKnown((query: OverlaidQuery, request, context) => {
  const { kind, series } = wantedOf(
    query,
    new Inputs(request, context, { fields: { ...SERIES_FIELDS, overlay: OVERLAY } })
  );
  const searches = series
    .map(({ identity: { nodeId, metricId } }) => ({ nodeId, metricId }))
    .filter(({ nodeId, metricId }) => isIdentifier(nodeId) && isIdentifier(metricId));
  if (kind === 'none' || kind === 'outside' || searches.length === 0) {
    return () => () => ({ frames: [], notices: [] });
  }
  const range = rangeOf(request);
  const own = {
    compared: [],
    ofEvents: [],
    limit: DEFAULT_MARKS,
    shape: 'regions' as const,
    impacts: [],
    severities: [],
  };
  const place = markPlace(request, context);
  return (reader) => {
    const read = attempted(reader, kind, { ...own, searches, range }, place);
    return read && (() => shownOverlay(read, kind, range));
  };
});

/** Nothing for invalid fields, which the metric's own answer reports. */
function wantedOf(query: OverlaidQuery, inputs: Inputs): { kind: OverlaidQuery['overlay']; series: WantedSeries[] } {
  try {
    [query.aggregation, query.granularity, query.compare].forEach((text) => inputs.every(text));
    return { kind: inputs.wordOf(query.overlay, 'overlay') || 'none', ...expand(query, inputs) };
  } catch (failure) {
    if (!isFailure(failure)) {
      throw failure;
    }
    return { kind: 'none', series: [] };
  }
}

function shownOverlay({ marks, failures, notices }: Marks, kind: OverlayKind, range: Span): Shown {
  const rows = markRows(marks);
  const drawn = rows.length > MOST_ROWS ? [marks.map((mark) => atStart(mark, range))] : rows;
  const name = overlayName(kind);
  return {
    notices,
    frames: drawn.map((row, i) => ({ ...overlayFrame(row), name: i === 0 ? name : `${name} ${i + 1}` })),
    // One sentence is enough if many series fail with the same reason.
    failures: failures.slice(0, 1).map((failure) => overlayMissing(failure, kind, marks.length > 0)),
  };
}

/** A region as a mark at its beginning. Its text states until when. */
function atStart(mark: Mark, { from }: Span): Mark {
  return { ...mark, time: Math.max(mark.time, from), timeEnd: null };
}

function attempted(reader: Reader, kind: OverlayKind, wanted: MarkRequest, place: MarkPlace): Marks | null {
  try {
    return SOURCES[kind](reader, wanted, place);
  } catch (failure) {
    return { marks: [], notices: [], failures: [failure] };
  }
}

function overlayName(kind: OverlayKind): string {
  return kind === 'alerts' ? t('label.alerts', 'Alerts') : t('label.anomalies', 'Anomalies');
}

function overlayMissing(failure: unknown, kind: OverlayKind, drawn: boolean): Error {
  return new Error(drawn ? incompleteText(failure) : unreadText(overlayName(kind), failure));
}
