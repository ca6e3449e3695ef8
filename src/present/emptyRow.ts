import {
  type DataFrame,
  type DataQueryResponse,
  type Field,
  type FieldConfig,
  FieldType,
  MappingType,
  SpecialValueMatch,
  type ValueMapping,
} from '@grafana/data';
import { concatMap, map, type Observable, of } from 'rxjs';
import { columnsOf } from './unanswered';
import { isNotRun } from '../ground/notices';
import { noResponse, nothingFound } from '../judging/readingNotices';
import { type RunPlace, type RunQuery } from './queryMemory';
import { type Context, framesOf, isLast, type QueryError, type Request } from '../table/runner';
import { MINUTE } from '../ground/settings';

/** The columns for the sentence, the best first. */
const SENTENCES = [['sentence'], ['incident'], ['title'], ['metricName'], ['metric'], ['figure']];

/**
 * The packets of a run. A query with `emptyRow` gets a first row with a sentence if the service does not respond, or if
 * there is nothing to show. Grafana's table draws no text for a frame without rows, so the panel would look broken.
 */
export function withEmptyRows(
  packets: Observable<DataQueryResponse>,
  { run, request, context }: RunPlace
): Observable<DataQueryResponse> {
  const targets = run.part === 'panel' ? run.targets.filter(({ emptyRow }) => emptyRow === true) : [];
  if (targets.length === 0) {
    return packets;
  }
  return packets.pipe(
    concatMap((packet) => {
      const frames: DataFrame[] = packet.data;
      const speaking = targets.filter((target) => needsRow(packet, target, context));
      if (speaking.length === 0) {
        return of(packet);
      }
      const isBare = speaking.some((target) => framesOf(frames, target).length === 0);
      return (isBare ? columnsOf(run, request, context) : of([])).pipe(
        map((columns) => {
          const others = frames.filter(({ refId }) => !speaking.some((target) => target.refId === refId));
          const added = speaking.flatMap((target) => {
            const own = framesOf(frames, target);
            const failure = failureOf(packet, target);
            const isOver = isNotRun(own) && context.operations.status.trouble === undefined;
            const hasRows = own.some(({ length }) => length > 0);
            const trouble = isOver ? undefined : troubleOf(request, context, hasRows ? undefined : failure);
            const sentence = trouble ?? failure?.message ?? noticeOf(own) ?? nothingFound();
            return withSentence(own.length > 0 ? own : framesOf(columns, target), sentence);
          });
          return { ...packet, data: [...others, ...added] };
        })
      );
    })
  );
}

function failureOf({ errors }: DataQueryResponse, { refId }: RunQuery): QueryError | undefined {
  return errors?.find((error) => error.refId === refId);
}

/** A loading answer needs none, unless a notice explains why there is nothing yet. */
function needsRow(packet: DataQueryResponse, target: RunQuery, { operations }: Context): boolean {
  const own = framesOf(packet.data, target);
  return own.every(({ length }) => length === 0)
    ? isLast(packet) || noticeOf(own) !== undefined
    : operations.status.trouble !== undefined && failureOf(packet, target) !== undefined;
}

/** The most important notice of some frames. */
export function noticeOf(own: DataFrame[]): string | undefined {
  const notices = own.flatMap(({ meta }) => meta?.notices ?? []);
  return (notices.find(({ severity }) => severity !== 'info') ?? notices[0])?.text;
}

/**
 * The sentence if the service does not respond. Otherwise undefined: while it answers other requests, what is wrong is the
 * failure of this query. Above rows, the sentence is always this short one, because the panel's header has the failure.
 */
function troubleOf({ timezone }: Request, { operations, now }: Context, failure: QueryError | undefined) {
  const { trouble, lastAnswer } = operations.status;
  const responds = failure !== undefined && lastAnswer !== undefined && now() - lastAnswer < MINUTE;
  return trouble === undefined || responds ? undefined : noResponse(lastAnswer, timezone);
}

/** The first frame with a first row that only has the sentence. */
function withSentence([frame, ...others]: DataFrame[], sentence: string): DataFrame[] {
  const texts = frame.fields.filter(isText).map(({ name }) => name);
  const places = SENTENCES.find((names) => names.some((name) => texts.includes(name)));
  if (places === undefined) {
    return [frame, ...others];
  }
  const isAlone = frame.length === 0;
  const fields = frame.fields.map((field) => ({
    ...field,
    values: [places.includes(field.name) && isText(field) ? sentence : null, ...field.values],
    config: { ...field.config, ...neutral(field, isAlone), ...(isAlone ? { links: undefined } : {}) },
  }));
  return [{ ...frame, length: frame.length + 1, fields }, ...others];
}

/**
 * Without a value, a colored cell would have the color of Grafana's lowest threshold, which is green. A column without other
 * rows has no word for a missing value either: the row is no metric without data.
 */
function neutral({ config: { mappings } }: Field, isAlone: boolean): FieldConfig {
  const others = mappings?.filter(({ type }) => !isAlone || type !== MappingType.SpecialValue);
  return others ? { mappings: [...others, NO_COLOR] } : {};
}

const NO_COLOR: ValueMapping = {
  type: MappingType.SpecialValue,
  options: { match: SpecialValueMatch.Null, result: { color: 'text', index: 0 } },
};

function isText({ type }: Field): boolean {
  return type === FieldType.string;
}
