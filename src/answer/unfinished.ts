import { type DataFrame, DataTopic } from '@grafana/data';
import { forkJoin, map, type Observable, of } from 'rxjs';
import { warn, withNotices } from '../notices/notices';
import { panelTexts$, type PanelTexts } from '../notices/panelTexts';
import { columnsOf } from './columns';
import { type RunPlace, type RunQuery } from './queryMemory';
import { framesOf } from './runner';

/**
 * What is shown of a run that is not done, with a notice: for each query, the rows so far, otherwise its last answer,
 * otherwise its columns, so that an empty panel explains why it is empty. Annotations and variables need no such columns.
 */
export function unfinished(
  shown: readonly DataFrame[],
  { run, request, context, memory }: RunPlace,
  textOf: (words: PanelTexts) => string,
  withColumns = run.part === 'panel'
): Observable<DataFrame[]> {
  const isBare = run.targets.some((target) => framesOf(shown, target).length === 0);
  const columns$ = withColumns && isBare ? columnsOf(run, request, context) : of([]);
  return forkJoin([panelTexts$(), columns$]).pipe(
    map(([words, columns]) =>
      run.targets.flatMap((target) => {
        const text = textOf(words);
        const own = framesOf(shown, target);
        const last = own.some(({ length }) => length > 0) ? undefined : memory.lastOf(target);
        if (last && last.data.length > 0) {
          return withNotices(last.data, [warn(words.withReading(text, last.updatedAt, request.timezone))]);
        }
        const empty = run.part === 'overlay' ? [overlayOf(target)] : framesOf(columns, target);
        return withNotices(own.length > 0 ? own : empty, [warn(text)]);
      })
    )
  );
}

/** An overlay's notice is shown with the values that it belongs to. */
function overlayOf({ refId }: RunQuery): DataFrame {
  return { refId, fields: [], length: 0, meta: { dataTopic: DataTopic.Annotations } };
}
