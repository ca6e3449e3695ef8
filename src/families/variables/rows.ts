import { type Span } from '../../ground/spans';
import { type QueryResultMetaNotice } from '@grafana/data';
import { eachKnown, type Reader } from '../../facts/reader';
import { incomplete, pagingNotices, unknownAlert } from '../../judging/listNotices';
import { type ReadContext } from '../../facts/facts';
import { historyOf } from '../../facts/history';
import { sortFailures } from '../../judging/alertEvents';
import { eventsOf } from '../../facts/alerts';
import { type VariableList } from './models';
import { alertEntries } from '../../table/alertEntries';
import {
  type CatalogueEntry,
  type CatalogueFilter,
  metricsIn,
  namesIn,
  nodesIn,
  seriesIn,
  spreadIn,
  systemsIn,
} from '../../table/catalogue';
import { type Named } from '../../service/alerts';

export interface Rows {
  entries: CatalogueEntry[];
  notices: QueryResultMetaNotice[];
  /** Failures of single values. */
  failures: unknown[];
}

const LISTS: Record<Exclude<VariableList, 'alerts'>, typeof nodesIn> = {
  systems: systemsIn,
  nodes: nodesIn,
  metrics: metricsIn,
  series: seriesIn,
  spread: spreadIn,
  others: (named, filter) => spreadIn(named, filter).slice(1),
};

/** A variable's query with its own variables replaced. Undefined: all. */
export interface WantedRows extends CatalogueFilter {
  list: VariableList;
  systemId?: string[];
  nodeId?: string[];
  alertId?: string[];
  q: string;
}

/** The source of a variable's options: the requesting page. */
interface OptionsPlace {
  range: Span;
  context: ReadContext;
}

/**
 * The options of a variable. Null while more can arrive. If a part could not be read, there is a notice.
 *
 * @throws the failure, if nothing could be read
 */
export function rowsOf(reader: Reader, wanted: WantedRows, place: OptionsPlace): Rows | null {
  if (wanted.list === 'alerts') {
    return alertRows(reader, wanted, place);
  }
  const { systemId, nodeId, alertId, q } = wanted;
  const entriesIn = LISTS[wanted.list];
  const filter = { systemId, nodeId, q };
  return alertId
    ? namedByAlerts(reader, alertId, place, (metrics) => entriesIn(metrics, filter))
    : named(reader, place, (metrics) => entriesIn(metrics, filter));
}

function alertRows(reader: Reader, { systemId, nodeId, alertId, q }: WantedRows, place: OptionsPlace): Rows | null {
  const filter = { nodeIds: nodeId, alertIds: alertId, q };
  if (systemId === undefined) {
    return alertEntries(reader, place, filter);
  }
  // The service can't search for systems, so their nodes are requested.
  const nodes = named(reader, place, (metrics) => nodesIn(metrics, { systemId }));
  const ids = nodes?.entries.map(({ value }) => value).filter((id) => nodeId === undefined || nodeId.includes(id));
  const rows = ids ? alertEntries(reader, place, { ...filter, nodeIds: ids }) : null;
  return nodes && rows && { ...rows, notices: [...nodes.notices, ...rows.notices] };
}

type EntriesIn = (metrics: readonly Named[]) => CatalogueEntry[];

function named(reader: Reader, { context, range }: OptionsPlace, entriesIn: EntriesIn): Rows | null {
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
function namedByAlerts(
  reader: Reader,
  alertIds: string[],
  { context }: OptionsPlace,
  entriesIn: EntriesIn
): Rows | null {
  const each = eachKnown(alertIds, (id) => reader.read(eventsOf(context, id)));
  if (!each) {
    return null;
  }
  const { read, failed } = each;
  const { notices, failures } = sortFailures(failed, (id) => unknownAlert(id, context.now(), context.timeZone));
  if (read.length === 0 && failures.length > 0) {
    throw failures[0];
  }
  return {
    entries: entriesIn(read.flatMap(({ result }) => historyOf(result.rows).metrics)),
    notices: [...notices, ...read.flatMap(({ result }) => pagingNotices(result))],
    failures,
  };
}
