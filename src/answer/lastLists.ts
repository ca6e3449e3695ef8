import {
  type DataFrame,
  type DataQueryError,
  type DataQueryResponse,
  dateTimeFormat,
  LoadingState,
} from '@grafana/data';
import { t } from '@grafana/i18n';
import { from, map, mergeMap, type Observable, of } from 'rxjs';
import { withWords } from '../loading/lazy';
import { Recent } from '../service/recent';
import { notice, withNotices } from './notices';
import { type Context, type Request } from './runner';

interface LastList {
  frames: DataFrame[];
  /** When it was read, epoch milliseconds. */
  at: number;
}

/** More panels than any dashboard has. */
const MOST = 100;

/**
 * The last answer of each list in this tab. While the service is gone, a list whose range ends now has no old answer in
 * any cache, since its address is new every ten seconds: the panel then shows what it showed last, marked, beside the
 * error. An empty list is not kept: it would be good news that nobody gave.
 */
export class LastLists {
  private readonly lists = new Recent<LastList>(MOST);

  constructor(private readonly context: Pick<Context, 'templates' | 'now'>) {}

  /** The packets of `request`; in the last one, what is kept stands in for lists that were not answered. */
  follow(packets: Observable<DataQueryResponse>, request: Request): Observable<DataQueryResponse> {
    return packets.pipe(
      mergeMap((packet) => {
        if (packet.state === LoadingState.Loading || packet.state === LoadingState.Streaming) {
          return of(packet);
        }
        const kept = this.keep(packet, request);
        return kept.length === 0
          ? of(packet)
          : from(withWords(() => Promise.resolve(withAge))).pipe(
              map((noted) => ({
                ...packet,
                data: [...packet.data, ...kept.flatMap(({ frames, at }) => noted(frames, at, request.timezone))],
                state: LoadingState.Done,
              }))
            );
      })
    );
  }

  /** Keeps what came. @returns what is kept of the queries that have nothing but an error that says the service is gone */
  private keep({ data, errors = [] }: DataQueryResponse, request: Request): LastList[] {
    return request.targets.flatMap((target) => {
      const ofTarget = ({ refId }: { refId?: string }) => refId === target.refId;
      const [frames, failures] = [data.filter(ofTarget), errors.filter(ofTarget)];
      const key = this.keyOf(target, request);
      if (failures.length === 0) {
        this.lists.delete(key);
        if (frames.every(isList) && frames.some(({ length }) => length > 0)) {
          this.lists.set(key, { frames: frames.map(copy), at: this.context.now() });
        }
        return [];
      }
      const last = this.lists.get(key);
      return last && frames.length === 0 && failures.every(isUnanswered)
        ? [{ ...last, frames: last.frames.map(copy) }]
        : [];
    });
  }

  /** What tells queries apart: their fields and filters with variables replaced, and the range as it is written. */
  private keyOf({ refId: _, datasource: _source, ...fields }: Request['targets'][number], request: Request): string {
    const { panelId, filters, scopedVars, range } = request;
    const raw = [range.raw.from, range.raw.to].map((end) => (typeof end === 'string' ? end : end.valueOf()));
    return this.context.templates.one(JSON.stringify([panelId, fields, filters, raw]), scopedVars);
  }
}

function isList({ meta }: DataFrame): boolean {
  return meta?.preferredVisualisationType === 'table' || meta?.preferredVisualisationType === 'logs';
}

/** No answer, or one that says that the service is not there; what it refuses it has looked at. */
function isUnanswered({ status = 0 }: DataQueryError): boolean {
  return status === 0 || status === 408 || status === 429 || status >= 500;
}

/** Panels change what they are given. */
function copy(frame: DataFrame): DataFrame {
  return {
    ...frame,
    meta: { ...frame.meta },
    fields: frame.fields.map(({ name, type, config, labels, values }) => ({
      name,
      type,
      config: { ...config },
      ...(labels ? { labels } : {}),
      values: [...values],
    })),
  };
}

function withAge(frames: DataFrame[], at: number, timeZone: string): DataFrame[] {
  return withNotices(frames, [
    notice(
      t(
        'shared.last-list',
        'This could not be read again. Shown is what was read at {{time}}: what happened since is not shown.',
        { time: dateTimeFormat(at, { timeZone }), interpolation: { escapeValue: false } }
      ),
      'warning'
    ),
  ]);
}
