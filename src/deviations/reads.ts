import { combineLatest, filter, map, type Observable, of, switchMap } from 'rxjs';
import { type Inputs } from '../answer/inputs';
import { type Context } from '../answer/runner';
import { storedFilters } from '../tables/filters';
import { type LinkPlace } from '../tables/links';
import { type Span } from '../time/spans';
import { type Candidates, readCandidates } from './candidates';
import { type Chosen, chosenOf } from './chosen';
import { type DeviationsQuery } from './models';
import { type MetricRead, MetricReader } from './reading';
import { type Beside, readBeside } from './suspects';

/** Which metrics a query is about. */
export type Fields = Record<'nodeId' | 'systemId', ReturnType<Inputs['all']>> & {
  besides: ReturnType<Inputs['identifiers']>;
};

/** What is read for a query: of its metrics all that it shows, and where. */
export interface Asked {
  query: DeviationsQuery;
  fields: Fields;
  range: Span;
  place: LinkPlace;
  limit: number;
}

export interface ChosenReads {
  found: Candidates;
  chosen: Chosen;
  beside: Beside | null;
  /** Of the sources that name metrics. */
  failures: unknown[];
  reads: MetricRead[];
  done: boolean;
}

/** The points of the metrics of a query, as far as they have come. */
export function readChosen({ query, fields, range, place }: Asked, context: Context): Observable<ChosenReads> {
  const ids = fields.besides.values;
  const [nodeId, ...otherNodes] = fields.nodeId.given ? fields.nodeId.values : [];
  const candidates = readCandidates(context, range, ids.length > 0, otherNodes.length === 0 ? nodeId : undefined);
  const sources = combineLatest([candidates, ids.length > 0 ? readBeside(context, ids) : of(null)]);
  // Over a longer range the number of metrics decides how many requests each may take.
  const isShort = range.to - range.from <= context.settings.maxWindow;
  const reader = new MetricReader(context.store, range);
  return sources.pipe(
    filter(([{ isComplete }]) => isComplete || isShort),
    switchMap(([found, beside]) => {
      const chosen = chosenOf(found, fields, storedFilters(query), place, beside);
      const failures = [...found.failures, ...(beside?.failures ?? [])];
      return reader.read(chosen.candidates).pipe(
        map((reads) => {
          const done = found.isComplete && reads.every(({ snapshot }) => snapshot?.done ?? true);
          return { found, chosen, beside, failures, reads, done };
        })
      );
    })
  );
}
