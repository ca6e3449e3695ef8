import { type DataFrame } from '@grafana/data';
import { Recent } from '../service/recent';
import { type Context, type Request } from './runner';

/** What a query last returned. */
interface LastAnswer {
  frames: DataFrame[];
  /** When it was read, epoch milliseconds. */
  at: number;
}

/** More panels than a dashboard has, if their answers are small; a larger one counts for several. */
const MOST_ANSWERS = 100;
const VALUES_PER_ANSWER = 20_000;
/** An answer with more values is metric data, which the store keeps too. */
const MOST_VALUES = 1_000_000;

/** The last answer to each query in this tab, for when a refresh fails. Empty lists that were read count. */
export class LastAnswers {
  private readonly answers = new Recent<LastAnswer>(MOST_ANSWERS, ({ frames }) =>
    Math.max(1, valuesIn(frames) / VALUES_PER_ANSWER)
  );

  constructor(private readonly context: Pick<Context, 'templates' | 'now'>) {}

  /** @param part which of the answers to a query, where several make it up */
  keep(query: Request['targets'][number], part: string, request: Request, frames: DataFrame[]) {
    const key = this.keyOf(query, part, request);
    this.answers.delete(key);
    if (valuesIn(frames) <= MOST_VALUES) {
      this.answers.set(key, { frames: frames.map(copy), at: this.context.now() });
    }
  }

  /** The last answer to the same query, as frames of this one. */
  find(query: Request['targets'][number], part: string, request: Request): LastAnswer | undefined {
    const last = this.answers.get(this.keyOf(query, part, request));
    return last && { ...last, frames: last.frames.map((frame) => ({ ...copy(frame), refId: query.refId })) };
  }

  forget() {
    this.answers.clear();
  }

  /** What distinguishes queries: their fields and filters with variables replaced, and the time range as it is written. */
  private keyOf(query: Request['targets'][number], part: string, request: Request): string {
    const { refId: _, datasource: _source, ...fields } = query;
    const { panelId, filters, scopedVars, range } = request;
    const raw = [range.raw.from, range.raw.to].map((end) => (typeof end === 'string' ? end : end.valueOf()));
    return this.context.templates.one(JSON.stringify([part, panelId, fields, filters, raw]), scopedVars);
  }
}

function valuesIn(frames: DataFrame[]): number {
  return frames.reduce((sum, { fields, length }) => sum + fields.length * length, 0);
}

/** Panels change what they are given. */
function copy(frame: DataFrame): DataFrame {
  return {
    ...frame,
    meta: frame.meta && { ...frame.meta },
    fields: frame.fields.map((field) => ({ ...field, config: { ...field.config }, values: field.values.slice() })),
  };
}
