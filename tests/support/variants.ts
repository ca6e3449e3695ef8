import { allDescriptors, isComplete } from '../../src/families/families';
import { type AnomalyQuery, type Model } from '../../src/ground/query';
import { type Shape, wordsOf } from '../../src/ground/shapes';
import { FEW, LONG } from './long';

/** A query of a type, with some of its fields set. */
export interface Variant {
  name: string;
  query: Partial<AnomalyQuery>;
}

/** Values for identifiers, which the service of `trueAnswers` knows. */
const KNOWN: Record<string, string> = {
  nodeId: '12',
  metricId: 'cpu',
  alertId: 'a',
  updateId: 'u0',
  systemId: '1',
  q: 'cpu',
};

/** A time of the service. */
const TIME = '2026-11-21T11:00:00Z';

/** A name, a number, and an ID, for text fields that take any text. */
const ANY = '1';

/**
 * Every query type of the record in the ways that its fields allow: each word of each choice, with and without
 * identifiers, each flag switched, each text field filled. New types and new fields are included automatically.
 *
 * @param isWhole all combinations, otherwise so many that each two of these meet. Plain `npm test` takes one of each form
 * and a quarter of the others.
 */
export function allVariants(isWhole = LONG): Variant[] {
  const variants = allDescriptors().flatMap(({ model }) => variantsOf(model, isWhole));
  const forms = new Set<string>();
  return variants.filter(
    ({ query }, i) => !FEW || isWhole || forms.size < forms.add(formOf(query)).size || i % 4 === 0
  );
}

/** The same, grouped by the form of the answer: each form with its queries. */
export function variantsByForm(): Map<string, Array<Partial<AnomalyQuery>>> {
  const forms = new Map<string, Array<Partial<AnomalyQuery>>>();
  for (const { query } of allVariants(true)) {
    const name = formOf(query);
    forms.set(name, [...(forms.get(name) ?? []), query]);
  }
  return forms;
}

/** The last variant of each form. */
export function variantsOfForms(variants: readonly Variant[]): Array<[form: string, query: Partial<AnomalyQuery>]> {
  return [...new Map(variants.map(({ query }) => [formOf(query), query] as const)).entries()];
}

/** The last variant of each type in each of its formats, sources, and lists. */
export function variantsOfFormats(): Array<[name: string, query: Partial<AnomalyQuery>]> {
  const named = allVariants().map(({ query }) => {
    const { queryType, format, source, list } = query;
    return [`${queryType} ${String(format ?? source ?? list ?? '')}`, query] as const;
  });
  return [...new Map(named).entries()];
}

/** The type with what decides which fields its answer has. */
function formOf(query: Partial<AnomalyQuery>): string {
  const { queryType, format, by, source, list, scope, overlay, changes, metrics } = query as Record<string, unknown>;
  const form = [queryType, format, by, source, list, scope, overlay, changes && 'changes', metrics && 'metrics'];
  return form.filter(Boolean).join(' ');
}

function variantsOf({ queryType, fields }: Model, isWhole: boolean): Variant[] {
  const shapes = Object.entries(fields);
  const ids = Object.fromEntries(
    shapes.flatMap(([field, { kind }]) => (kind === 'texts' && field in KNOWN ? [[field, KNOWN[field]]] : []))
  );
  // Names of systems and metrics have their own tests.
  const choices = shapes.flatMap(([field, shape]) =>
    shape.kind === 'choice' && field !== 'nameOf' ? [{ field, words: shape.words }] : []
  );
  const chosen = choices.reduce<Array<Record<string, unknown>>>(
    (all, { field, words }) => all.flatMap((one) => words.map((word) => ({ ...one, [field]: word }))),
    [{}]
  );
  const turned = shapes.flatMap(([field, shape]) => (shape.kind === 'flag' ? [{ [field]: !shape.fallback }] : []));
  const worded = shapes.flatMap(([field, shape]) =>
    shape.kind === 'text' ? valuesOf(field, shape).map((value) => ({ [field]: value })) : []
  );
  const alone = [{}, ids].flatMap((named) =>
    chosen.flatMap((words) => [{}, ...turned].map((flag) => ({ ...named, ...words, ...flag })))
  );
  const more = [{}, ids].flatMap((named) => worded.map((word) => ({ ...named, ...word })));
  const queries = [...alone, ...more].map((query) => ({ queryType, ...query }));
  const able = queries.filter((query) => isComplete({ refId: 'A', ...query }));
  const complete = isWhole ? able : able.filter(hasNewPair());
  return [...new Map(complete.map((query) => [nameOf(query), { name: nameOf(query), query }])).values()];
}

/** Whether two values of a query have not met in any before it. Fields without a value count, too. */
function hasNewPair() {
  const met = new Set<string>();
  return (query: Record<string, unknown>): boolean => {
    const values = Object.entries(query).map((entry) => entry.join('='));
    const pairs = values.flatMap((one, i) => values.slice(i).map((other) => `${one} ${other}`));
    const before = met.size;
    pairs.forEach((pair) => met.add(pair));
    return met.size > before;
  };
}

/** Values of a text field: its words, or an example. Texts that are only displayed change nothing. */
function valuesOf(field: string, shape: Extract<Shape, { kind: 'text' }>): string[] {
  const words = wordsOf(shape).filter((word) => word !== shape.fallback);
  // Each overlay has its own source.
  return shape.isShown
    ? []
    : field === 'overlay'
      ? words
      : [
          KNOWN[field] ??
            words[0] ??
            (['at', 'to'].includes(field) ? TIME : (shape.example?.split(', ').at(-1) ?? ANY)),
        ];
}

function nameOf({ queryType, ...fields }: { queryType: string; [field: string]: unknown }): string {
  const told = Object.entries(fields).map(([field, value]) => (value === true ? field : `${field}=${String(value)}`));
  return [queryType, ...told].join(' ');
}

/** The defaults of a type's fields. */
export function defaultsOf({ fields }: Model): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([field, { fallback }]) => [field, fallback]));
}
