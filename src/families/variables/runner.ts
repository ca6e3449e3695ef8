import { VARIABLE, type VariableList, type VariableQuery } from './models';
import { mapValues } from 'lodash';
import { Inputs, type Values } from '../../ground/inputs';
import { runKnown, type Shown } from '../../present/reader';
import { isRendered } from '../../present/status';
import { type Scope } from '../../table/links';
import { type Context } from '../../table/runner';
import { lookFor, type Reader } from '../../facts/reader';
import { noResponse } from '../../judging/readingNotices';
import { ServiceFailure } from '../../ground/failure';
import { LONGEST_WAIT } from '../../service/status';
import { createDataFrame, type DataFrame, FieldType, type QueryResultMetaNotice } from '@grafana/data';
import { type CatalogueEntry, type CatalogueFilter, LISTS, namesIn } from '../../table/catalogue';
import { incomplete, pagingNotices } from '../../judging/listNotices';
import { eventsOfAlerts, knownCourses } from '../../judging/alertEvents';
import { alertEntries } from '../../table/alertEntries';
import { type Named } from '../../service/alerts';

/** Template variables: a frame of `value` and `text` per query. */
export const runVariables = runKnown((query: VariableQuery, scope) => {
  const { request, context } = scope;
  const inputs = new Inputs(request, context, VARIABLE);
  const fields = {
    systemId: inputs.every(query.systemId),
    nodeId: inputs.every(query.nodeId),
    alertId: inputs.identifiers(query.alertId),
  };
  inputs.refuseEmpty(fields);
  const valuesOf = ({ given, values }: Values) => (given ? values : undefined);
  const wanted = { list: query.list, q: inputs.one(query.q, 'q'), ...mapValues(fields, valuesOf) };
  const start = Date.now();
  const silence = lookFor('silence', () => silenceSince(start, context));
  return (reader) => {
    const rows = rowsOf(reader, wanted, scope);
    if (rows) {
      return () => shownRows(rows, fields.alertId.notices);
    }
    // A picture waits as long as it can.
    const failure = isRendered() ? undefined : reader.read(silence).data;
    if (failure) {
      throw failure;
    }
    return null;
  };
});

runVariables.withoutRows = () => valuesFrame([]);

/**
 * The failure of a variable for which the service has answered nothing for too long. Undefined until then. A panel can't say
 * so while it waits for its variables.
 */
function silenceSince(start: number, { operations: { status }, timeZone = '' }: Context): ServiceFailure | undefined {
  // An overloaded service's own failure follows.
  const isSilent = !status.isDown && status.silence >= LONGEST_WAIT && (status.lastAnswer ?? 0) < start;
  return isSilent ? new ServiceFailure('timeout', noResponse(status.lastAnswer, timeZone)) : undefined;
}

function shownRows({ entries, notices, failures }: Rows, missing: Values['notices']): Shown {
  return {
    frames: [valuesFrame(entries)],
    notices: [...missing, ...notices],
    failures: entries.length > 0 ? failures : failures.slice(0, 1),
  };
}

/** Grafana finds the fields of a variable's options by these names. */
function valuesFrame(entries: CatalogueEntry[]): DataFrame {
  return createDataFrame({
    fields: [
      { name: 'value', type: FieldType.string, values: entries.map(({ value }) => value) },
      { name: 'text', type: FieldType.string, values: entries.map(({ text }) => text) },
    ],
  });
}

interface Rows {
  entries: CatalogueEntry[];
  notices: QueryResultMetaNotice[];
  /** Failures of single values. */
  failures: unknown[];
}

/** A variable's query with its own variables replaced. Undefined: all. */
interface WantedRows extends CatalogueFilter {
  list: VariableList;
  systemId?: string[];
  nodeId?: string[];
  alertId?: string[];
  q: string;
}

/**
 * The options of a variable. Null while more can arrive. If a part could not be read, there is a notice.
 *
 * @throws the failure, if nothing could be read
 */
function rowsOf(reader: Reader, wanted: WantedRows, scope: Scope): Rows | null {
  if (wanted.list === 'alerts') {
    return alertRows(reader, wanted, scope);
  }
  const { systemId, nodeId, alertId, q } = wanted;
  const entriesIn = LISTS[wanted.list];
  const filter = { systemId, nodeId, q };
  return alertId
    ? namedByAlerts(reader, alertId, scope, (metrics) => entriesIn(metrics, filter))
    : named(reader, scope, (metrics) => entriesIn(metrics, filter));
}

function alertRows(reader: Reader, { systemId, nodeId, alertId, q }: WantedRows, scope: Scope): Rows | null {
  const filter = { nodeIds: nodeId, alertIds: alertId, q };
  if (systemId === undefined) {
    return alertEntries(reader, scope, filter);
  }
  // The service can't search for systems, so their nodes are requested.
  const nodes = named(reader, scope, (metrics) => LISTS.nodes(metrics, { systemId }));
  const ids = nodes?.entries.map(({ value }) => value).filter((id) => nodeId === undefined || nodeId.includes(id));
  const rows = ids ? alertEntries(reader, scope, { ...filter, nodeIds: ids }) : null;
  return nodes && rows && { ...rows, notices: [...nodes.notices, ...rows.notices] };
}

type EntriesIn = (metrics: readonly Named[]) => CatalogueEntry[];

function named(reader: Reader, { context, range }: Scope, entriesIn: EntriesIn): Rows | null {
  const found = namesIn(reader, context, range);
  return (
    found && {
      entries: entriesIn(found.named),
      notices: [...found.lists.flatMap(pagingNotices), ...found.failures.map(incomplete)],
      failures: [],
    }
  );
}

/** From the alerts' events, which contain every metric that was ever part of one, even of an ended alert. */
function namedByAlerts(reader: Reader, alertIds: string[], { context }: Scope, entriesIn: EntriesIn): Rows | null {
  const read = eventsOfAlerts(reader, context, alertIds);
  if (!read) {
    return null;
  }
  const { notices, failures } = read;
  const metrics = knownCourses(read, alertIds).flatMap((course) => course.metrics);
  return { entries: entriesIn(metrics), notices, failures };
}
