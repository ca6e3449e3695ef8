import { t } from '@grafana/i18n';
import { uniqBy } from 'lodash';
import { catchError, firstValueFrom, forkJoin, from, map, type Observable, of } from 'rxjs';
import { readOrMiss } from '../alertbook/active';
import { AlertBook } from '../alertbook/alertBook';
import { type Context } from '../answer/runner';
import { type Alert } from '../service/alerts';
import { type Span } from '../time/spans';
import { catalogueOf, type ListName } from './catalogue';
import { type Choice, choicesOf } from './choices';
import { type CatalogueEntry, longAgo } from './entries';

export interface Offered {
  list: ListName;
  /** The systems of nodes, or the nodes of metrics; empty: any. */
  within?: string[];
}

/** What a picker offers: what the service names, then what the user chose before. Fails only if there is neither. */
export function offer(context: Context, span: Span, { list, within = [] }: Offered): Observable<CatalogueEntry[]> {
  const filter = list === 'nodes' ? { systemId: within } : { nodeId: within };
  const named = catalogueOf(context)
    .list(list, span, filter)
    .pipe(catchError((failure: unknown) => of({ failure })));
  return forkJoin([named, from(choicesOf(context.operations, context).all())]).pipe(
    map(([found, choices]) => {
      const own = choices.filter((choice) => choice.list === list && touches(choice.within, within));
      if ('failure' in found && own.length === 0) {
        throw found.failure;
      }
      return withChoices('failure' in found ? [] : found, own, context.now());
    })
  );
}

/** The same as a promise, which cannot be canceled. */
export function offerNow(context: Context, span: Span, offered: Offered): Promise<CatalogueEntry[]> {
  return firstValueFrom(offer(context, span, offered), { defaultValue: [] });
}

/** The alerts that are active now; none if the list can't be read. */
export async function alertingNow(context: Context): Promise<Alert[]> {
  const { read } = await firstValueFrom(readOrMiss(new AlertBook(context).list()));
  return [...(read?.rows ?? [])];
}

function touches(some: string[], others: string[]): boolean {
  return some.length === 0 || others.length === 0 || some.some((one) => others.includes(one));
}

function withChoices(entries: CatalogueEntry[], choices: Choice[], now: number): CatalogueEntry[] {
  const listed = new Set(entries.map(({ value }) => value));
  const others = uniqBy(choices, 'value').filter(({ value }) => !listed.has(value));
  return [
    ...entries,
    ...others.map(({ value, text, detail, namedAt }) => ({
      value,
      text,
      detail,
      namedAt,
      why: longAgo(namedAt ?? null, now) ?? t('catalogue.chosen', 'chosen before'),
    })),
  ];
}
