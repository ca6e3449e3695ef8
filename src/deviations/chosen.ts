import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { type Values } from '../answer/inputs';
import { notice } from '../answer/notices';
import { names, RAW } from '../answer/readingNotices';
import { metricTitle } from '../catalogue/titles';
import { MOST_REQUESTS } from '../store/store';
import { type Subject } from '../incidents/subject';
import { filterRows, type RowFilter } from '../tables/filters';
import { type LinkPlace } from '../tables/links';
import { type Candidate, type Candidates } from './candidates';
import { nameColumns } from './table';

/** Contract: as many metrics are read at most. */
export const MOST_METRICS = 50;

/** Which of the candidates are read. */
export interface Chosen {
  candidates: Candidate[];
  /** Whose own metrics are left out; null where none are. */
  besides: Subject | null;
  /** Metric data requests that each may take, so that the query makes 200 at most. */
  requests: number;
  /** Nothing was left to ask for by the fields, or no alert named anything. */
  notices: QueryResultMetaNotice[];
  failures: unknown[];
  complete: boolean;
}

/** @param wanted the query's fields @param filters on the names of metrics, nodes and systems */
export function chosenOf(
  { candidates, left, failures, notices: earlier, complete, known }: Candidates,
  wanted: { nodeId: Values; systemId: Values },
  filters: readonly RowFilter[],
  place: LinkPlace,
  besides: Subject | null = null
): Chosen {
  const isOfFields = ({ nodeId, systemId }: Candidate) =>
    holds(wanted.nodeId, nodeId) && holds(wanted.systemId, systemId);
  const ofFields = candidates.filter(isOfFields);
  const named = ofFields.filter((one) => !besides?.isPart(one));
  const others = left.filter((one) => isOfFields(one) && !besides?.isPart(one));
  const gone = filterRows(others, Object.values(nameColumns(place, others)), filters).rows;
  const { rows, notices } = filterRows(named, Object.values(nameColumns(place, named)), filters);
  const chosen = rows.slice(0, MOST_METRICS);
  // Where a part failed it says so itself, and what was not read may name metrics.
  const isNothing = ofFields.length === 0 && complete && failures.length === 0;
  const nothing = isNothing ? [nothingMeasured(candidates.length, known)] : [];
  return {
    candidates: chosen,
    besides,
    requests: Math.floor(MOST_REQUESTS / (complete ? Math.max(1, chosen.length) : MOST_METRICS)),
    notices: [
      ...earlier,
      ...(besides?.notices ?? []),
      ...nothing,
      ...notices,
      ...(rows.length > chosen.length ? [moreMetrics(rows.length)] : []),
      ...(gone.length > 0 && complete ? [leftAlert(gone.map(metricTitle))] : []),
    ],
    failures: [...failures, ...(besides?.failures ?? [])],
    complete,
  };
}

/** The same while it is not known whether all of it is chosen again, or as many others as may be. */
export function asEarly(last: Chosen): Chosen {
  return { ...last, requests: Math.floor(MOST_REQUESTS / (last.candidates.length + MOST_METRICS)), complete: false };
}

function holds({ given, values }: Values, id: string | null): boolean {
  return !given || (id !== null && values.includes(id));
}

/** An empty ranking would read as if all were inside: none was looked at. @param named how many the range names */
function nothingMeasured(named: number, known: boolean): QueryResultMetaNotice {
  if (!known) {
    return notice(
      t(
        'deviations.none-known',
        'No metric was measured: of some alerts of the range it is not known which metrics they are about. Open the alert itself, or look at a metric itself.'
      ),
      'warning'
    );
  }
  return notice(
    named === 0
      ? t(
          'deviations.none-named',
          'No metric was measured: no alert or anomaly of the range names one. Choose a longer range, or look at a metric itself.'
        )
      : t(
          'deviations.none-chosen',
          'No metric was measured: of those that alerts and anomalies name, none is of the chosen node or system.'
        )
  );
}

function moreMetrics(total: number): QueryResultMetaNotice {
  return notice(
    t(
      'deviations.more',
      'Only {{read}} of the {{total}} metrics that the alerts and anomalies name were read, those of the most severe alerts.',
      { read: MOST_METRICS, total }
    ),
    'warning'
  );
}

/** Who saw it a moment ago wonders where it is. */
function leftAlert(of: string[]): QueryResultMetaNotice {
  return notice(
    t(
      'deviations.left-alert',
      'Part of a running alert a while ago, not any more, and so not ranked: {{names}}. A metric query shows it.',
      { names: names(of), ...RAW }
    )
  );
}
