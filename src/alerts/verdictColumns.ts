import { orderBy, partition } from 'lodash';
import { type News } from '../judging/news';
import { type Alert } from '../service/alerts';
import { type Column } from '../tables/frame';
import { likeMostColumn, NOT_JUDGED, verdictColumn } from '../tables/verdicts';

/** The maximum of ended alerts with a verdict: the latest ones. */
const MOST_ENDED_JUDGED = 20;

type Judging = '' | 'active' | 'all';

/** Which alerts get a verdict, from the query's field. */
export function judgingOf(word: string): Judging {
  return word === 'all' ? 'all' : word === 'active' || word === 'true' ? 'active' : '';
}

/** The alerts that get a verdict. */
export function toJudge(alerts: readonly Alert[], judging: Judging): Alert[] {
  const [active, others] = partition(alerts, (alert) => alert.active === true);
  const latest = orderBy(others, ({ lastSeenAt }) => lastSeenAt ?? Infinity, 'desc').slice(0, MOST_ENDED_JUDGED);
  return judging === '' ? [] : judging === 'active' ? active : [...active, ...latest];
}

/** @param news null while it is loading */
export function newsColumns(
  news: ReadonlyMap<string, News> | null,
  now: number,
  timeZone: string
): Array<Column<{ alert: Alert }>> {
  const newsOf = ({ alert }: { alert: Alert }) => news?.get(alert.id);
  return [
    verdictColumn((row) => {
      const its = newsOf(row);
      return its === undefined && news !== null ? NOT_JUDGED : (its?.verdict ?? null);
    }),
    likeMostColumn(newsOf, now, timeZone),
  ];
}
