import { catchError, defer, forkJoin, from, map, of, switchMap } from 'rxjs';
import { Inputs } from '../inputs';
import { withNotices } from '../notices';
import { type AnomalyQuery, complete } from '../query';
import { type Context, queryError, type Request, type Runner } from '../runner';
import { type Catalogue } from './catalogue';
import { valuesFrame } from './frame';
import { rowsOf } from './rows';

/** Template variables: a frame of `value` and `text` per query. */
export const runVariables: Runner = (targets, request, context) =>
  defer(() => from(context.catalogue())).pipe(
    switchMap((catalogue) => forkJoin(targets.map((target) => answer(target, request, context, catalogue)))),
    map((answers) => ({
      data: answers.flatMap(({ frames }) => frames),
      errors: answers.flatMap(({ errors }) => errors),
    }))
  );

function answer(target: AnomalyQuery, request: Request, context: Context, catalogue: Catalogue) {
  const { refId } = target;
  const range = { from: request.range.from.valueOf(), to: request.range.to.valueOf() };
  return defer(() =>
    rowsOf(complete(target, 'variable'), new Inputs(request, context), range, context, catalogue)
  ).pipe(
    map(({ entries, notices }) => ({ frames: withNotices([valuesFrame(refId, entries)], notices), errors: [] })),
    catchError((error) => of({ frames: [], errors: [queryError(refId, error)] }))
  );
}
