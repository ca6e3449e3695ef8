import { type DataFrame, type DataQueryResponse } from '@grafana/data';
import { uniq } from 'lodash';
import { map, type Observable, switchMap } from 'rxjs';
import { info, withNotices } from '../notices/notices';
import { panelTexts$ } from '../notices/panelTexts';
import { record } from '../service/read';
import { type Run } from './runner';

/** Notices about the filters that do not apply to queries; see `Model.filtering`. */
export function withUnusedFilters(
  packets: Observable<DataQueryResponse>,
  { part, targets, modelOf }: Run
): Observable<DataQueryResponse> {
  const keys = new Map(
    targets.map((query) => [
      query.refId,
      part === 'panel' && !modelOf(query).filtering ? filterKeys(query.filters) : [],
    ])
  );
  if ([...keys.values()].every((own) => own.length === 0)) {
    return packets;
  }
  return packets.pipe(
    switchMap((packet) =>
      panelTexts$().pipe(
        map(({ unusedFilter }) => {
          const frames: DataFrame[] = packet.data;
          const reported = new Set<string>();
          // Once for all queries of the run.
          const data = frames.flatMap((frame) => {
            const unreported = (keys.get(frame.refId ?? '') ?? []).filter((key) => !reported.has(key));
            unreported.forEach((key) => reported.add(key));
            return withNotices(
              [frame],
              unreported.map((key) => info(unusedFilter(key)))
            );
          });
          return { ...packet, data };
        })
      )
    )
  );
}

function filterKeys(filters: unknown): string[] {
  const keys = (Array.isArray(filters) ? filters : []).map((filter) => record(filter).key);
  return uniq(keys.filter((key): key is string => typeof key === 'string' && key !== ''));
}
