import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { type Values } from '../answer/inputs';
import { nothingFound } from '../descriptor';
import { cutNotice, unknownMetrics } from '../answer/listNotices';
import { notice } from '../answer/notices';
import { filterRows, type RowFilter } from '../tables/filters';
import { type LinkPlace } from '../tables/links';
import { type Candidate, type Candidates } from './candidates';
import { type Beside } from './suspects';
import { nameColumns } from './table';

/** Contract: metrics that are read at most. */
export const MOST_METRICS = 50;

/** Which of the candidates are read. */
export interface Chosen {
  candidates: Candidate[];
  notices: QueryResultMetaNotice[];
}

/**
 * @param wanted the query's fields
 * @param filters on the names of metrics, nodes, and systems
 * @param beside whose own metrics are left out
 */
export function chosenOf(
  { candidates, unknown, failures, notices }: Candidates,
  wanted: { nodeId: Values; systemId: Values },
  filters: readonly RowFilter[],
  place: LinkPlace,
  beside: Beside | null
): Chosen {
  const ofFields = candidates.filter((one) => holds(wanted.nodeId, one.nodeId) && holds(wanted.systemId, one.systemId));
  const others = ofFields.filter((one) => !beside?.isPart(one));
  const { rows, notices: unused } = filterRows(others, Object.values(nameColumns(place, others)), filters);
  const chosen = rows.slice(0, MOST_METRICS);
  // What could not be read may name metrics.
  const isNothing = ofFields.length === 0 && failures.length === 0;
  return {
    candidates: chosen,
    notices: [
      ...notices,
      ...(isNothing ? [nothingMeasured(candidates.length, unknown)] : []),
      ...(unknown > 0 && candidates.length > 0 ? [unknownMetrics(unknown)] : []),
      ...unused,
      ...(rows.length > chosen.length ? [cutNotice(chosen.length, rows.length, 'most severe', false)] : []),
    ],
  };
}

function holds({ given, values }: Values, id: string | null): boolean {
  return !given || (id !== null && values.includes(id));
}

/** An empty ranking would look as if all metrics were inside. @param named how many metrics the range names */
function nothingMeasured(named: number, unknown: number): QueryResultMetaNotice {
  if (named > 0) {
    return notice(
      t('deviations.none-chosen', 'None of {{named}} metrics is on the chosen node or system.', {
        named,
      })
    );
  }
  return notice(nothingFound(), unknown === 0 ? 'info' : 'warning');
}
