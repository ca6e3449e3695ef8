import { defer, from, map, switchMap } from 'rxjs';
import { runEach } from '../answer/answers';
import { Inputs } from '../answer/inputs';
import { type Runner } from '../answer/runner';
import { withChosen } from './chosen';
import { valuesFrame } from './frame';
import { type VariableQuery } from './models';
import { rowsOf, wantedRows } from './rows';
import { rangeOf } from '../time/span';

/** Template variables: a frame of `value` and `text` per query. */
export const runVariables: Runner<VariableQuery> = runEach((target, request, context) => {
  const wanted = wantedRows(target, new Inputs(request, context));
  return defer(() => from(context.catalogue())).pipe(
    switchMap((catalogue) => rowsOf(wanted, rangeOf(request), context, catalogue)),
    map(({ entries, ...rest }) => {
      const values = withChosen(entries, wanted, request.scopedVars);
      // An answer that failed is never an empty one.
      if (values.length === 0 && rest.failures.length > 0) {
        throw rest.failures[0];
      }
      return { ...rest, frames: [valuesFrame(values)] };
    })
  );
});
