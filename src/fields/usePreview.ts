import { type DataFrame, type DataQueryResponse, dateTime, type TimeRange } from '@grafana/data';
import { t } from '@grafana/i18n';
import { debounce } from 'lodash';
import { useEffect, useState } from 'react';
import { type Observable } from 'rxjs';
import { type AnomalyQuery } from '../query/query';
import { queryError, type Request } from '../answer/runner';
import { HOUR } from '../settings';

/** What a query would give: nothing yet, its first frame, or why there is none. */
export type Preview =
  { state: 'loading' } | { state: 'done'; frame: DataFrame | undefined } | { state: 'failed'; reason: string };

export const previewTexts = {
  loading: () => t('preview.loading', 'Loading…'),
  failed: () => t('preview.failed', "Couldn't load the preview"),
  empty: () => t('type.nothing', 'Nothing found. Choose a longer time range, or fewer filters.'),
};

/** How long typing has to pause before the query is asked, in milliseconds. */
const PAUSE = 300;

/** Runs the query for an editor's preview, again when it changes; an editor that goes away stops its requests. */
export function usePreview(
  run: (request: Request) => Observable<DataQueryResponse>,
  query: AnomalyQuery,
  range: TimeRange | undefined,
  app?: string
): Preview {
  const [preview, setPreview] = useState<Preview>({ state: 'loading' });
  const key = JSON.stringify([query, range?.from.valueOf(), range?.to.valueOf()]);
  useEffect(() => {
    let stop = () => {};
    const ask = debounce(() => {
      setPreview({ state: 'loading' });
      const subscription = run(previewRequest(query, range, app)).subscribe({
        next: ({ data, errors }) =>
          setPreview(
            errors?.length
              ? { state: 'failed', reason: errors[0].message ?? '' }
              : { state: 'done', frame: data[0] as DataFrame | undefined }
          ),
        error: (error) => setPreview({ state: 'failed', reason: queryError('', error).message ?? '' }),
      });
      stop = () => subscription.unsubscribe();
    }, PAUSE);
    ask();
    return () => {
      ask.cancel();
      stop();
    };
    // The key holds what query and range say; `run` is made anew at every drawing.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [key]);
  return preview;
}

function previewRequest(query: AnomalyQuery, range: TimeRange | undefined, app = 'dashboard'): Request {
  const to = dateTime();
  const from = dateTime(to.valueOf() - 6 * HOUR);
  return {
    app,
    requestId: `preview-${query.refId}`,
    timezone: 'browser',
    range: range ?? { from, to, raw: { from: 'now-6h', to: 'now' } },
    interval: '1m',
    intervalMs: 60_000,
    maxDataPoints: 1000,
    scopedVars: {},
    targets: [query],
    startTime: to.valueOf(),
  };
}
