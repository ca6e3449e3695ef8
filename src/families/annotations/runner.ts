import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { partition, uniq } from 'lodash';
import {
  fieldFilters,
  idsFor,
  type IsId,
  isNamed,
  readNames,
  type Searches,
  searchesOf,
  searchesOfEvents,
} from '../../table/searches';
import { type Reader } from '../../facts/reader';
import { EmptyField, Inputs } from '../../ground/inputs';
import { runKnown, type Shown } from '../../present/reader';
import { type RowFilter, storedFilters, unusedFilters } from '../../table/filters';
import { annotationFrame, type Mark, markRows, overlayFrame, escaped, lines } from '../../table/marks';
import { type AnnotationQuery, ANNOTATIONS, type AnnotationSource } from './models';
import { isApplied } from '../../ground/filtering';
import { anomalyRegions, fromAlertEvents, fromAlerts, fromAnomalies, type Marks, type Source } from './sources';
import { isUnsure } from '../../table/selection';
import { type Span } from '../../ground/spans';
import { type Scope } from '../../table/links';
import { type DataQuery } from '@grafana/schema';
import { expand, type WantedSeries } from '../../ground/expand';
import { isFailure } from '../../ground/failure';
import { incompleteText } from '../../judging/listNotices';
import { unreadText } from '../../judging/readingNotices';
import { DEFAULT_MARKS, type FieldsOf } from '../../ground/query';
import { OVERLAY, SERIES_FIELDS } from '../../ground/fields';
import { isIdentifier } from '../../ground/path';

const SOURCES: Record<AnnotationSource, Source> = {
  alerts: fromAlerts,
  alertEvents: fromAlertEvents,
  anomalies: fromAnomalies,
};

/** Dashboard annotations: a frame of annotation fields per query. */
export const runAnnotations = runKnown((query: AnnotationQuery, scope) => {
  const idsOf = idsFor(query, scope);
  return (reader) => {
    const isId = idsOf(reader);
    return isId ? annotate(reader, query, isId, scope) : null;
  };
});

runAnnotations.withoutRows = () => annotationFrame([]);

function annotate(reader: Reader, query: AnnotationQuery, isId: IsId, scope: Scope) {
  const inputs = new Inputs(scope.request, scope.context, ANNOTATIONS);
  const { nodeId, metricId, source } = query;
  const ofAnomalies = source === 'anomalies';
  const alert = inputs.identifiers(ofAnomalies ? '' : query.alertId);
  const { names, filters: ofNames } = readNames(query, inputs);
  const fields = { nodeId: inputs.every(nodeId), metricId: inputs.every(metricId) };
  inputs.refuseEmpty({ alertId: alert, ...fields, names });
  const [served, ignored] = partition(
    [...storedFilters(query), ...ofNames],
    (filter) => filter.isNames || isApplied(filter, ANNOTATIONS.filtering?.(query))
  );
  const searches = searchesFor(query, inputs, served, isId);
  // The operation for anomalies has no filters, so all of them are compared.
  const compared = ofAnomalies ? [...served, ...fieldFilters(fields)] : searches.compared;
  const unused = unusedFilters(ignored);
  const wanted = {
    alertIds: alert.given ? alert.values : undefined,
    searches: searches.combinations,
    compared,
    ofEvents: searches.rest,
    impacts: ofAnomalies ? [] : inputs.words(query.impact, 'impact'),
    severities: ofAnomalies ? inputs.words(query.severity, 'severity') : [],
    limit: inputs.limit(query.limit),
    shape: query.shape,
  };
  const read = SOURCES[source](reader, wanted, scope);
  const notices = [...alert.notices, ...searches.notices];
  return read && (() => shownMarks(read, { unused, from: scope.range.from, notices }));
}

function searchesFor(
  { source, nodeId, metricId, q, impact }: AnnotationQuery,
  inputs: Inputs,
  filters: readonly RowFilter[],
  isId: IsId
): Searches {
  switch (source) {
    case 'alerts':
      return searchesOf({ nodeId, metricId, q, impact }, inputs, filters, isId);
    case 'alertEvents': {
      const searches = searchesOfEvents({ nodeId, metricId, q }, inputs, filters, isId);
      return { ...searches, compared: searches.compared.filter(isNamed) };
    }
    case 'anomalies':
      return searchesOf({ nodeId: '', metricId: '', q: '' }, inputs, []);
  }
}

