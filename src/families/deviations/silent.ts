import { type DataFrame } from '@grafana/data';
import { t } from '@grafana/i18n';
import { sortBy } from 'lodash';
import { type AnswerOf } from '../../present/reader';
import { type Columns, concat } from '../../ground/columns';
import { type Reader, waited } from '../../facts/reader';
import { info } from '../../ground/notices';
import { seriesKey } from '../../ground/series';
import { DAY, HOUR } from '../../ground/spans';
import { flagColumn, minuteColumn, tableFrame } from '../../table/frame';
import { mappedColumn } from '../../table/columns';
import { type LinkPlace } from '../../table/links';
import {
  answerMetrics,
  type Candidate,
  type Candidates,
  type MetricRead,
  metricsMissing,
  type RankingRequest,
  type ReadPlan,
} from './metrics';
import { nameColumns } from './table';

/** The other panels' requests have a head start, in milliseconds. */
const HEAD_START = 100;

/** The time in which a metric is known, with its usual gaps. */
const KNOWN_FOR = 14 * DAY;
/** How late a point may be, in milliseconds. */
const LATE_POINT = HOUR;

/** What a metric lacks. */
interface Lack {
  reason: 'silent' | 'learning' | 'flat';
  /** Epoch milliseconds. Null if it began before the data. */
  since: number | null;
}

/** Null if it lacks nothing. Undefined until that is known. */
type Inspection = Lack | null | undefined;

/** The known metrics without data or corridor. Each is checked once, over 14 days. Rows appear as they are found. */
export function withoutData(ranking: RankingRequest): AnswerOf {
  const { range, place, limit, now } = ranking;
  const end = Math.min(range.to, now);
  const days: ReadPlan = { from: end - KNOWN_FOR, to: end, granularity: '1h', rank: 3 };
  // The other panels' requests are then in front.
  const planOf = (reader: Reader) => (reader.read(waited(HEAD_START)).isFetching ? null : days);
  // Only if nothing is missing: a missing part would look like silence.
  const inspect = ({ snapshot, failure }: MetricRead): Inspection =>
    snapshot !== null && !snapshot.isFetching && failure === undefined
      ? lackAt(snapshot.columns, snapshot.step, end)
      : undefined;
  return answerMetrics(ranking, planOf, ({ found, reads, isFetching }) => {
    const lacks = reads.map(inspect);
    if (isFetching && lacks.every((lack) => !lack)) {
      return null;
    }
    return () => {
      const rows = rowsOf(reads, lacks, found);
      const count = lacks.filter((lack) => lack !== undefined).length;
      return {
        frame: silentTable(rows.slice(0, limit), place),
        total: rows.length,
        notices: [...metricsMissing(reads), checked(count)],
      };
    };
  });
}

function checked(count: number) {
  return info(
    t('deviations.checked', 'Checked {{count}} metrics that alerts and anomalies name.', {
      count,
      defaultValue_one: 'Checked one metric that alerts and anomalies name.',
    })
  );
}

/**
 * What a metric lacks at a time: its next point is an hour late, or no point of its newest day has a corridor, or all their
 * main corridors are flat. The expected time of the next point depends on the longest distance between neighbors in the 14
 * days before, so that a usual gap does not count as silence.
 *
 * @param pieces in time order; points after `end` and from more than 14 days before don't count
 * @param step milliseconds between points, if the service returned it
 */
export function lackAt(pieces: readonly Columns[], step: number, end: number): Lack | null {
  const { time, smoothened, edges } = concat(pieces);
  const start = end - KNOWN_FOR;
  const rows = Array.from(time.keys()).filter(
    (row) => time[row] >= start && time[row] <= end && !Number.isNaN(smoothened[row])
  );
  const newest = rows.length > 0 ? time[rows[rows.length - 1]] : null;
  if (newest === null) {
    return { reason: 'silent', since: null };
  }
  const longest = rows.reduce((most, row, i) => Math.max(most, i === 0 ? 0 : time[row] - time[rows[i - 1]]), step);
  if (end - newest > longest + LATE_POINT) {
    // A value is at the start of its hour.
    return { reason: 'silent', since: newest + step };
  }
  const [up, down] = edges;
  const hasCorridor = (row: number) => edges.some((edge) => edge && !Number.isNaN(edge[row]));
  const isFlat = (row: number) => up?.[row] !== undefined && up[row] === down?.[row];
  const ofDay = rows.filter((row) => time[row] > newest - DAY);
  const known = ofDay.filter(hasCorridor);
  if (known.length > 0 && !known.every(isFlat)) {
    return null;
  }
  const wasGood = (row: number) => hasCorridor(row) && !(known.length > 0 && isFlat(row));
  const good = rows.findLast(wasGood) ?? (time[rows[0]] > start + DAY ? rows[0] : undefined);
  return { reason: known.length === 0 ? 'learning' : 'flat', since: good === undefined ? null : time[good] };
}

interface SilentRow extends Candidate, Lack {
  /** Whether it is in an active alert. Null if the alerts at the end are not completely known. */
  alerting: boolean | null;
}

/** With the same reason, the most severe metrics are already first. */
function rowsOf(reads: readonly MetricRead[], lacks: readonly Inspection[], { end }: Candidates): SilentRow[] {
  const alerting = new Set(
    (end?.rows ?? []).flatMap(({ metrics }) => metrics ?? []).map((metric) => seriesKey(metric))
  );
  const isAlerting = (metric: Candidate) => alerting.has(seriesKey(metric)) || (end?.isWhole ? false : null);
  const rows = reads.flatMap(({ candidate }, i): SilentRow[] => {
    const lack = lacks[i];
    return lack ? [{ ...candidate, ...lack, alerting: isAlerting(candidate) }] : [];
  });
  return sortBy(rows, ({ reason }) => ['silent', 'learning', 'flat'].indexOf(reason));
}

export function silentTable(rows: readonly SilentRow[], place: LinkPlace): DataFrame {
  const { nodeId, nodeName, systemId, systemName, metricId, metricName } = nameColumns(place, rows);
  const reasons: Record<Lack['reason'], string> = {
    silent: t('deviations.no-data', 'No data'),
    learning: t('deviations.no-corridors', 'No corridors yet'),
    flat: t('deviations.flat', 'Corridor without width'),
  };
  return tableFrame(t('deviations.silent', 'Without data or corridor'), rows, [
    mappedColumn('reason', ({ reason }) => reason, reasons),
    metricName,
    nodeName,
    systemName,
    minuteColumn('since', ({ since }) => since, place.now),
    flagColumn('alerting', ({ alerting }) => alerting),
    nodeId,
    metricId,
    systemId,
  ]);
}
