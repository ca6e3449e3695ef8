import { type DataFrame, type DataQueryResponse } from '@grafana/data';
import { errorsOf, noticesOf } from './panel';

/** Words that no sentence for a person contains: undefined values, objects, code, or markup. */
const NO_WORDS =
  /\[object|undefined|\bnull\b|\bNaN\b|\{\{|\}\}|<[a-z!/]|function\s*\(|\[native code\]|[\u0000-\u0009\u000b-\u001f]/i;

/** What to do, or who can help. */
const ADVICE =
  /No usable response|\b(check|set|try|ask|tell|choose|raise|enter|log in|give|use|zoom|needs|may be missing|permit|asked again)\b/i;

/** Everything that an answer reports in words: errors, notices, and reasons that are data. */
export function saidBy(answer: DataQueryResponse): string[] {
  // The reason for a blind spot is a single word.
  const ofAvailability = (answer.data as DataFrame[]).filter(({ fields }) =>
    fields.some(({ name }) => name === 'lastAnswer')
  );
  const reasons = ofAvailability.flatMap(({ fields }) =>
    fields.flatMap(({ name, values }) => (name === 'reason' ? [...values] : []))
  );
  return [...errorsOf(answer), ...noticesOf(answer), ...reasons.filter((reason) => typeof reason === 'string')];
}

/** Mistakes in a sentence that reports a failure. */
export function flawsOf(sentence: string): string[] {
  return [
    ...(NO_WORDS.test(sentence) ? [`holds what is no word: ${sentence}`] : []),
    ...(sentence.trim().split(/\s+/).length < 5 ? [`is no sentence: ${sentence}`] : []),
    ...(/^[A-Z"0-9]/.test(sentence) ? [] : [`does not begin as a sentence: ${sentence}`]),
  ];
}

export function givesAdvice(sentence: string): boolean {
  return ADVICE.test(sentence);
}

/** Mistakes that no frame may have. */
export function flawsOfFrames(frames: DataFrame[]): string[] {
  return frames.flatMap((frame) => flawsOfFrame(frame).map((flaw) => `${frame.name ?? frame.refId}: ${flaw}`));
}

function flawsOfFrame({ fields, length, meta, refId }: DataFrame): string[] {
  const flaws: string[] = [];
  const names = fields.map(({ name }) => name);
  if (!refId) {
    flaws.push('has no refId');
  }
  for (const { name, values, type } of fields) {
    if (values.length !== length) {
      flaws.push(`${name} has ${values.length} values of ${length}`);
    }
    for (const value of values) {
      if (type === 'time' && value !== null && !Number.isFinite(value)) {
        flaws.push(`${name} holds the time ${String(value)}`);
      }
      if (type === 'number' && value !== null && typeof value !== 'number') {
        flaws.push(`${name} holds the number ${JSON.stringify(value)}`);
      }
      if (value === undefined || typeof value === 'function' || (typeof value === 'string' && INHERITED.test(value))) {
        flaws.push(`${name} holds ${String(value)}`);
      }
    }
  }
  if (new Set(names).size < names.length && meta?.preferredVisualisationType === 'table') {
    flaws.push(`has columns of one name: ${names.join(', ')}`);
  }
  const isSeries = meta?.type?.startsWith('timeseries-') === true;
  const times = isSeries ? ([...(fields[0]?.values ?? [])] as number[]) : [];
  if (times.some((time, i) => i > 0 && time <= times[i - 1])) {
    flaws.push('has times out of order');
  }
  return [...new Set(flaws)];
}

/** What looking up an inherited name returns, or turning an object into text. */
const INHERITED = /\[native code\]|\[object /;
