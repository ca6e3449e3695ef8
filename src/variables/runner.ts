import { defer, from, map, switchMap } from 'rxjs';
import { answerEach } from '../answer/answers';
import { Inputs } from '../answer/inputs';
import { type Runner } from '../answer/runner';
import { withChosen } from './chosen';
import { valuesFrame } from './frame';
import { type VariableQuery } from './models';
import { rowsOf, wantedRows } from './rows';
import { rangeOf } from '../time/span';

/** Template variables: a frame of `value` and `text` per query. */
export const runVariables: Runner<VariableQuery> = (targets, request, context) => {
  const inputs = new Inputs(request, context);
  const range = rangeOf(request);
  return defer(() => from(context.catalogue())).pipe(
    switchMap((catalogue) =>
      answerEach(targets, (target) => {
        const wanted = wantedRows(target, inputs);
        return rowsOf(wanted, range, context, catalogue).pipe(
          map(({ entries, notices, failures }) => ({
            frames: [valuesFrame(withChosen(entries, wanted, request.scopedVars))],
            notices,
            failures,
          }))
        );
      })
    )
  );
};