interface About {
  unused: QueryResultMetaNotice[];
  from: number;
  /** About the query's fields. */
  notices: QueryResultMetaNotice[];
}

function shownMarks(read: Marks, { unused, from, notices }: About): Shown {
  const { marks, selection = [], failures, isFetching } = read;
  if (marks.length === 0 && failures.length > 0 && !isFetching) {
    return { frames: [], notices: [], failures: failures.slice(0, 1) };
  }
  return {
    // Grafana shows no notices of annotations.
    frames: [annotationFrame([...noticeMarks([...selection, ...unused, ...notices.filter(isUnsure)], from), ...marks])],
    notices: [...read.notices, ...notices, ...unused],
    failures,
  };
}

/** Notices about rows that are not drawn as a mark at the start of the range. None without notices. */
function noticeMarks(notices: readonly QueryResultMetaNotice[], start: number): Mark[] {
  const texts = uniq(notices.map(({ text }) => text));
  return texts.length === 0
    ? []
    : [
        {
          id: 'notices',
          time: start,
          timeEnd: null,
          title: escaped(t('annotations.notice', 'Notice')),
          text: lines(...texts.map(escaped)),
          tags: [],
          color: 'text',
        },
      ];
}

const OVERLAYS = { alerts: fromAlerts, anomalies: anomalyRegions };
type OverlayKind = keyof typeof OVERLAYS;
/** More rows of regions would hide the panel. */
const MOST_ROWS = 5;

/** The fields of a metric query that the overlay reads. */
type OverlaidQuery = DataQuery &
  FieldsOf<typeof SERIES_FIELDS & { overlay: typeof OVERLAY }> &
  Record<'aggregation' | 'granularity' | 'compare', string>;

/**
 * The overlays of metric queries: the alerts or anomalies about their own nodes and metrics, in one frame of annotations
 * for each row of regions, drawn in the panel itself and in their own colors. Failures are errors of the query. The
 * metric's own frames come from elsewhere, and stay.
 */
export const runOverlay = runKnown((query: OverlaidQuery, scope) => {
  const fields = { ...SERIES_FIELDS, overlay: OVERLAY };
  const { kind, series } = wantedOf(query, new Inputs(scope.request, scope.context, { fields }));
  const searches = series
    .map(({ identity: { nodeId, metricId } }) => ({ nodeId, metricId }))
    .filter(({ nodeId, metricId }) => isIdentifier(nodeId) && isIdentifier(metricId));
  if (kind === 'none' || kind === 'outside' || searches.length === 0) {
    return () => () => ({ frames: [], notices: [] });
  }
  const all = { compared: [], ofEvents: [], impacts: [], severities: [] };
  const wanted = { ...all, searches, limit: DEFAULT_MARKS, shape: 'regions' as const };
  return (reader) => {
    const read = OVERLAYS[kind](reader, wanted, scope);
    return read && (() => shownOverlay(read, kind, scope.range));
  };
});

/** Nothing for invalid fields, which the metric's own answer reports. */
function wantedOf(query: OverlaidQuery, inputs: Inputs): { kind: OverlaidQuery['overlay']; series: WantedSeries[] } {
  try {
    [query.aggregation, query.granularity, query.compare].forEach((text) => inputs.every(text));
    return { kind: inputs.wordOf(query.overlay, 'overlay') || 'none', ...expand(query, inputs) };
  } catch (failure) {
    if (!isFailure(failure) && !(failure instanceof EmptyField)) {
      throw failure;
    }
    return { kind: 'none', series: [] };
  }
}

function shownOverlay({ marks, failures, notices }: Marks, kind: OverlayKind, { from }: Span): Shown {
  const rows = markRows(marks);
  // Regions as marks at their beginnings. Their texts state until when.
  const atStart = marks.map((mark) => ({ ...mark, time: Math.max(mark.time, from), timeEnd: null }));
  const drawn = rows.length > MOST_ROWS ? [atStart] : rows;
  const name = kind === 'alerts' ? t('label.alerts', 'Alerts') : t('label.anomalies', 'Anomalies');
  const missing = (failure: unknown) => (marks.length > 0 ? incompleteText(failure) : unreadText(name, failure));
  return {
    notices,
    frames: drawn.map((row, i) => ({ ...overlayFrame(row), name: i === 0 ? name : `${name} ${i + 1}` })),
    // One sentence is enough if many series fail with the same reason.
    failures: failures.slice(0, 1).map((failure) => new Error(missing(failure))),
  };
}
