import { type DataFrame, type DataQueryResponse } from '@grafana/data';
import { allNotices, errorsOf, noticesOf } from '../support/panel';

/** A look that takes longer ends at another moment. In milliseconds. */
export const SLOW = 30_000;
/** Times that follow the clock may differ by this much: a quarter of an alert's duration is added to links. */
const APART = 1.25 * SLOW;
const LONG_NUMBER = /\d{7,}/g;
/** A time in a sentence. */
const MOMENT = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;
/** The seconds of a growing duration. */
const SECONDS = /\b\d+ s\b/g;

/**
 * The letter that distinguishes two lines with the same name. A page shows one name if it knows that one of them doesn't
 * exist.
 */
const LETTER = / \([A-Z](?: \d+)?\)/g;

/** Fields with titles, which are looked up silently. */
const TITLED = new Set(['title', 'text', 'tags', 'body']);
/** Fields that depend on searches for earlier alerts. */
const SEARCHED = new Set(['seen', 'earlier', 'lastTime', 'usually', 'text']);

/** `+n` of a title counts the metrics that this page has seen: it grows, and is as of now (AT1, AT3, D9). */
const OTHERS = / \\?\+\d+(?![\d.,]*\d| ?%)/g;
/** What a region counts of the metrics whose points the page has (OV1). */
const OUTSIDE_WITH_IT = / \d+ other metrics? of the page (?:was|were) outside with it\./g;

/** What is not compared: titles, whose lookup may have failed, results of earlier searches, and refusals. */
interface LeftOut {
  titles: boolean;
  searches: boolean;
  refusals: boolean;
}

const REFUSED = /\(400\)|^No data: /;

/** The difference between two answers to one query, for a person. Undefined if they show the same. */
export function differenceOf(one: DataQueryResponse, other: DataQueryResponse, left: LeftOut): string | undefined {
  return differs(shownBy(one, left), shownBy(other, left), '');
}

/** An answer without its calls. */
function shownBy(answer: DataQueryResponse, { titles, searches, refusals }: LeftOut) {
  const frames = answer.data as DataFrame[];
  const isVariable = frames.some(({ fields }) => fields.some(({ name }) => name === 'value'));
  const said = (texts: string[]) => texts.filter((text) => !(refusals && REFUSED.test(text)));
  return {
    errors: said(errorsOf(answer)),
    frames: frames.map(({ name, refId, fields, meta }) => ({
      name,
      refId,
      notices: said(allNotices(meta).map(({ text }) => text)),
      dataTopic: meta?.dataTopic,
      type: meta?.type,
      fields: fields
        // Options have the titles that their page already has, and request none.
        .filter(({ name }) => !(isVariable && name === 'text'))
        .filter(({ name }) => !(titles && TITLED.has(name)) && !(searches && SEARCHED.has(name)))
        .map(({ name: title, type, values, config, labels }) => ({
          name: title,
          type,
          values: [...values],
          config: JSON.stringify(config),
          labels: JSON.stringify(labels),
        })),
    })),
  };
}

function differs(one: unknown, other: unknown, path: string): string | undefined {
  if (typeof one === 'number' && typeof other === 'number') {
    const near = Math.abs(one) > 1e6 ? APART : 1e-6 * Math.abs(one);
    return Object.is(one, other) || Math.abs(one - other) <= near ? undefined : told(one, other, path);
  }
  if (typeof one === 'string' && typeof other === 'string') {
    return sameText(one, other) ? undefined : told(one, other, path);
  }
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) {
    return Object.is(one, other) ? undefined : told(one, other, path);
  }
  if (Array.isArray(one) && Array.isArray(other) && one.length !== other.length) {
    return told(one, other, path);
  }
  const [left, right] = [new Map(Object.entries(one)), new Map(Object.entries(other))];
  for (const key of new Set([...left.keys(), ...right.keys()])) {
    const found = differs(left.get(key), right.get(key), `${path}.${key}`);
    if (found) {
      return found;
    }
  }
  return undefined;
}

/** Long numbers in texts are times in links, durations, and moments. */
function sameText(...texts: [one: string, other: string]): boolean {
  const [one, other] = texts.map((text) =>
    text
      .replace(LETTER, '')
      .replace(OTHERS, '')
      .replace(OUTSIDE_WITH_IT, '')
      .replace(SECONDS, '# s')
      .replace(MOMENT, (moment) => String(Date.parse(moment)))
  );
  if (one === other) {
    return true;
  }
  const [left, right] = [one.match(LONG_NUMBER) ?? [], other.match(LONG_NUMBER) ?? []];
  return (
    one.replace(LONG_NUMBER, '#') === other.replace(LONG_NUMBER, '#') &&
    left.every((number, i) => Math.abs(Number(number) - Number(right[i])) <= APART)
  );
}

function told(one: unknown, other: unknown, path: string): string {
  const [left, right] = [one, other].map((value) => JSON.stringify(value) ?? 'nothing');
  const at = Math.max(0, [...left].findIndex((sign, i) => sign !== right[i]) - 60);
  const near = (text: string) => text.slice(at, at + 200);
  return `${path}: ${near(left)} instead of ${near(right)}`;
}

/** Whether an answer reports that something is missing or old. */
export function isMarked(answer: DataQueryResponse): boolean {
  const cells = (name: string) =>
    (answer.data as DataFrame[]).flatMap(({ fields }) => fields.find((field) => field.name === name)?.values ?? []);
  return (
    [...errorsOf(answer), ...noticesOf(answer)].length > 0 ||
    cells('complete').includes(false) ||
    cells('lastAnswer').length > 0 ||
    cells('text').some((text: unknown) => /incomplete|not known|unknown/i.test(String(text)))
  );
}
