import { t } from '@grafana/i18n';
import { filter, forkJoin, map, type Observable, of, startWith, switchMap } from 'rxjs';
import { type Answer, readEach } from '../answer/answers';
import { emptyNotice, Inputs } from '../answer/inputs';
import { type AlertSearchQuery } from './models';
import { DEFAULT_ROWS } from '../query/query';
import { type Context, type Request } from '../answer/runner';
import { type Alert } from '../service/alerts';
import { ServiceFailure } from '../service/failure';
import { isOnMetrics, storedFilters } from '../tables/filters';
import { linkPlace } from '../tables/links';
import { titlesOf, withTitles } from '../catalogue/lookUps';
import { union } from '../incidents/active';
import { bySeverity } from '../alertbook/order';
import { DAY, HOUR } from '../settings';
import { rangeOf, type Span } from '../time/span';
import { alertTable } from './alertTable';
import { cutTo } from './cutTo';
import { readEver } from './everNamed';
import { extentColumn } from './extentColumn';
import { moverColumn, moverNotices, moversToRead } from './moverColumn';
import { earlierOf, type Likeness, readLikeness } from './likeness';
import { prove } from './proofs';
import { likenessNotices, seenBefore, sharedColumns } from './seenBefore';
import { searchBefore } from './searchedBefore';
import { withViewSpan } from './viewSpan';
import { type Searches, searchesOf } from '../tables/searches';
import { pagingNotices } from '../answer/pagingNotices';
import { type SearchTime, searchAlerts } from '../incidents/search';

/** The explore list with all its filters (interface: GET alerts/explore). */
export function answerSearch(query: AlertSearchQuery, request: Request, context: Context): Observable<Answer> {
  const inputs = new Inputs(request, context);
  const at = inputs.moment(query.at, 'at');
  const limit = inputs.number(query.limit, 'limit', DEFAULT_ROWS);
  const minScore = scoreOf(inputs.one(query.minScore));
  const like = inputs.identifiers(query.like);
  const besides = inputs.all(query.besides);
  const range = like.given ? beforeToo(rangeOf(request)) : rangeOf(request);
  const time: SearchTime = at === undefined ? range : { at };
  const empty = Object.entries({ like, besides }).find(([, { given, values }]) => given && values.length === 0);
  const searches = searchesOf(query, inputs, storedFilters(query));
  const { rest } = searches;
  const combinations = empty ? [] : searches.combinations;
  const notices = [...searches.notices, ...like.notices, ...besides.notices, ...(empty ? [emptyNotice(empty[0])] : [])];
  const search = readEach(combinations, (filter) =>
    like.given && !('at' in time)
      ? searchBefore(context, time, { ...filter, minScore }, like.values)
      : searchAlerts(context.operations, time, { ...filter, minScore })
  ).pipe(
    map(({ read, failed }) => {
      const found = union(...read.map(({ result }) => result.rows)).filter(({ id }) => !besides.values.includes(id));
      const pages = read.flatMap(({ result }) => pagingNotices(result));
      return {
        // What is like an alert is chosen from all of them.
        ...(like.given ? { alerts: found, notices: [] } : cutTo(found.sort(bySeverity), limit)),
        pages,
        failures: failed.map(({ failure }) => failure),
        isNone: read.length === 0 && failed.length > 0,
      };
    })
  );
  const moments = at === undefined ? range : { from: at, to: at };
  const likeness =
    like.values.length > 0 ? readLikeness(context, like.values, at === undefined ? range : null) : of(null);
  const both = forkJoin([search, likeness]).pipe(map(([found, about]) => ({ ...found, about })));
  const titled = ({ alerts, about }: { alerts: Alert[]; about: Likeness | null }) =>
    about
      ? earlierOf(alerts, about, titlesOf(context)).map((alert) => ({
          ...alert,
          isShown: about.probed.byMetric.has(alert.id),
        }))
      : alerts;
  return withTitles(both, titled, context, moments).pipe(
    // What alerts had in common is told once it is known: none so far would read as none at all.
    // Nor does a filter on metrics tell which alerts pass, before it is known what they are about.
    filter(({ read: { about }, complete }) => complete || (about === null && !rest.some(isOnMetrics))),
    switchMap((found) => {
      const { about, alerts } = found.read;
      if (about) {
        return prove(alerts, about, found.titles, context).pipe(map(() => found));
      }
      const toRead = query.movers && found.complete ? moversToRead(alerts, listOf(searches, time), context) : [];
      return toRead.length === 0
        ? of(found)
        : readEver(toRead, context).pipe(
            map(() => found),
            startWith({ ...found, complete: false })
          );
    }),
    map(({ read: { about, isNone, ...read }, titles, complete }) => {
      const failures = [...read.failures, ...(about?.subject.failures ?? [])];
      if (isNone) {
        return { frames: [], notices: [], failures };
      }
      const before = about ? seenBefore(read.alerts, about, titles) : null;
      const { alerts, notices: cut } = before ? cutTo(before.alerts, limit) : read;
      const told = [
        ...notices,
        ...cut,
        ...read.pages,
        ...(about?.subject.notices ?? []),
        ...(before ? likenessNotices(before) : []),
        ...(query.movers ? moverNotices(alerts, context.operations) : []),
      ];
      const { frame, notices: more } = alertTable(alerts, {
        place: linkPlace(request, context),
        titles,
        now: at ?? context.now(),
        isPast: at !== undefined,
        filters: rest,
        rows: 'alert',
        more: [
          ...(query.movers ? [moverColumn(context.operations)] : []),
          ...(about ? sharedColumns(about, titles) : [extentColumn(titles, context.operations)]),
        ],
      });
      const table = withViewSpan(frame, at ?? context.now(), at !== undefined);
      return { frames: [table], notices: [...told, ...more], failures, more: !complete };
    })
  );
}

/** Which list a search gives, whenever it is asked. */
function listOf({ combinations }: Searches, time: SearchTime): string {
  return JSON.stringify([combinations, 'at' in time ? 'at' : Math.round((time.to - time.from) / HOUR)]);
}

/** @throws ServiceFailure (`input`) where the text is no number */
function scoreOf(text: string): string {
  if (text !== '' && !Number.isFinite(Number(text))) {
    throw new ServiceFailure(
      'input',
      t('alerts.min-score', 'The field "minScore" holds "{{text}}", which is no number.', {
        text,
        interpolation: { escapeValue: false },
      })
    );
  }
  return text;
}

/** So long before its end a range is looked at for what was before: that of an alert's own time holds nothing else. */
const BEFORE = 90 * DAY;

function beforeToo({ from, to }: Span): Span {
  return { from: Math.min(from, to - BEFORE), to };
}
