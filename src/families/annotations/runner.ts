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
import { emptyFieldOf, Inputs } from '../../ground/inputs';
import { runKnown, type Shown } from '../../present/reader';
import { type RowFilter, storedFilters, unusedFilters } from '../../table/filters';
import { annotationFrame, type Mark } from '../../table/marks';
import { type AnnotationQuery, ANNOTATIONS, type AnnotationSource } from './models';
import { isApplied } from '../../ground/filtering';
import { escaped, lines } from './marks';
import {
  fromAlertEvents,
  fromAlerts,
  fromAnomalies,
  type MarkPlace,
  markPlace,
  type Marks,
  type Source,
} from './sources';
import { isUnsure } from '../../table/selection';
import { rangeOf } from '../../ground/spans';

const SOURCES: Record<AnnotationSource, Source> = {
  alerts: fromAlerts,
  alertEvents: fromAlertEvents,
  anomalies: fromAnomalies,
};

/** Dashboard annotations: a frame of annotation fields per query. */
export const runAnnotations = runKnown((query: AnnotationQuery, request, context) => {
  const place = markPlace(request, context);
  const idsOf = idsFor(query, request, context);
  return (reader) => {
    const isId = idsOf(reader);
    return isId ? annotate(reader, query, isId, place) : null;
  };
});

runAnnotations.withoutRows = () => annotationFrame([]);

function annotate(reader: Reader, query: AnnotationQuery, isId: IsId, place: MarkPlace) {
  const inputs = new Inputs(place.request, place.context, ANNOTATIONS);
  const { nodeId, metricId, source } = query;
  const ofAnomalies = source === 'anomalies';
  const alert = inputs.identifiers(ofAnomalies ? '' : query.alertId);
  const { names, filters: ofNames } = readNames(query, inputs);
  const fields = { nodeId: inputs.every(nodeId), metricId: inputs.every(metricId) };
  const empty = emptyFieldOf({ alertId: alert, ...fields, names });
  if (empty) {
    return () => ({ frames: [annotationFrame([])], notices: [inputs.emptyNotice(empty)] });
  }
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
    range: rangeOf(place.request),
    limit: inputs.limit(query.limit),
    shape: query.shape,
  };
  const read = SOURCES[source](reader, wanted, place);
  const notices = [...alert.notices, ...searches.notices];
  return read && (() => shownMarks(read, { unused, from: wanted.range.from, notices }));
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
